import type { Units } from '../../values/money.ts'
import { type Days, dayOf, daysIn, daysMax } from '../../values/requests/days.ts'

const dayMs = 86_400_000

/** The members of a day's statistics that count records or new accounts, and those that are amounts of money. */
export const dayCounts = [
  'offersActivated',
  'submitted',
  'accepted',
  'rejected',
  'disputesOpened',
  'disputesDecided',
  'newAdvertisers',
  'newExecutors',
  'newOperators',
] as const
type DayAmount = 'depositedUnits' | 'rewardedUnits' | 'feeUnits' | 'withdrawnUnits'

/** Events of one day (UTC). */
export type DayStats = Readonly<Record<(typeof dayCounts)[number], number> & Record<DayAmount, Units>> & {
  readonly day: string
  /** Number of advertisers' decisions; below, their median duration. */
  readonly reviewed: number
  readonly medianReviewSeconds: number | null
  readonly countedAt: Date
}

export type CurrentStats = {
  readonly activeOffers: number
  readonly openSlots: number
  readonly pendingReviews: number
  readonly medianPendingSeconds: number | null
}

export const queueKinds = [
  'offers',
  'offerChanges',
  'reportedOffers',
  'reportedMessages',
  'disputes',
  'guaranteePayments',
  'heldRejections',
  'fraudHolds',
  'withdrawals',
  'refunds',
  'bookingRequests',
  'operatorRequests',
  'appeals',
] as const
export type QueueKind = (typeof queueKinds)[number]
/** Queues of payments. */
export const moneyQueueKinds = [
  'guaranteePayments',
  'withdrawals',
  'refunds',
  'bookingRequests',
] as const satisfies readonly QueueKind[]
export type MoneyQueueKind = (typeof moneyQueueKinds)[number]

/** Faults of the system that the server knows of, worst first. */
export const faultKinds = [
  'LedgerWrong',
  'LedgerUnchecked',
  'JobsFailing',
  'MailOff',
  'MailFailing',
  'WebhooksFailing',
] as const
export type Fault = {
  readonly kind: (typeof faultKinds)[number]
  /** How many mails, webhooks or jobs fail; null for faults that are one. */
  readonly count: number | null
  readonly sinceUtc: string | null
}

type Failing = { readonly count: number; readonly sinceUtc: string | null }

/** The operators' queue: how many records of each kind wait, and what the database knows of faults. */
export type QueueRow = Readonly<Record<QueueKind, number>> & {
  /** Whether the last ledger check passed; null: never checked. */
  readonly booksOk: boolean | null
  readonly booksCheckedAtUtc: string | null
  readonly isCheckLate: boolean
  /** Since when the longest waiting record of each kind waits; null if none does. */
  readonly oldest: Readonly<Record<QueueKind, string | null>>
  /** The money of the records that wait, in units. */
  readonly units: Readonly<Record<MoneyQueueKind, string>>
  /** When the next record is decided without an operator. */
  readonly nextDeadlines: Readonly<Record<'disputes' | 'heldRejections', string | null>>
  readonly failing: Readonly<Record<'mails' | 'webhooks' | 'jobs', Failing>>
}
export type Queue = QueueRow & { readonly faults: readonly Fault[] }

/** Returns the faults, worst first. */
export function faultsOf(
  { booksOk, booksCheckedAtUtc: sinceUtc, isCheckLate, failing }: QueueRow,
  isMailSent: boolean,
): Fault[] {
  const found: Readonly<Record<Fault['kind'], Failing | boolean>> = {
    LedgerWrong: booksOk === false,
    LedgerUnchecked: isCheckLate,
    JobsFailing: failing.jobs,
    MailOff: !isMailSent,
    MailFailing: isMailSent && failing.mails,
    WebhooksFailing: failing.webhooks,
  }
  return faultKinds.flatMap((kind): Fault[] => {
    const fault = found[kind]
    if (typeof fault !== 'boolean') return fault.count > 0 ? [{ kind, ...fault }] : []
    return fault ? [{ kind, count: null, sinceUtc: kind === 'MailOff' ? null : sinceUtc }] : []
  })
}

export type MarketStats = {
  readonly period: Days
  readonly days: readonly DayStats[]
  readonly current: CurrentStats
  readonly queue: Queue
}

/** Returns the days to compute: those never computed, then yesterday and today again, up to a maximum per run. */
export function daysToCount(lastCounted: string | null, now: Date): string[] {
  const today = Date.parse(dayOf(now.getTime()))
  const next = lastCounted === null ? 0 : Date.parse(lastCounted)
  const from = Math.max(today - (daysMax - 1) * dayMs, Math.min(next, today - dayMs))
  return daysIn({ from: dayOf(from), to: dayOf(today) })
}

/** Returns the median of daily medians, weighted by the number of reviews. */
export function medianOf(days: readonly Pick<DayStats, 'reviewed' | 'medianReviewSeconds'>[]): number | null {
  const known = days.flatMap(({ reviewed, medianReviewSeconds: seconds }) =>
    seconds === null ? [] : [{ reviewed, seconds }],
  )
  const sorted = known.toSorted((a, b) => a.seconds - b.seconds)
  const half = sorted.reduce((sum, { reviewed }) => sum + reviewed, 0) / 2
  let passed = 0
  for (const { reviewed, seconds } of sorted) {
    passed += reviewed
    if (passed >= half) return seconds
  }
  return null
}
