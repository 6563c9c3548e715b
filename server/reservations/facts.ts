import type { Profile } from '../offers/audience.ts'
import type { Limits } from '../offers/limits.ts'
import type { Audience } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import type { MissedReservations } from './cool-down.ts'
import type { ReservationRate } from './rate-limit.ts'
import type { Reservation, Terms } from './reservation.ts'

/** The caller's Active reservation on the offer, in columns such as `ownExpiresAt`; there is no more than one. */
type OwnColumns = {
  readonly [Name in OwnColumn as `own${Capitalize<Name>}`]: Reservation[Name]
} & { readonly ownId: Id<'reservation'> | null }
type OwnColumn = keyof Terms | 'createdAt' | 'expiresAt' | 'heldUntil' | 'extendedAt'

/** The facts about an executor that hold for every offer. */
export type ExecutorRow = MissedReservations & {
  /** Whether a sanction bars the executor, and until when; null: indefinitely. */
  readonly isBarred: boolean
  readonly barredUntil: Date | null
  readonly otherId: Id<'reservation'> | null
  readonly otherOffer: Id<'offer'> | null
  readonly otherExpiresAt: Date | null
  readonly otherActive: number | null
}

/** The facts about an offer and an executor that decide whether the executor may reserve it. */
export type OfferRow = Pick<Limits, 'startsAt' | 'endsAt' | 'minLevel'> &
  ReservationRate & {
    readonly advertiser: Id<'account'>
    readonly offerStatus: string
    readonly perExecutorLimit: number
    readonly attemptsMax: number
    readonly minAge: number | null
    readonly maxAge: number | null
    readonly targetGender: Audience['gender']
    readonly targetCountries: readonly number[]
    /** Whether the advertiser blocks the executor, and whether the offer's invitation list (if any) includes them. */
    readonly isBlocked: boolean
    readonly isInvited: boolean
    /** How many of their reservations on the offer count towards its limit. */
    readonly taken: number
    /** How many of their submissions on the offer ended as rejected or withdrawn. */
    readonly failed: number
  }

/** The facts for one reserve: the offer (null if there is none), the executor, and their reservations. */
export type ReserveRow = Omit<Profile, 'level'> &
  OfferRow &
  ExecutorRow &
  OwnColumns & {
    readonly id: Id<'reservation'>
    readonly offer: Id<'offer'> | null
    readonly remaining: number
    /** An overdue reservation whose slot is no longer held; looked up only if no slot is free. */
    readonly lapsedId: Id<'reservation'> | null
    readonly reservationsMade: number
    readonly accepted: number
    readonly rejected: number
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
