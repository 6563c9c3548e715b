import type { Id } from '../values/id.ts'
import { decimalOf } from '../values/money.ts'
import { dayOf, hourOf, lineOf, type NotificationKind, type NotificationValues, receiverOf } from './notification.ts'
import type { EndingHold, ReviewDeadline, SourceCredential, SourceDecision, SourceEvent } from './sources.ts'

export const operators = 'Operators'

/** A notification to create. Each account gets one for each cause; merged ones add up in `reports`. */
export type PendingNotification = {
  readonly account: Id<'account'> | typeof operators
  readonly kind: NotificationKind
  readonly cause: string
  readonly data: NotificationValues
  readonly happenedAt: Date
}

type Content = {
  readonly account: PendingNotification['account'] | null
  readonly kind: NotificationKind
  readonly data: NotificationValues
}

const reasonOf = (reason: unknown): NotificationValues =>
  typeof reason === 'string' && reason !== '' ? { reason: lineOf(reason) } : {}
const until = (time: Date | null): NotificationValues => (time ? { untilUtc: time.toISOString() } : {})
const titled = (title: string | null): NotificationValues => (title === null ? {} : { title: lineOf(title) })

/** Formats units from JSON. */
const amount = (units: unknown, currency: string): NotificationValues => ({
  amount: decimalOf(BigInt(Number(units))),
  currency,
})

const offerOf = ({ offer, title }: Pick<SourceDecision, 'offer' | 'title'>): NotificationValues =>
  offer === null ? {} : { offerId: offer, ...titled(title) }
const workOf = (decision: SourceDecision): NotificationValues =>
  decision.execution === null ? {} : { executionId: decision.execution, ...offerOf(decision) }

const messageOf = (decision: SourceDecision): NotificationValues => {
  const { actor, sender, subjectId: conversationId } = decision
  return { ...offerOf(decision), conversationId, reports: 1, ...receiverOf(actor, sender) }
}

type Rule = (decision: SourceDecision, currency: string) => readonly Content[]
type ValuesOf = (decision: SourceDecision, currency: string) => NotificationValues

/** Decisions on disputes have their own notification. */
const isOfDispute = ({ data }: SourceDecision): boolean => data['from'] === 'Disputed'

const toExecutor =
  (kind: NotificationKind, more: ValuesOf): Rule =>
  (decision, currency) =>
    isOfDispute(decision)
      ? []
      : [{ account: decision.executor, kind, data: { ...workOf(decision), ...more(decision, currency) } }]

const toOwner =
  (kind: NotificationKind, values: ValuesOf): Rule =>
  (decision, currency) => [{ account: decision.owner, kind, data: values(decision, currency) }]

const toOperators =
  (kind: NotificationKind, values: ValuesOf): Rule =>
  (decision, currency) => [{ account: operators, kind, data: values(decision, currency) }]

/** While a payment is pending, the text must not say that the work is paid. */
const outcomeOf = ({ data }: SourceDecision): string =>
  data['payment'] === 'Pending' ? 'PaymentPending' : String(data['outcome'])

const disputeDecision = (decision: SourceDecision, side: 'advertiser' | 'executor'): Content => {
  const data = { ...workOf(decision), outcome: outcomeOf(decision), side }
  return { account: decision[side], kind: 'DisputeDecided', data }
}
const toBothSides = (decision: SourceDecision): Content[] => [
  disputeDecision(decision, 'advertiser'),
  disputeDecision(decision, 'executor'),
]

const notPaid = (kind: NotificationKind): Rule =>
  toOwner(kind, ({ data, reason }, currency) => ({ ...amount(data['units'], currency), ...reasonOf(reason) }))
const arrived = toOwner('DepositArrived', ({ data }, currency) => amount(data['units'], currency))
const failing = toOwner('EndpointFailing', ({ subjectId, reason, data }) => ({
  endpointId: subjectId,
  url: lineOf(String(data['url'])),
  about: String(data['about']),
  ...reasonOf(reason),
}))
const lifted = toOwner('SanctionLifted', ({ subjectId, reason, data }) => ({
  sanctionId: subjectId,
  sanctionKind: String(data['kind']),
  ...reasonOf(reason),
}))
const barred = (kind: NotificationKind): Rule =>
  toOwner(kind, ({ subjectId, reason, data, endsAt }) => ({
    sanctionId: subjectId,
    sanctionKind: String(data['kind']),
    ...reasonOf(reason),
    ...until(endsAt),
  }))
