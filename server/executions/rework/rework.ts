import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { alreadyDecided } from '../deadlines.ts'
import { type Execution, executionTransitions, ReworkLimitReached } from '../execution.ts'

export const reworkSecondsMin = 3_600
export const reworkSecondsMax = 1_209_600

/** Returns whether the execution is still to be sent back. Throws if it is decided or has no rework left. */
export function decideRework(execution: Execution, versions: Versions, now: Date): boolean {
  if (execution.status === 'ReworkRequested') return false
  mustBeVersion(execution, versions)
  if (!canTransition(executionTransitions.requestRework, execution.status))
    throw alreadyDecided(execution, 'advertiser', now)
  if (execution.reworkRound >= execution.maxReworks) throw ReworkLimitReached({ maxRounds: execution.maxReworks })
  return true
}

/** Returns whether the execution is still to be withdrawn. Throws VersionConflict or AlreadyDecided. */
export function decideWithdraw(execution: Execution, versions: Versions, now: Date): boolean {
  if (execution.status === 'Withdrawn') return false
  mustBeVersion(execution, versions)
  if (canTransition(executionTransitions.withdraw, execution.status)) return true
  throw alreadyDecided(execution, 'executor', now)
}
