import type { Execution } from '../execution.ts'

export type AutoAccepting = Pick<Execution, 'status' | 'reviewDeadlineAt' | 'fraudHoldAt'>

/**
 * Returns the auto-accept deadline of an execution; null if it has none, because it is decided, sent back or on fraud hold. To change
 * the rule, change `sql-fragments-review-deadline.ts` too: a test compares them.
 */
export const autoAcceptsAt = ({ status, reviewDeadlineAt, fraudHoldAt }: AutoAccepting): Date | null =>
  status === 'Pending' && fraudHoldAt === null ? reviewDeadlineAt : null

/** Returns whether an execution is auto-accepted, even if no job has recorded it yet. The deadline is inclusive. */
export function isAutoAccepted(execution: AutoAccepting, now: Date): boolean {
  const deadline = autoAcceptsAt(execution)
  return deadline !== null && now >= deadline
}
