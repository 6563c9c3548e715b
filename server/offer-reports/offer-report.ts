import type { Id } from '../values/id.ts'
import { conflict, missing } from '../values/problems/problem.ts'

export const reportCodes = [
  'Fraud',
  'Phishing',
  'PersonalData',
  'IllegalContent',
  'AdultContent',
  'Misleading',
  'NotAsDescribed',
  'Other',
] as const
export type ReportCode = (typeof reportCodes)[number]
export const commentMax = 2_000

/**
 * Conditions for a report to count towards a pause: the account's age, the advertisers who accepted its work, and how many of its reports
 * were dismissed recently.
 */
export const reporterRules = {
  accountSeconds: 7 * 86_400,
  advertisers: 2,
  dismissedMax: 2,
  dismissedSeconds: 30 * 86_400,
}

/** One report as operators read it. */
export type OpenReport = {
  readonly code: ReportCode
  readonly comment: string | null
  readonly counts: boolean
  readonly reportedAtUtc: string
}

export type ReportedOffer = {
  readonly id: Id<'offer'>
  readonly title: string
  readonly advertiser: Id<'account'>
  readonly advertiserEmail: string
  readonly status: string
  /** Paused by reports, with no decision since. */
  readonly isPausedByReports: boolean
  readonly reporters: number
  readonly counting: number
  readonly firstAt: Date
  readonly lastAt: Date
  /** The newest ones, up to ten. */
  readonly reports: readonly OpenReport[]
}

/** `statusReason.code` of an offer that reports have paused. */
export const reportedCode = 'reported'
export const reportedMessage = 'Executors have reported this offer. It is paused until an operator has looked at it.'

export const TooManyOfferReports = conflict<{ limit: number }>(
  'too_many_offer_reports',
  'Too many offer reports',
  ({ limit }) => `The limit is ${limit} offer reports in 24 hours. Try again later.`,
)
export const NoOpenOfferReports = missing(
  'offer_reports_not_found',
  'No open reports',
  'No offer has this id, or it has no open reports.',
)

/** Whether the reports pause the offer. After a dismissal, further reports wait for an operator instead. */
export const mustPause = (
  { counting, dismissed, status }: { counting: number; dismissed: number; status: string },
  pauseAt: number,
): boolean => pauseAt > 0 && status === 'Active' && dismissed === 0 && counting >= pauseAt
