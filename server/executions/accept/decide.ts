import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { alreadyDecided, mustBeOverridable } from '../deadlines.ts'
import { type Execution, type ExecutionStatus, executionTransitions, ReportOnHold } from '../execution.ts'

/** What accepting a report does. `unchanged`: it is accepted already. */
export type AcceptDecision = 'accept' | 'concede' | 'override' | 'unchanged'

type Override = { readonly overrideRejection?: boolean | null | undefined }
type AcceptFacts = Override & { readonly versions?: Versions; readonly now: Date }

/** Returns what accepting a report of this status does; undefined if the status does not allow it. */
export function acceptanceOf(status: ExecutionStatus, { overrideRejection }: Override): AcceptDecision | undefined {
  if (status === executionTransitions.accept.to) return 'unchanged'
  if (canTransition(executionTransitions.accept, status)) return 'accept'
  if (canTransition(executionTransitions.concede, status)) return 'concede'
  return overrideRejection && canTransition(executionTransitions.override, status) ? 'override' : undefined
}

/** Decides what accepting a report does. Throws VersionConflict, ReportOnHold, or AlreadyDecided if it can no longer be accepted. */
export function decideAccept(execution: Execution, facts: AcceptFacts): AcceptDecision {
  const decision = acceptanceOf(execution.status, facts)
  if (decision === 'unchanged') return decision
  mustBeVersion(execution, facts.versions)
  if (decision === undefined) throw alreadyDecided(execution, 'advertiser', facts.now)
  if (decision === 'accept' && execution.fraudHoldAt !== null) throw ReportOnHold({})
  if (decision === 'override') mustBeOverridable(execution, facts.now)
  return decision
}
