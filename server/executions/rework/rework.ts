import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { alreadyDecided } from '../deadlines.ts'
import { type Execution, executionTransitions, ReworkLimitReached } from '../execution.ts'

export const reworkSecondsMin = 3_600
export const reworkSecondsMax = 1_209_600

/** Says whether there is something left to do to send an execution back; refuses where it is decided, or too often sent. */
export function decideRework(execution: Execution, versions: Versions, now: Date): boolean {
  if (execution.status === 'ReworkRequested') return false
  mustBeVersion(execution, versions)
  if (!canTransition(executionTransitions.requestRework, execution.status))
    throw alreadyDecided(execution, 'advertiser', now)
  if (execution.reworkRound >= execution.maxReworks) throw ReworkLimitReached({ maxRounds: execution.maxReworks })
  return true
}

/** Says whether there is something left to do to take an execution back. */
export function decideWithdraw(execution: Execution, versions: Versions, now: Date): boolean {
  if (execution.status === 'Withdrawn') return false
  mustBeVersion(execution, versions)
  if (canTransition(executionTransitions.withdraw, execution.status)) return true
  throw alreadyDecided(execution, 'executor', now)
}