const signInChanged = (about: string) => toOwner('SignInChanged', () => ({ about }))

/** Notifies the owner of an offer only if an operator acted. */
const ofOperator =
  (rule: Rule): Rule =>
  (decision, currency) =>
    decision.actor === 'operator' ? rule(decision, currency) : []
const withReason = (kind: NotificationKind): Rule =>
  toOwner(kind, (decision) => ({ ...offerOf(decision), ...reasonOf(decision.reason) }))

/** Notifies an advertiser that all their offers are paused or resumed. */
const ofAllOffers = (kind: NotificationKind): Rule => toOwner(kind, ({ data }) => ({ about: String(data['cause']) }))

/** Recipients and contents by audit action. Other actions notify no one. */
const rules: Readonly<Record<string, Rule>> = {
  'report.accept': toExecutor('WorkAccepted', ({ rewardUnits }, currency) => amount(rewardUnits ?? 0n, currency)),
  'report.reject': toExecutor('WorkRejected', ({ reason, appealDeadlineAt }) => ({
    ...reasonOf(reason),
    ...until(appealDeadlineAt),
  })),
  'report.rework': toExecutor('ReworkRequested', ({ reason, data }) => ({
    ...reasonOf(reason),
    untilUtc: String(data['deadlineAtUtc']),
  })),
  'report.withdraw': (decision) => [{ account: decision.advertiser, kind: 'ReportWithdrawn', data: workOf(decision) }],
  'report.bonus': toExecutor('BonusReceived', ({ reason, data }, currency) => ({
    ...amount(data['units'], currency),
    ...reasonOf(reason),
  })),
  'dispute.open': (decision) => {
    const data = { ...workOf(decision), ...reasonOf(decision.reason), ...until(decision.respondByAt) }
    return [{ account: decision.advertiser, kind: 'ReportDisputed', data }]
  },
  'dispute.answer': toExecutor('DisputeAnswered', ({ reason }) => reasonOf(reason)),
  'dispute.decide': toBothSides,
  'dispute.run_out': toBothSides,
  'guarantee.request': toOperators('GuaranteePaymentWaiting', (decision, currency) => ({
    ...workOf(decision),
    ...amount(decision.data['units'], currency),
  })),
  'refund.request': toOperators('RefundRequested', ({ data }, currency) => amount(data['units'], currency)),
  'offer_report.make': toOperators('TaskReported', (decision) => ({ ...offerOf(decision), reports: 1 })),
  'conversation.write': (decision) => [{ account: decision.owner, kind: 'MessageReceived', data: messageOf(decision) }],
  'message_report.make': toOperators('MessageReported', () => ({ reports: 1 })),
  'operator_request.request': toOperators('ApprovalRequested', ({ data }) => ({ about: String(data['kind']) })),
  'guarantee.approve': toBothSides,
  'guarantee.cover': toBothSides,
  'guarantee.refuse': (decision) =>
    toBothSides(decision).map((part) => ({ ...part, data: { ...part.data, ...reasonOf(decision.reason) } })),
  'dispute.concede': (decision) => [disputeDecision(decision, 'executor')],
  'task.approve': ofOperator(toOwner('OfferApproved', offerOf)),
  'task.reject': withReason('OfferRejected'),
  'task.approve_change': toOwner('OfferChangeApproved', offerOf),
  'task.reject_change': withReason('OfferChangeRejected'),
  'task.pause': ofOperator(withReason('OfferPaused')),
  'task.suspend': withReason('OfferPaused'),
  'offers.pause': ofAllOffers('OffersPaused'),
  'offers.resume': ofAllOffers('OffersResumed'),
  'deposit.book': arrived,
  'deposit.pay': arrived,
  'deposit.void': notPaid('DepositVoided'),
  'withdrawal.new_account': toOwner('PayoutAccountNew', ({ data, subjectId }, currency) => ({
    ...amount(data['units'], currency),
    about: String(data['method']),
    withdrawalId: Number(subjectId),
  })),
  'refund.new_account': toOwner('PayoutAccountNew', ({ data, subjectId }, currency) => ({
    ...amount(data['units'], currency),
    about: String(data['method']),
    refundId: Number(subjectId),
  })),
  'withdrawal.pay': toOwner('WithdrawalPaid', ({ data }, currency) => amount(data['units'], currency)),
  'withdrawal.fail': notPaid('WithdrawalFailed'),
  'withdrawal.reject': notPaid('WithdrawalFailed'),
  'refund.pay': toOwner('RefundPaid', ({ data }, currency) => amount(data['units'], currency)),
  'refund.fail': notPaid('RefundFailed'),
  'refund.reject': notPaid('RefundFailed'),
  'sanction.impose': barred('SanctionImposed'),
  'sanction.uphold': barred('SanctionUpheld'),
  'sanction.lift': lifted,
  'sanction.end': lifted,
  'account.password': signInChanged('Password'),
  'account.password_reset': signInChanged('PasswordReset'),
  'account.second_factor_off': signInChanged('SecondFactorOff'),
  'account.passkey_add': signInChanged('PasskeyAdded'),
  'account.passkey_remove': signInChanged('PasskeyRemoved'),
  'webhook.fail': failing,
  'webhook.disable': failing,
}

