import type { Id } from '../../values/id.ts'
import { bodyError, conflict, missing, ValidationError } from '../../values/problems/problem.ts'
import { timeOf } from '../../values/requests/query.ts'
import { mustBeInstant } from '../../values/sentences.ts'
import type { StatusOf, Transitions } from '../../values/transitions/transitions.ts'

/** Transitions of an imposed sanction. Its account may appeal once. */
export const sanctionTransitions = {
  appeal: { from: ['InForce'], to: 'Appealed', by: ['account'], shown: 'Appeal' },
  uphold: { from: ['Appealed'], to: 'Upheld', by: ['operator'], shown: 'Uphold' },
  lift: { from: ['InForce', 'Appealed', 'Upheld'], to: 'Lifted', by: ['operator'], shown: 'Lift' },
  end: { from: ['InForce', 'Appealed', 'Upheld'], to: 'Ended', by: ['system'] },
} as const satisfies Transitions
export type SanctionTransition = keyof typeof sanctionTransitions
export type SanctionStatus = StatusOf<typeof sanctionTransitions>
/** Statuses in which a sanction is in force, until its end. */
export const openStatuses: readonly SanctionStatus[] = sanctionTransitions.lift.from

/** What a sanction bars: nothing, reserving, submitting offers, or everything but the operations mounted `evenSuspended` (api-groups.ts). */
export const sanctionKinds = ['Warning', 'NoReservations', 'NoOffers', 'Suspension'] as const
export type SanctionKind = (typeof sanctionKinds)[number]

export const sanctionCodes = [
  'TermsBroken',
  'FraudSuspected',
  'ProofsReused',
  'WorkAbandoned',
  'UnfairRejections',
  'PaymentReversed',
  'Other',
] as const
export type SanctionCode = (typeof sanctionCodes)[number]

export type Sanction = {
  readonly id: Id<'sanction'>
  readonly account: Id<'account'>
  readonly email: string
  readonly kind: SanctionKind
  readonly code: SanctionCode
  readonly reason: string
  readonly status: SanctionStatus
  /** Null: until it is lifted. */
  readonly endsAt: Date | null
  readonly appeal: string | null
  readonly appealedAt: Date | null
  readonly answer: string | null
  readonly answeredAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const SanctionNotFound = missing('sanction_not_found', 'Sanction not found', 'No sanction has this id.')
export const SanctionStateConflict = conflict<{ currentStatus: string; allowedActions: readonly string[] }>(
  'sanction_state_conflict',
  "Not allowed in this sanction's status",
  ({ currentStatus }) => `Not allowed while the sanction is ${currentStatus}.`,
)
/** The restriction of an account that is about to be closed. */
const closingKind = 'AccountClosing'
/** End of that restriction; later than that of any sanction with an end. */
export const closingBar = '9999-12-31T00:00:00Z'

export const Sanctioned = conflict<{ kind: string; untilUtc: string | null }>(
  'sanctioned',
  'Barred by a sanction',
  ({ kind, untilUtc }) =>
    kind === closingKind
      ? 'The account is being closed. Cancel the closing in the console first.'
      : `A sanction bars this account from this ${untilUtc ? `until ${untilUtc}` : 'until it is lifted'}. The account can appeal once.`,
)

/** Returns the status of a sanction. It ends at `endsAt`, even if the job has not run. */
export const statusAt = ({ status, endsAt }: Sanction, now: Date): SanctionStatus =>
  openStatuses.includes(status) && endsAt !== null && endsAt <= now ? 'Ended' : status

/** Parses the requested end of a sanction. Throws ValidationError unless it has a zone and is in the future. */
export function endOf(text: string | null | undefined, now: Date): Date | null {
  if (text === null || text === undefined) return null
  const end = timeOf(text)
  if (end === undefined) throw ValidationError([bodyError('endsAtUtc', 'format', mustBeInstant)])
  if (end > now) return end
  throw ValidationError([
    bodyError('endsAtUtc', 'range', { en: 'must be a time that is still ahead.', ru: 'это время уже прошло.' }),
  ])
}

/** Returns the problem for an account barred by a sanction of this kind, or because it is about to be closed. */
export const barredBy = (kind: SanctionKind, until: Date | null) =>
  until?.getTime() === Date.parse(closingBar)
    ? Sanctioned({ kind: closingKind, untilUtc: null })
    : Sanctioned({ kind, untilUtc: until?.toISOString() ?? null })
