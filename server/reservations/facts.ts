import type { Profile } from '../offers/audience.ts'
import type { Limits } from '../offers/limits.ts'
import type { Audience } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import type { MissedReservations } from './cool-down.ts'
import type { ReservationRate } from './rate-limit.ts'
import type { Reservation } from './reservation.ts'

/** The caller's Active reservation on the offer; there is no more than one. */
type OwnColumns = {
  readonly ownId: Id<'reservation'> | null
  readonly ownRewardUnits: Reservation['rewardUnits']
  readonly ownCurrency: string
  readonly ownReviewSeconds: number
  readonly ownOfferVersion: number
  readonly ownAcceptanceCriteria: Reservation['acceptanceCriteria']
  readonly ownMaxReworks: number | null
  readonly ownReworkSeconds: number | null
  readonly ownCreatedAt: Date
  readonly ownExpiresAt: Date
  readonly ownHeldUntil: Date | null
  readonly ownExtendedAt: Date | null
}

/** The facts about an executor that hold for every offer. */
export type ExecutorRow = Pick<
  ReserveRow,
  | 'isBarred'
  | 'barredUntil'
  | 'missedLast'
  | 'missedFirst'
  | 'otherId'
  | 'otherOffer'
  | 'otherExpiresAt'
  | 'otherActive'
>

/** The facts for one reserve: the offer (null if there is none), the executor, and their reservations. */
export type ReserveRow = Omit<Profile, 'level'> &
  Pick<Limits, 'startsAt' | 'endsAt' | 'minLevel'> &
  ReservationRate &
  MissedReservations &
  OwnColumns & {
    readonly id: Id<'reservation'>
    readonly offer: Id<'offer'> | null
    readonly advertiser: Id<'account'>
    readonly offerStatus: string
    readonly remaining: number
    /** An overdue reservation whose slot is no longer held; looked up only if no slot is free. */
    readonly lapsedId: Id<'reservation'> | null
    readonly perExecutorLimit: number
    readonly attemptsMax: number
    /** Whether the advertiser blocks the executor, and whether the offer's invitation list (if any) includes them. */
    readonly isBlocked: boolean
    readonly isInvited: boolean
    readonly minAge: number | null
    readonly maxAge: number | null
    readonly targetGender: Audience['gender']
    readonly targetCountries: readonly number[]
    readonly reservationsMade: number
    readonly accepted: number
    readonly rejected: number
    /** Whether a sanction bars the executor, and until when; null: indefinitely. */
    readonly isBarred: boolean
    readonly barredUntil: Date | null
    readonly otherId: Id<'reservation'> | null
    readonly otherOffer: Id<'offer'> | null
    readonly otherExpiresAt: Date | null
    readonly otherActive: number | null
    readonly taken: number
    /** How many of their submissions on the offer ended as rejected or withdrawn. */
    readonly failed: number
  }

/** Returns the caller's Active reservation on the offer, expired or not; undefined if there is none. */
export function ownReservation(row: ReserveRow, executor: Id<'account'>): Reservation | undefined {
  if (row.ownId === null || row.offer === null) return undefined
  return {
    id: row.ownId,
    offer: row.offer,
    executor,
    kind: 'Work',
    execution: null,
    status: 'Active',
    rewardUnits: row.ownRewardUnits,
    currency: row.ownCurrency,
    reviewSeconds: row.ownReviewSeconds,
    offerVersion: row.ownOfferVersion,
    acceptanceCriteria: row.ownAcceptanceCriteria,
    maxReworks: row.ownMaxReworks,
    reworkSeconds: row.ownReworkSeconds,
    createdAt: row.ownCreatedAt,
    expiresAt: row.ownExpiresAt,
    heldUntil: row.ownHeldUntil,
    extendedAt: row.ownExtendedAt,
  }
}
