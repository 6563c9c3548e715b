import type { Criterion } from '../../offers/offer.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { alreadyDecided } from '../deadlines.ts'
import { type Execution, executionTransitions } from '../execution.ts'

/** The acceptance criteria of the reserved version; null if the request names none. */
export type WithCriteria = { readonly criteria: readonly Criterion[] | null }

type FailedCriteria = { readonly failedCriteria?: readonly string[] | null | undefined }

type RejectRequest = FailedCriteria & {
  readonly versions?: Versions
  /** The criteria of the reserved version; needed if the request names any. */
  readonly criteria: readonly Criterion[] | null
  readonly now: Date
}

export const namesCriteria = ({ failedCriteria }: FailedCriteria): boolean => (failedCriteria ?? []).length > 0

/**
 * Returns whether the report is still to be rejected. Throws VersionConflict, AlreadyDecided, or ValidationError if a named criterion is
 * not one of the task.
 */
export function decideReject(
  execution: Execution,
  { versions, failedCriteria, criteria, now }: RejectRequest,
): boolean {
  if (execution.status === executionTransitions.reject.to) return false
  mustBeVersion(execution, versions)
  if (!canTransition(executionTransitions.reject, execution.status)) throw alreadyDecided(execution, 'advertiser', now)
  mustBeCriteria(failedCriteria ?? [], criteria ?? [])
  return true
}

function mustBeCriteria(named: readonly string[], criteria: readonly Criterion[]): void {
  const allowed = criteria.map(({ id }) => id)
  const expected =
    allowed.length > 0 ? `must be one of ${allowed.join(', ')}.` : 'must not be named: the task had none.'
  const wrong = named.findIndex((id) => !allowed.includes(id))
  if (wrong >= 0) throw ValidationError([bodyError(`failedCriteria.${wrong}`, 'unknown', expected)])
}
