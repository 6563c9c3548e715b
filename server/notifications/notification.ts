import type { Id } from '../values/id.ts'

export const daysKept = 90
export const keptMax = 1_000
export const unreadMax = 100
export const readAtOnceMax = 100
/** Reviews are due so long before time decides; of those that had less than twice as long, their submission tells enough. */
export const dueHours = 24
const textMax = 500

type Role = 'Advertiser' | 'Executor' | 'Operator'
type Manner = {
  /** Who is told; everybody where nothing is said. */
  readonly roles?: readonly Role[]
  /** Whether it is also mailed, unless the account chose otherwise. */
  readonly email: boolean
  /** It stays in the console whatever the account chooses. */
  readonly isFixed?: true
  /** It is mailed whatever the account chooses. */
  readonly isAlwaysMailed?: true
}

const advertiser = ['Advertiser'] as const
const executor = ['Executor'] as const
const operator = ['Operator'] as const

/** What accounts are told of, in the order in which they choose. */
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

/** What a notification says: ids, and what is small and would be looked up otherwise. */
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

/** A text on one line and not too long: what others wrote stands among our own words. */
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

/** Where in the console something can be done about it. */
export const pathOf = (kind: NotificationKind, values: NotificationValues): string => paths[kind](values)
