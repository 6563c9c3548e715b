import type { Execution } from '../execution.ts'

type AutoAccepting = Pick<Execution, 'status' | 'reviewDeadlineAt' | 'fraudHoldAt'>

/**
 * Returns when an execution is accepted without a review; null if no time accepts it, because it is decided, sent back or on fraud
 * hold. `sql-fragments.ts` has the same rule for statements.
 */
export const autoAcceptsAt = ({ status, reviewDeadlineAt, fraudHoldAt }: AutoAccepting): Date | null =>
  status === 'Pending' && fraudHoldAt === null ? reviewDeadlineAt : null

/** Returns whether the deadline has accepted an execution, even if no job has recorded it yet. */
export function isAutoAccepted(execution: AutoAccepting, now: Date): boolean {
  const deadline = autoAcceptsAt(execution)
  return deadline !== null && now >= deadline
}
