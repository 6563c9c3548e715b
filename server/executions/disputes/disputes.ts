import type { ModeratedOffer } from '../../offers/moderation/moderation.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import { allowedActions, type StatusOf, type Transitions } from '../../values/transitions/transitions.ts'
import type { ExecutionStatus } from '../execution.ts'
import type { OpenedReport, Revision } from '../report.ts'

const undecided = ['Open', 'AdvertiserReplied', 'UnderReview'] as const

/** How a dispute goes on after an executor opened it. Where nobody decides in time, the time decides for the executor. */
export const disputeTransitions = {
  answer: { from: ['Open'], to: 'AdvertiserReplied', by: ['advertiser'], shown: 'Answer' },
  stayUnanswered: { from: ['Open'], to: 'UnderReview', by: ['system'] },
  concede: { from: [...undecided, 'PaymentPending'], to: 'Resolved', by: ['advertiser'], shown: 'Concede' },
  decide: { from: undecided, to: 'Resolved', by: ['operator'], shown: 'Decide' },
  runOut: { from: undecided, to: 'Resolved', by: ['system'] },
  // Decided for the executor, but the platform would have to pay, and an operator has to approve that first.
  awaitPayment: { from: undecided, to: 'PaymentPending', by: ['operator', 'system'] },
  payOrRefuse: { from: ['PaymentPending'], to: 'Resolved', by: ['operator', 'system'] },
} as const satisfies Transitions
export type DisputeStatus = StatusOf<typeof disputeTransitions>

export const undecidedStatuses: readonly DisputeStatus[] = undecided
export const disputeStatuses: readonly DisputeStatus[] = [...undecided, 'PaymentPending', 'Resolved']

/** For whom an operator can decide. */
export const decisions = ['Executor', 'Advertiser'] as const
export type DecidedFor = (typeof decisions)[number]

/**
 * How a dispute ended: an operator's decision, the advertiser's giving in, or the time that ran out. `PaymentRefused`: it was
 * decided for the executor, but an operator refused that the platform pays, so that the rejection stands.
 */
export type Outcome = DecidedFor | 'Conceded' | 'Silence' | 'PaymentRefused'

export type Dispute = {
  readonly id: Id<'dispute'>
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly executor: Id<'account'>
  readonly executorAlias: string
  readonly status: DisputeStatus
  readonly statement: string
  readonly openedAt: Date
  readonly respondByAt: Date
  readonly decideByAt: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly outcome: Outcome | null
  readonly decidedBy: Id<'account'> | null
  readonly decidedNote: string | null
  readonly resolvedAt: Date | null
  /** When it was read: what may be done depends on it. */
  readonly now: Date
}

/** A dispute with everything that an operator decides by. */
export type Case = {
  readonly dispute: Dispute
  readonly offer: ModeratedOffer
  readonly report: OpenedReport
  readonly revisions: readonly Revision[]
}

/** An advertiser in whose place the platform paid, and how much of it they owe. */
export type Debtor = {
  readonly id: Id<'account'>
  readonly email: string
  readonly owedUnits: Units
  readonly updatedAt: Date
}

export const DisputeNotFound = missing('dispute_not_found', 'Dispute not found', 'No dispute has this id.')
export const DisputeStateConflict = conflict<{ currentStatus: string; allowedActions: readonly string[] }>(
  'dispute_state_conflict',
  "Not allowed in this dispute's status",
  ({ currentStatus }) =>
    currentStatus === 'Resolved'
      ? 'This dispute is already decided.'
      : `Not allowed while the dispute is ${currentStatus}, or the deadline has passed.`,
)
export const DisputeWindowClosed = conflict<{ currentStatus: string; appealDeadlineAtUtc: string | null }>(
  'dispute_window_closed',
  'Cannot be disputed',
  ({ currentStatus, appealDeadlineAtUtc }) => {
    if (currentStatus !== 'Rejected') return `Only a rejection can be disputed; this work is ${currentStatus}.`
    if (appealDeadlineAtUtc === null) return 'This rejection is final.'
    return `The deadline for an appeal was ${appealDeadlineAtUtc}.`
  },
)

type Appealable = { readonly status: ExecutionStatus; readonly appealDeadlineAt: Date | null }

/** A rejection can be appealed against before its deadline, and once. */
export function mustBeAppealable({ status, appealDeadlineAt }: Appealable, now: Date): void {
  if (status === 'Rejected' && appealDeadlineAt !== null && now < appealDeadlineAt) return
  const appealDeadlineAtUtc = appealDeadlineAt?.toISOString() ?? null
  throw DisputeWindowClosed({ currentStatus: status, appealDeadlineAtUtc })
}

/** What this side may do with the dispute now. Who is late for something may not do it, whether or not a timer was there. */
export const actionsOn = (dispute: Dispute, actor: 'advertiser' | 'executor' | 'operator'): string[] =>
  isUndecided(dispute) && hasRunOut(dispute, dispute.now)
    ? []
    : allowedActions(disputeTransitions, dispute.status, actor).filter(
        (action) => action !== 'Answer' || dispute.now < dispute.respondByAt,
      )

/** Says whether the answer is to be written down: the same one again is not. */
export function mayAnswer(dispute: Dispute, answer: string): boolean {
  if (dispute.answer === answer) return false
  if (actionsOn(dispute, 'advertiser').includes('Answer')) return true
  throw stateConflict(dispute, 'advertiser')
}

export const stateConflict = (dispute: Dispute, actor: 'advertiser' | 'operator') =>
  DisputeStateConflict({ currentStatus: dispute.status, allowedActions: actionsOn(dispute, actor) })

/** Whether the decision is still open. While a payment waits for an operator, the decision is made. */
export const isUndecided = ({ status }: Pick<Dispute, 'status'>): boolean => undecidedStatuses.includes(status)

/** Nobody has decided in time: it is decided for the executor, whoever comes now. */
export const hasRunOut = ({ decideByAt }: Pick<Dispute, 'decideByAt'>, now: Date): boolean => now >= decideByAt

const sideOf = (outcome: Outcome | null): DecidedFor =>
  outcome === 'Advertiser' || outcome === 'PaymentRefused' ? 'Advertiser' : 'Executor'

/** A decision that was made before is what was asked for if it is for the same side; otherwise who asks is late. */
export function mustAgree(dispute: Dispute, wanted: Outcome, actor: 'advertiser' | 'operator'): void {
  if (sideOf(dispute.outcome) !== sideOf(wanted)) throw stateConflict(dispute, actor)
}

export const statementLengthMin = 10
export const statementLengthMax = 5_000

/** What one side says to the other and to whoever decides, without space at its ends. */
export function statementOf(given: string, field: 'statement' | 'answer'): string {
  const statement = given.trim()
  const length = [...statement].length
  if (length >= statementLengthMin && length <= statementLengthMax) return statement
  const detail = `must have ${statementLengthMin} to ${statementLengthMax} characters.`
  throw ValidationError([bodyError(field, 'length', detail)])
}
