import type { ExecutionStatus } from '../executions/execution.ts'
import type { AnyReport, StoredProof } from '../executions/report.ts'
import type { ModeratedOffer } from '../offers/moderation/moderation.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { bodyError, conflict, missing, ValidationError } from '../values/problems/problem.ts'
import { textFault, tidyText } from '../values/requests/texts.ts'
import { charactersBetween } from '../values/sentences.ts'
import { allowedActions, type StatusOf, type Transitions } from '../values/transitions/transitions.ts'

const undecided = ['Open', 'AdvertiserReplied', 'UnderReview'] as const

/** The transitions of a dispute. Without a decision by the deadline, it is decided for the executor. */
export const disputeTransitions = {
  answer: { from: ['Open'], to: 'AdvertiserReplied', by: ['advertiser'], shown: 'Answer' },
  stayUnanswered: { from: ['Open'], to: 'UnderReview', by: ['system'] },
  concede: { from: [...undecided, 'PaymentPending'], to: 'Resolved', by: ['advertiser'], shown: 'Concede' },
  decide: { from: undecided, to: 'Resolved', by: ['operator'], shown: 'Decide' },
  runOut: { from: undecided, to: 'Resolved', by: ['system'] },
  // Decided for the executor, but an operator must first approve that the platform pays.
  awaitPayment: { from: undecided, to: 'PaymentPending', by: ['operator', 'system'] },
  payOrRefuse: { from: ['PaymentPending'], to: 'Resolved', by: ['operator', 'system'] },
} as const satisfies Transitions
export type DisputeStatus = StatusOf<typeof disputeTransitions>

export const undecidedStatuses: readonly DisputeStatus[] = undecided
export const disputeStatuses: readonly DisputeStatus[] = [...undecided, 'PaymentPending', 'Resolved']

/** The sides for which an operator can decide. */
export const decisions = ['Executor', 'Advertiser'] as const
export type DecidedFor = (typeof decisions)[number]

/**
 * The outcome of a dispute: an operator's decision, a concession, or silence until the deadline. `PaymentRefused`: decided for the
 * executor, but an operator refused the platform's payment, so the rejection stands.
 */
export type Outcome = DecidedFor | 'Conceded' | 'Silence' | 'PaymentRefused'

/** The requested outcome of a dispute and its decider. */
export type Verdict = {
  readonly outcome: Exclude<Outcome, 'PaymentRefused'>
  readonly actor: 'advertiser' | 'operator' | 'system'
  readonly account: Id<'account'> | null
  readonly note: string | null
}

/** The verdict if the decision deadline passes: for the executor. */
export const verdictByDeadline: Verdict = { outcome: 'Silence', actor: 'system', account: null, note: null }

/** The rejection that a dispute is about, as it was before the decision on the dispute. */
export type DisputedRejection = {
  readonly by: string | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly comment: string | null
  readonly failedCriteria: readonly string[] | null
  readonly decidedAtUtc: string
}

export type Dispute = {
  readonly id: Id<'dispute'>
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly advertiserEmail: string
  readonly executor: Id<'account'>
  readonly executorEmail: string
  readonly executorAlias: string
  readonly offerTitle: string
  /** Whether the work answers items. */
  readonly hasItems: boolean
  readonly executorNickname: string | null
  readonly status: DisputeStatus
  readonly statement: string
  /** The files that the executor attached; null: none. */
  readonly attachments: readonly StoredProof[] | null
  readonly openedAt: Date
  readonly respondByAt: Date
  readonly decideByAt: Date
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly outcome: Outcome | null
  readonly decidedBy: Id<'account'> | null
  readonly decidedNote: string | null
  readonly resolvedAt: Date | null
  readonly rejection: DisputedRejection | null
  /** The time of the read, on which the allowed actions depend. */
  readonly now: Date
}

export type DisputeCase = {
  readonly dispute: Dispute
  readonly offer: ModeratedOffer
  readonly report: AnyReport
}

/** An advertiser with a debt to the platform, which paid for them. */
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

/** Throws DisputeWindowClosed unless the execution is rejected and its appeal deadline is ahead. */
export function mustBeAppealable({ status, appealDeadlineAt }: Appealable, now: Date): void {
  if (status === 'Rejected' && appealDeadlineAt !== null && now < appealDeadlineAt) return
  const appealDeadlineAtUtc = appealDeadlineAt?.toISOString() ?? null
  throw DisputeWindowClosed({ currentStatus: status, appealDeadlineAtUtc })
}

/** Returns the allowed actions of a side. Deadlines count even if no job has applied them yet. */
export const actionsOn = (dispute: Dispute, actor: 'advertiser' | 'executor' | 'operator'): string[] =>
  isUndecided(dispute) && isPastDecisionDeadline(dispute, dispute.now)
    ? []
    : allowedActions(disputeTransitions, dispute.status, actor).filter(
        (action) => action !== 'Answer' || dispute.now < dispute.respondByAt,
      )

/** Returns whether to store the answer; false if it is the same again. Throws if it is too late. */
export function mayAnswer(dispute: Dispute, answer: string): boolean {
  if (dispute.answer === answer) return false
  if (actionsOn(dispute, 'advertiser').includes('Answer')) return true
  throw stateConflict(dispute, 'advertiser')
}

export const stateConflict = (dispute: Dispute, actor: 'advertiser' | 'operator') =>
  DisputeStateConflict({ currentStatus: dispute.status, allowedActions: actionsOn(dispute, actor) })

/** Whether the decision is still open. While a payment waits for an operator, the decision is made. */
export const isUndecided = ({ status }: Pick<Dispute, 'status'>): boolean => undecidedStatuses.includes(status)

/** Whether the decision deadline has passed; the dispute is then decided for the executor. */
export const isPastDecisionDeadline = ({ decideByAt }: Pick<Dispute, 'decideByAt'>, now: Date): boolean =>
  now >= decideByAt

const sideOf = (outcome: Outcome | null): DecidedFor =>
  outcome === 'Advertiser' || outcome === 'PaymentRefused' ? 'Advertiser' : 'Executor'

/** Throws if the dispute was decided for the other side. */
export function mustBeDecidedFor(dispute: Dispute, wanted: Outcome, actor: 'advertiser' | 'operator'): void {
  if (sideOf(dispute.outcome) !== sideOf(wanted)) throw stateConflict(dispute, actor)
}

export const statementLengthMin = 10
export const statementLengthMax = 5_000

/** Returns the statement as it is stored. Throws ValidationError if its length is outside the limits. */
export function statementOf(given: string, field: 'statement' | 'answer'): string {
  const statement = tidyText(given)
  const fault = textFault('prose', statement)
  if (fault) throw ValidationError([bodyError(field, fault.code, fault.detail)])
  const length = [...statement].length
  if (length >= statementLengthMin && length <= statementLengthMax) return statement
  const detail = charactersBetween(statementLengthMin, statementLengthMax)
  throw ValidationError([bodyError(field, 'length', detail)])
}
