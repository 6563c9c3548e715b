import type { Criterion } from '../../offers/offer.ts'
import type { Id } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { mustBeOneOf } from '../../values/sentences.ts'
import { canTransition } from '../../values/transitions/transitions.ts'
import { alreadyDecided, mustBeOverridable } from '../deadlines.ts'
import {
  type Execution,
  type ExecutionStatus,
  executionTransitions,
  ReportOnHold,
  ReworkLimitReached,
} from '../execution.ts'

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
    allowed.length > 0
      ? mustBeOneOf(allowed)
      : { en: 'must not be named: the task had none.', ru: 'не должно быть названо: у задания не было критериев.' }
  const wrong = named.findIndex((id) => !allowed.includes(id))
  if (wrong >= 0) throw ValidationError([bodyError(`failedCriteria.${wrong}`, 'unknown', expected)])
}

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

/**
 * Decides what accepting a report does. Its review deadline does not count here: pending work is accepted late as well. Throws
 * VersionConflict, ReportOnHold, or AlreadyDecided if it can no longer be accepted.
 */
export function decideAccept(execution: Execution, facts: AcceptFacts): AcceptDecision {
  const decision = acceptanceOf(execution.status, facts)
  // Before the version: a repeated request names the version from before its own decision.
  if (decision === 'unchanged') return decision
  mustBeVersion(execution, facts.versions)
  if (decision === undefined) throw alreadyDecided(execution, 'advertiser', facts.now)
  if (decision === 'accept' && execution.fraudHoldAt !== null) throw ReportOnHold({})
  if (decision === 'override') mustBeOverridable(execution, facts.now)
  return decision
}

/** The source of a decision, as reports show it. */
export type DecidedBy = 'Advertiser' | 'AutoAccept' | 'Rule' | 'Operator' | 'ReworkTimeout'

/** An acceptance or rejection to write, after the rules have allowed it. */
export type AllowedDecision = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly hasItems: boolean
  readonly hasScreenOuts: boolean
  readonly by: DecidedBy
  /** The responsible account; null for automatic decisions. */
  readonly account: Id<'account'> | null
  /** The version that was read and may be decided on; null: any. */
  readonly version?: number | null
  readonly comment?: string | null | undefined
  readonly rating?: number | null | undefined
  readonly reasonCode?: string | null
  readonly reason?: string | null | undefined
  readonly failedCriteria?: readonly string[] | null | undefined
  /** For an advertiser's own rejection: how many may still take effect, and how many had taken effect when the facts were read. */
  readonly rejectionsRemaining?: number | null
  readonly rejectionsMade?: number | null
  /** For an advertiser's rejection: block the executor from all offers of the advertiser. */
  readonly blocks?: boolean | null
}

/** A rejection that waits for an operator, to write. */
export type RejectionToHold = {
  readonly execution: Id<'execution'>
  readonly cause: 'Rate' | 'AtOnce'
  readonly reasonCode: string
  readonly reason: string
  readonly failedCriteria: readonly string[] | null
  readonly blocksExecutor: boolean
  /** The only version that may be rejected; null: any. */
  readonly version?: number | null
}
