import type { Id } from '../values/id.ts'
import { decimalOf } from '../values/money.ts'
import { lineOf, type NotificationKind, type NotificationValues } from './notification.ts'
import type { Decided, Due, EndingHold, Issued, Recorded } from './sources.ts'

/** Recipient of notifications to every operator. */
export const operators = 'Operators'

/** A notification to create. Each account gets one for each cause; merged ones add up in `reports`. */
export type PendingNotification = {
  readonly account: Id<'account'> | typeof operators
  readonly kind: NotificationKind
  readonly cause: string
  readonly data: NotificationValues
  readonly happenedAt: Date
}

type Part = {
  readonly account: PendingNotification['account'] | null
  readonly kind: NotificationKind
  readonly data: NotificationValues
}

const why = (reason: unknown): NotificationValues =>
  typeof reason === 'string' && reason !== '' ? { reason: lineOf(reason) } : {}
const until = (time: Date | null): NotificationValues => (time ? { untilUtc: time.toISOString() } : {})
const titled = (title: string | null): NotificationValues => (title === null ? {} : { title: lineOf(title) })

/** Formats units from JSON. */
const amount = (units: unknown, currency: string): NotificationValues => ({
  amount: decimalOf(BigInt(Number(units))),
  currency,
})

const offerOf = ({ offer, title }: Pick<Decided, 'offer' | 'title'>): NotificationValues =>
  offer === null ? {} : { offerId: offer, ...titled(title) }
const workOf = (decided: Decided): NotificationValues =>
  decided.execution === null ? {} : { executionId: decided.execution, ...offerOf(decided) }

type Rule = (decided: Decided, currency: string) => readonly Part[]

/** Decisions on disputes have their own notification. */
const isOfDispute = ({ data }: Decided): boolean => data['from'] === 'Disputed'

const toExecutor =
  (kind: NotificationKind, more: (decided: Decided, currency: string) => NotificationValues): Rule =>
  (decided, currency) =>
    isOfDispute(decided)
      ? []
      : [{ account: decided.executor, kind, data: { ...workOf(decided), ...more(decided, currency) } }]

const toOwner =
  (kind: NotificationKind, values: (decided: Decided, currency: string) => NotificationValues): Rule =>
  (decided, currency) => [{ account: decided.owner, kind, data: values(decided, currency) }]

/** Notifies every operator of something that needs a decision. */
const toOperators =
  (kind: NotificationKind, values: (decided: Decided, currency: string) => NotificationValues): Rule =>
  (decided, currency) => [{ account: operators, kind, data: values(decided, currency) }]

/** While a payment is pending, the text must not say that the work is paid. */
const outcomeOf = ({ data }: Decided): string =>
  data['payment'] === 'Pending' ? 'PaymentPending' : String(data['outcome'])

const verdict = (decided: Decided, side: 'advertiser' | 'executor'): Part => {
  const data = { ...workOf(decided), outcome: outcomeOf(decided), side }
  return { account: decided[side], kind: 'DisputeDecided', data }
}
const toBothSides = (decided: Decided): Part[] => [verdict(decided, 'advertiser'), verdict(decided, 'executor')]

const notPaid =
  (kind: NotificationKind): Rule =>
  (decided, currency) => [
    {
      account: decided.owner,
      kind,
      data: { ...amount(decided.data['units'], currency), ...why(decided.reason) },
    },
  ]
const arrived = toOwner('DepositArrived', ({ data }, currency) => amount(data['units'], currency))
const failing = toOwner('EndpointFailing', ({ subjectId, data }) => ({
  endpointId: subjectId,
  url: lineOf(String(data['url'])),
  about: String(data['about']),
}))
const lifted = toOwner('SanctionLifted', ({ subjectId, reason, data }) => ({
  sanctionId: subjectId,
  sanctionKind: String(data['kind']),
  ...why(reason),
}))
const barred = (kind: NotificationKind): Rule =>
  toOwner(kind, ({ subjectId, reason, data, endsAt }) => ({
    sanctionId: subjectId,
    sanctionKind: String(data['kind']),
    ...why(reason),
    ...until(endsAt),
  }))
const doorChanged = (about: string) => toOwner('SignInChanged', () => ({ about }))

/** Notifies the owner of an offer only if an operator acted. */
const ofOperator =
  (rule: Rule): Rule =>
  (decided, currency) =>
    decided.actor === 'operator' ? rule(decided, currency) : []
