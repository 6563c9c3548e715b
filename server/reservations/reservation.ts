import type { Profile } from '../offers/audience.ts'
import type { Audience } from '../offers/offer.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Moves, StatusOf } from '../values/moves.ts'
import { conflict, missing } from '../values/problem.ts'

/** How a reservation ends; a new one is made by `reserve`. */
export const reservationMoves = {
  cancel: { from: ['Active'], to: 'Cancelled', by: ['executor'], shown: 'Cancel' },
  submit: { from: ['Active'], to: 'Submitted', by: ['executor'], shown: 'Submit' },
  expire: { from: ['Active'], to: 'Expired', by: ['system'] },
  revoke: { from: ['Active'], to: 'Revoked', by: ['operator'] },
} as const satisfies Moves
export type ReservationStatus = StatusOf<typeof reservationMoves>

export type Reservation = {
  readonly id: Id<'reservation'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly status: ReservationStatus
  readonly rewardUnits: Units
  readonly currency: string
  readonly reviewSeconds: number
  readonly offerVersion: number
  readonly createdAt: Date
  readonly expiresAt: Date
}

type About = { readonly reservationId: number; readonly offerId: number }
type Until = About & { readonly expiresAtUtc: string }

export const ActiveReservationExists = conflict<Until>(
  'active_reservation_exists',
  'Another reservation is active',
  ({ offerId, expiresAtUtc }) =>
    `Finish or cancel the reservation of offer ${offerId} first; it lasts until ${expiresAtUtc}.`,
)
export const PerExecutorLimitReached = conflict<{ limit: number }>(
  'per_executor_limit_reached',
  'Limit for each executor reached',
  ({ limit }) => `An executor may take this offer ${limit === 1 ? 'once' : `${limit} times`}.`,
)
export const ReservationNotFound = missing(
  'reservation_not_found',
  'Reservation not found',
  'There is no such reservation of yours on this offer.',
)
export const ReservationExpired = conflict<Until>(
  'reservation_expired',
  'Reservation expired',
  ({ expiresAtUtc }) =>
    `This reservation ended at ${expiresAtUtc}. Reserve the offer again; what was uploaded can be used again.`,
)
export const ReservationNotActive = conflict<About & { currentStatus: string }>(
  'reservation_not_active',
  'Reservation not active',
  ({ currentStatus }) => `This reservation is ${currentStatus.toLowerCase()}.`,
)
export const AlreadySubmitted = conflict<About>(
  'reservation_already_submitted',
  'Already submitted',
  () => 'The work of this reservation was submitted for review.',
)

/** An Active reservation counts until its end, whether or not the sweeper has seen it. */
export const isExpired = ({ expiresAt }: Pick<Reservation, 'expiresAt'>, now: Date): boolean => now >= expiresAt

/** The refusal that the status of a reservation calls for, where an active one is needed; nothing where it is active. */
export function refusalOf(reservation: Reservation, now: Date) {
  const about = { reservationId: reservation.id, offerId: reservation.offer }
  const expiresAtUtc = reservation.expiresAt.toISOString()
  if (reservation.status === 'Submitted') return AlreadySubmitted(about)
  const late = reservation.status === 'Active' && isExpired(reservation, now)
  if (reservation.status === 'Expired' || late) return ReservationExpired({ ...about, expiresAtUtc })
  if (reservation.status !== 'Active') return ReservationNotActive({ ...about, currentStatus: reservation.status })
  return undefined
}

type OwnColumns = {
  readonly ownId: Id<'reservation'> | null
  readonly ownStatus: ReservationStatus
  readonly ownRewardUnits: Units
  readonly ownCurrency: string
  readonly ownReviewSeconds: number
  readonly ownOfferVersion: number
  readonly ownCreatedAt: Date
  readonly ownExpiresAt: Date
}

/** What the database says about one reserve: of the offer (null: there is none), the executor, and their reservations. */
export type ReserveRow = Profile &
  OwnColumns & {
    readonly id: Id<'reservation'>
    readonly offer: Id<'offer'> | null
    readonly advertiser: Id<'account'>
    readonly offerStatus: string
    readonly remaining: number
    /** A reservation that is over and still keeps its slot; looked for only where no slot is left. */
    readonly lapsedId: Id<'reservation'> | null
    readonly perExecutorLimit: number
    readonly minAge: number | null
    readonly maxAge: number | null
    readonly targetGender: Audience['gender']
    readonly targetCountries: readonly number[]
    readonly reservationsMade: number
    readonly otherId: Id<'reservation'> | null
    readonly otherOffer: Id<'offer'> | null
    readonly otherExpiresAt: Date | null
    readonly otherActive: number | null
    readonly taken: number
  }

/** The caller's own Active reservation on the offer, if there is one. */
export function ownReservation(row: ReserveRow, executor: Id<'account'>): Reservation | undefined {
  if (row.ownId === null || row.offer === null) return undefined
  return {
    id: row.ownId,
    offer: row.offer,
    executor,
    status: row.ownStatus,
    rewardUnits: row.ownRewardUnits,
    currency: row.ownCurrency,
    reviewSeconds: row.ownReviewSeconds,
    offerVersion: row.ownOfferVersion,
    createdAt: row.ownCreatedAt,
    expiresAt: row.ownExpiresAt,
  }
}
