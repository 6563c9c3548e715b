import type { Id } from '../values/id.ts'

export const daysKept = 90
export const keptMax = 1_000
export const unreadMax = 100
export const readAtOnceMax = 100
/**
 * Reminders are sent this many hours before a deadline. Reviews with less than twice this time get none; the notification of the
 * submission suffices.
 */
export const dueHours = 24
const textMax = 500

type Role = 'Advertiser' | 'Executor' | 'Operator'
type Manner = {
  /** The roles that get it; all if absent. */
  readonly roles?: readonly Role[]
  /** Whether it is also mailed by default. */
  readonly email: boolean
  /** Always shown in the console, whatever the preference. */
  readonly isFixed?: true
  /** Always mailed, whatever the preference. */
  readonly isAlwaysMailed?: true
}

const advertiser = ['Advertiser'] as const
const executor = ['Executor'] as const
const operator = ['Operator'] as const

/** Kinds of notifications, in the order of the preferences page. */
export const manners = {
  ReportSubmitted: { roles: advertiser, email: false },
  ReviewDue: { roles: advertiser, email: true },
  ReportDisputed: { roles: advertiser, email: true },
  OfferApproved: { roles: advertiser, email: true },
  OfferRejected: { roles: advertiser, email: true },
  OfferChangeApproved: { roles: advertiser, email: true },
  OfferChangeRejected: { roles: advertiser, email: true },
  OfferPaused: { roles: advertiser, email: true },
  OffersPaused: { roles: advertiser, email: true },
  OffersResumed: { roles: advertiser, email: true },
  OfferCompleted: { roles: advertiser, email: true },
  BalanceLow: { roles: advertiser, email: true },
  DepositArrived: { roles: advertiser, email: true },
  RefundPaid: { roles: advertiser, email: true },
  RefundFailed: { roles: advertiser, email: true },
  EndpointFailing: { roles: advertiser, email: true },
  WorkAccepted: { roles: executor, email: false },
  WorkRejected: { roles: executor, email: true },
  ReworkRequested: { roles: executor, email: true },
  ReportWithdrawn: { roles: advertiser, email: false },
  DisputeAnswered: { roles: executor, email: false },
  BonusReceived: { roles: executor, email: false },
  WithdrawalPaid: { roles: executor, email: true },
  WithdrawalFailed: { roles: executor, email: true },
  DisputeDecided: { roles: ['Advertiser', 'Executor'], email: true },
  GuaranteePaymentWaiting: { roles: operator, email: true },
  FraudHoldEnding: { roles: operator, email: true },
  SanctionImposed: { email: true, isFixed: true },
  SanctionUpheld: { email: true, isFixed: true },
  SanctionLifted: { email: true, isFixed: true },
  CredentialCreated: { email: true, isFixed: true },
  SignInChanged: { email: true, isFixed: true, isAlwaysMailed: true },
} as const satisfies Readonly<Record<string, Manner>>

export type NotificationKind = keyof typeof manners
export const kinds = Object.keys(manners) as readonly NotificationKind[]
export const mannerOf = (kind: NotificationKind): Manner => manners[kind]

/** Values of a notification: ids, and small values that would otherwise be looked up. */
export type NotificationValues = {
  readonly offerId?: number
  readonly title?: string
  readonly executionId?: number
  readonly reports?: number
  readonly amount?: number
  readonly threshold?: number
  readonly currency?: string
  readonly reason?: string
  readonly untilUtc?: string
  readonly outcome?: string
  readonly side?: 'advertiser' | 'executor'
  readonly endpointId?: number
  readonly url?: string
  readonly about?: string
  readonly sanctionId?: number
  readonly sanctionKind?: string
  readonly credentialId?: number
  readonly credentialKind?: string
  readonly credentialName?: string
}

export type Notification = {
  readonly id: Id<'notification'>
  readonly kind: NotificationKind
  readonly data: NotificationValues
  readonly createdAt: Date
  readonly readAt: Date | null
}

/** Puts user-written text on one line and truncates it, because it appears inside our own text. */
export function lineOf(text: string, most = textMax): string {
  const all = [...text.replace(/[\p{C}\s]+/gu, ' ').trim()]
  return all.length <= most ? all.join('') : `${all.slice(0, most - 1).join('')}…`
}

const review = ({ offerId }: NotificationValues) => `/advertiser/review?offer=${offerId}`
const offer = ({ offerId }: NotificationValues) => `/advertiser/offers/${offerId}`
const work = ({ executionId }: NotificationValues) => `/executor/work/${executionId}`
const to = (path: string) => () => path

const paths: Readonly<Record<NotificationKind, (values: NotificationValues) => string>> = {
  ReportSubmitted: review,
  ReviewDue: review,
  ReportDisputed: to('/advertiser/disputes'),
  OfferApproved: offer,
  OfferRejected: offer,
  OfferChangeApproved: offer,
  OfferChangeRejected: offer,
  OfferPaused: offer,
  OffersPaused: to('/advertiser/offers'),
  OffersResumed: to('/advertiser/offers'),
  OfferCompleted: offer,
  BalanceLow: to('/advertiser/balance'),
  DepositArrived: to('/advertiser/balance'),
  RefundPaid: to('/advertiser/balance'),
  RefundFailed: to('/advertiser/balance'),
  EndpointFailing: to('/settings/webhooks'),
  WorkAccepted: work,
  WorkRejected: work,
  ReworkRequested: work,
  DisputeAnswered: work,
  BonusReceived: work,
  WithdrawalPaid: to('/executor/earnings'),
  WithdrawalFailed: to('/executor/earnings'),
  DisputeDecided: (values) => (values.side === 'advertiser' ? '/advertiser/disputes' : work(values)),
  GuaranteePaymentWaiting: to('/operator/guarantee'),
  FraudHoldEnding: to('/operator/fraud-holds'),
  ReportWithdrawn: review,
  SanctionImposed: to('/settings/account'),
  SanctionUpheld: to('/settings/account'),
  SanctionLifted: to('/settings/account'),
  CredentialCreated: to('/settings/security'),
  SignInChanged: to('/settings/security'),
}

/** Returns the console path where the recipient can act. */
export const pathOf = (kind: NotificationKind, values: NotificationValues): string => paths[kind](values)