const withReason = (kind: NotificationKind): Rule =>
  toOwner(kind, (decided) => ({ ...offerOf(decided), ...why(decided.reason) }))

/** Notifies an advertiser that all their offers are paused or resumed. */
const ofAllOffers = (kind: NotificationKind): Rule => toOwner(kind, ({ data }) => ({ about: String(data['cause']) }))

/** Recipients and contents by audit action. Other actions notify no one. */
const rules: Readonly<Record<string, Rule>> = {
  'report.accept': toExecutor('WorkAccepted', ({ rewardUnits }, currency) => amount(rewardUnits ?? 0n, currency)),
  'report.reject': toExecutor('WorkRejected', ({ reason, appealDeadlineAt }) => ({
    ...why(reason),
    ...until(appealDeadlineAt),
  })),
  'report.rework': toExecutor('ReworkRequested', ({ reason, data }) => ({
    ...why(reason),
    untilUtc: String(data['deadlineAtUtc']),
  })),
  'report.withdraw': (decided) => [{ account: decided.advertiser, kind: 'ReportWithdrawn', data: workOf(decided) }],
  'report.bonus': toExecutor('BonusReceived', ({ reason, data }, currency) => ({
    ...amount(data['units'], currency),
    ...why(reason),
  })),
  'dispute.open': (decided) => {
    const data = { ...workOf(decided), ...why(decided.reason), ...until(decided.respondByAt) }
    return [{ account: decided.advertiser, kind: 'ReportDisputed', data }]
  },
  'dispute.answer': toExecutor('DisputeAnswered', ({ reason }) => why(reason)),
  'dispute.decide': toBothSides,
  'dispute.run_out': toBothSides,
  'guarantee.request': toOperators('GuaranteePaymentWaiting', (decided, currency) => ({
    ...workOf(decided),
    ...amount(decided.data['units'], currency),
  })),
  'guarantee.approve': toBothSides,
  'guarantee.cover': toBothSides,
  'guarantee.refuse': (decided) =>
    toBothSides(decided).map((part) => ({ ...part, data: { ...part.data, ...why(decided.reason) } })),
  'dispute.concede': (decided) => [verdict(decided, 'executor')],
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
  'account.password': doorChanged('Password'),
  'account.password_reset': doorChanged('PasswordReset'),
  'account.second_factor_off': doorChanged('SecondFactorOff'),
  'account.passkey_add': doorChanged('PasskeyAdded'),
  'account.passkey_remove': doorChanged('PasskeyRemoved'),
  'webhook.fail': failing,
  'webhook.disable': failing,
}

export const notifiedActions: readonly string[] = Object.keys(rules)
export const notifiedEvents = ['report.submitted', 'task.completed', 'balance.low'] as const

export const fromDecision = (decided: Decided, currency: string): PendingNotification[] =>
  (rules[decided.action]?.(decided, currency) ?? []).flatMap(({ account, kind, data }) =>
    account === null ? [] : [{ account, kind, data, cause: `decision:${decided.id}`, happenedAt: decided.happenedAt }],
  )

/** Reports on one offer within one hour are merged. */
const hourOf = (time: Date): string => time.toISOString().slice(0, 13)
const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

export function fromEvent(event: Recorded, currency: string): PendingNotification[] {
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

export const fromCredential = ({ id, account, kind, name, happenedAt }: Issued): PendingNotification => ({
  account,
  kind: 'CredentialCreated',
  cause: `credential:${id}`,
  happenedAt,
  data: { credentialId: id, credentialKind: kind, ...(name === null ? {} : { credentialName: lineOf(name) }) },
})

/** Deadlines of one offer on one day are merged. */
export const fromDue = ({ advertiser, offer, title, reports, dueAt, now }: Due): PendingNotification => ({
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

const keyOf = ({ account, kind, cause }: PendingNotification): string => `${account} ${kind} ${cause}`

/** Merges notifications with the same cause: adds up their reports and keeps the first one's other values. */
export const gathered = (pending: readonly PendingNotification[]): PendingNotification[] =>
  [...Map.groupBy(pending, keyOf).values()].map(([first, ...rest]) => {
    const notification = first as PendingNotification
    const reports = rest.reduce((sum, { data }) => sum + (data.reports ?? 0), notification.data.reports ?? 0)
    return notification.data.reports === undefined
      ? notification
      : { ...notification, data: { ...notification.data, reports } }
  })
