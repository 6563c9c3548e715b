import type { Id } from '../values/id.ts'
import { inOneLine } from '../values/requests/texts.ts'

export const daysKept = 90
export const notificationsMax = 1_000
export const unreadMax = 100
export const readAtOnceMax = 100
/** Maximum number of browsers of an account that get push messages. A further one ends the oldest. */
export const subscriptionsMax = 10
/**
 * Reminders are sent this many hours before a deadline. Reviews with less than twice this time get none; the notification of the
 * submission suffices.
 */
export const dueHours = 24
const textMax = 500

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
  readonly withdrawalId?: number
  readonly refundId?: number
  readonly credentialId?: number
  readonly credentialKind?: string
  readonly credentialName?: string
  readonly conversationId?: number
  readonly sender?: string
  readonly searchId?: number
  readonly searchName?: string
}

type Role = 'Advertiser' | 'Executor' | 'Operator'
type NotificationRule = {
  /** The roles that get it; all if absent. */
  readonly roles?: readonly Role[]
  /** Whether it is also mailed by default. */
  readonly email: boolean
  /** E-mailed with others in a digest, up to one an hour. */
  readonly isDigested?: true
  /** Always shown in the console, whatever the preference. */
  readonly isFixed?: true
  /** Always mailed, whatever the preference. */
  readonly isAlwaysMailed?: true
  /** Returns the console path where the recipient can act. */
  readonly path: (values: NotificationValues) => string
}

const advertiser = ['Advertiser'] as const
const executor = ['Executor'] as const
const operator = ['Operator'] as const

const review = ({ offerId }: NotificationValues) => `/advertiser/review?offer=${offerId}`
const offer = ({ offerId }: NotificationValues) => `/advertiser/offers/${offerId}`
const work = ({ executionId }: NotificationValues) => `/executor/work/${executionId}`
const to = (path: string) => () => path

/** Kinds of notifications, in the order of the preferences page. */
export const rules = {
  ReportSubmitted: { roles: advertiser, email: false, path: review },
  ReviewDue: { roles: advertiser, email: true, path: review },
  ReportDisputed: { roles: advertiser, email: true, path: to('/advertiser/disputes') },
  OfferApproved: { roles: advertiser, email: true, path: offer },
  OfferRejected: { roles: advertiser, email: true, path: offer },
  OfferChangeApproved: { roles: advertiser, email: true, path: offer },
  OfferChangeRejected: { roles: advertiser, email: true, path: offer },
  OfferPaused: { roles: advertiser, email: true, path: offer },
  OffersPaused: { roles: advertiser, email: true, path: to('/advertiser/offers') },
  OffersResumed: { roles: advertiser, email: true, path: to('/advertiser/offers') },
  OfferCompleted: { roles: advertiser, email: true, path: offer },
  BalanceLow: { roles: advertiser, email: true, path: to('/advertiser/balance') },
  DepositArrived: { roles: advertiser, email: true, path: to('/advertiser/balance') },
  DepositVoided: { roles: advertiser, email: true, path: to('/advertiser/balance') },
  RefundPaid: { roles: advertiser, email: true, path: to('/advertiser/balance') },
  RefundFailed: { roles: advertiser, email: true, path: to('/advertiser/balance') },
  EndpointFailing: { roles: advertiser, email: true, path: to('/settings/webhooks') },
  WorkAccepted: { roles: executor, email: false, path: work },
  WorkRejected: { roles: executor, email: true, path: work },
  ReworkRequested: { roles: executor, email: true, path: work },
  ReportWithdrawn: { roles: advertiser, email: false, path: review },
  DisputeAnswered: { roles: executor, email: false, path: work },
  BonusReceived: { roles: executor, email: false, path: work },
  MessageReceived: {
    roles: ['Advertiser', 'Executor'],
    email: true,
    isDigested: true,
    path: ({ side, conversationId }) => `/${side}/messages/${conversationId}`,
  },
  SearchMatched: { roles: executor, email: true, isDigested: true, path: to('/executor') },
  WithdrawalPaid: { roles: executor, email: true, path: to('/executor/earnings') },
  WithdrawalFailed: { roles: executor, email: true, path: to('/executor/earnings') },
  DisputeDecided: {
    roles: ['Advertiser', 'Executor'],
    email: true,
    path: (values) => (values.side === 'advertiser' ? '/advertiser/disputes' : work(values)),
  },
  GuaranteePaymentWaiting: { roles: operator, email: true, path: to('/operator/guarantee') },
  RefundRequested: { roles: operator, email: true, path: to('/operator/refunds') },
  TaskReported: { roles: operator, email: true, path: to('/operator/reported') },
  MessageReported: { roles: operator, email: true, path: to('/operator/reported-messages') },
  ApprovalRequested: { roles: operator, email: true, path: to('/operator/accounts') },
  FraudHoldEnding: { roles: operator, email: true, path: to('/operator/fraud-holds') },
  SanctionImposed: { email: true, isFixed: true, path: to('/settings/account') },
  SanctionUpheld: { email: true, isFixed: true, path: to('/settings/account') },
  SanctionLifted: { email: true, isFixed: true, path: to('/settings/account') },
  CredentialCreated: { email: true, isFixed: true, path: to('/settings/security') },
  PayoutAccountNew: {
    roles: ['Advertiser', 'Executor'],
    email: true,
    isFixed: true,
    isAlwaysMailed: true,
    path: ({ refundId }) => (refundId === undefined ? '/executor/withdrawals' : '/advertiser/balance'),
  },
  SignInChanged: { email: true, isFixed: true, isAlwaysMailed: true, path: to('/settings/security') },
} as const satisfies Readonly<Record<string, NotificationRule>>

export type NotificationKind = keyof typeof rules
export const kinds = Object.keys(rules) as readonly NotificationKind[]
export const ruleOf = (kind: NotificationKind): NotificationRule => rules[kind]

export type Notification = {
  readonly id: Id<'notification'>
  readonly kind: NotificationKind
  readonly data: NotificationValues
  readonly createdAt: Date
  readonly readAt: Date | null
}

/** Puts user-written text on one line and truncates it, because it appears inside our own text. */
export function lineOf(text: string, lengthMax = textMax): string {
  const characters = [...inOneLine(text)]
  return characters.length <= lengthMax ? characters.join('') : `${characters.slice(0, lengthMax - 1).join('')}…`
}

/** Returns the side that received a message, and for an advertiser the executor who wrote it. */
export const receiverOf = (author: string, sender: string | null): NotificationValues =>
  author === 'executor' ? { side: 'advertiser', ...(sender === null ? {} : { sender }) } : { side: 'executor' }
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)
export const hourOf = (time: Date): string => time.toISOString().slice(0, 13)

export const pathOf = (kind: NotificationKind, values: NotificationValues): string => ruleOf(kind).path(values)
