import { allowedActions } from '../values/transitions/transitions.ts'
import { AlreadyDecided, type Execution, executionTransitions } from './execution.ts'

type DeadlineFacts = Pick<Execution, 'status' | 'reviewDeadlineAt' | 'reworkDeadlineAt' | 'fraudHoldAt'>

/** For how many days an advertiser may override a rejection. */
export const overrideDays = 30
const dayMs = 86_400_000

/** The reason for rejecting work whose rework deadline has passed. */
export const missedRework = {
  reasonCode: 'NotCompleted',
  reason: 'The work was sent back, and was not submitted again by its deadline.',
} as const

export type AutoAccepting = Pick<Execution, 'status' | 'reviewDeadlineAt' | 'fraudHoldAt'>

/**
 * Returns the auto-accept deadline of an execution; null if it has none, because it is decided, sent back or on fraud hold. To change
 * the rule, change `isAutoAcceptedBy` too: a test compares them.
 */
export const autoAcceptsAt = ({ status, reviewDeadlineAt, fraudHoldAt }: AutoAccepting): Date | null =>
  status === 'Pending' && fraudHoldAt === null ? reviewDeadlineAt : null

/** Returns whether an execution is auto-accepted, even if no job has recorded it yet. The deadline is inclusive. */
export function isAutoAccepted(execution: AutoAccepting, now: Date): boolean {
  const deadline = autoAcceptsAt(execution)
  return deadline !== null && now >= deadline
}

/** The outcome of an expired deadline, even if no job has recorded it yet. Callers apply it before any other change. */
export function pastDeadline(execution: DeadlineFacts, now: Date): 'autoAccept' | 'missRework' | undefined {
  if (isAutoAccepted(execution, now)) return 'autoAccept'
  const { status, reworkDeadlineAt } = execution
  if (status !== 'ReworkRequested' || reworkDeadlineAt === null) return undefined
  return now >= reworkDeadlineAt ? 'missRework' : undefined
}

type ActionFacts = DeadlineFacts & Pick<Execution, 'reworkRound' | 'maxReworks' | 'decidedAt' | 'appealDeadlineAt'>
type Side = 'advertiser' | 'executor'

/** Conditions of actions beyond the status, by the public name of the action. */
const conditions: Readonly<Record<string, (execution: ActionFacts, now: Date) => boolean>> = {
  Reject: (execution, now) => pastDeadline(execution, now) === undefined,
  RequestRework: (execution, now) =>
    pastDeadline(execution, now) === undefined && execution.reworkRound < execution.maxReworks,
  Resubmit: (execution, now) => pastDeadline(execution, now) === undefined,
  Withdraw: (execution, now) => pastDeadline(execution, now) === undefined,
  Accept: (execution, now) => execution.fraudHoldAt === null && pastDeadline(execution, now) !== 'missRework',
  Dispute: ({ appealDeadlineAt }, now) => appealDeadlineAt !== null && now < appealDeadlineAt,
  OverrideRejection: ({ decidedAt }, now) =>
    decidedAt !== null && now.getTime() <= decidedAt.getTime() + overrideDays * dayMs,
}

/** Returns the allowed actions of the advertiser or the executor on an execution. */
export const actionsOn = (execution: ActionFacts, side: Side, now: Date): string[] =>
  allowedActions(executionTransitions, execution.status, side).filter(
    (action) => conditions[action]?.(execution, now) ?? true,
  )

/** Returns the problem that the execution is already decided, with the allowed actions. */
export const alreadyDecided = (execution: Execution, side: Side, now: Date) =>
  AlreadyDecided({ currentStatus: execution.status, allowedActions: actionsOn(execution, side, now) })

/** Throws AlreadyDecided if the advertiser may not override the rejection (any more). The offer's status does not matter. */
export function mustBeOverridable(rejected: Parameters<typeof actionsOn>[0], now: Date): void {
  const allowedActions = actionsOn(rejected, 'advertiser', now)
  if (!allowedActions.includes('OverrideRejection'))
    throw AlreadyDecided({ currentStatus: rejected.status, allowedActions })
}