export const notifiedActions: readonly string[] = Object.keys(rules)
export const notifiedEvents = ['report.submitted', 'task.completed', 'balance.low'] as const

export const fromDecision = (decision: SourceDecision, currency: string): PendingNotification[] =>
  (rules[decision.action]?.(decision, currency) ?? []).flatMap(({ account, kind, data }) =>
    account === null ? [] : [{ account, kind, data, cause: causeOf(kind, decision), happenedAt: decision.happenedAt }],
  )

/** Merged by day: reports of one offer, and of messages. By hour: the messages of a conversation. */
function causeOf(kind: NotificationKind, { id, offer, subjectId, happenedAt }: SourceDecision): string {
  if (kind === 'TaskReported') return `reported:${offer}:${dayOf(happenedAt)}`
  if (kind === 'MessageReported') return `reported messages:${dayOf(happenedAt)}`
  return kind === 'MessageReceived' ? `conversation:${subjectId}:${hourOf(happenedAt)}` : `decision:${id}`
}

export function fromEvent(event: SourceEvent, currency: string): PendingNotification[] {
  const { account, data, happenedAt } = event
  const values = (
    kind: NotificationKind,
    more: NotificationValues,
    cause = `event:${event.id}`,
  ): PendingNotification[] => [{ account, kind, cause, happenedAt, data: { ...offerOf(event), ...more } }]
  if (event.kind === 'report.submitted')
    return values('ReportSubmitted', { reports: 1 }, `offer:${event.offer}:${hourOf(happenedAt)}`)
  if (event.kind === 'task.completed') return values('OfferCompleted', { outcome: String(data['reason']) })
  const threshold = decimalOf(BigInt(Number(data['thresholdUnits'])))
  return values('BalanceLow', { ...amount(data['availableUnits'], currency), threshold })
}

export const fromCredential = ({ id, account, kind, name, happenedAt }: SourceCredential): PendingNotification => ({
  account,
  kind: 'CredentialCreated',
  cause: `credential:${id}`,
  happenedAt,
  data: { credentialId: id, credentialKind: kind, ...(name === null ? {} : { credentialName: lineOf(name) }) },
})

/** Deadlines of one offer on one day are merged. */
export const fromReviewDeadline = ({
  advertiser,
  offer,
  title,
  reports,
  dueAt,
  now,
}: ReviewDeadline): PendingNotification => ({
  account: advertiser,
  kind: 'ReviewDue',
  cause: `offer:${offer}:${dayOf(dueAt)}`,
  happenedAt: now,
  data: { offerId: offer, ...titled(title), reports, ...until(dueAt) },
})

export const fromHold = ({ execution, heldAt, endsAt, now, ...task }: EndingHold): PendingNotification => ({
  account: operators,
  kind: 'FraudHoldEnding',
  cause: `hold:${execution}:${heldAt.getTime()}`,
  happenedAt: now,
  data: { executionId: execution, ...offerOf(task), ...until(endsAt) },
})
