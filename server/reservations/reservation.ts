import { createHmac } from 'node:crypto'
import type { Criterion } from '../offers/offer.ts'
import { type Id, idOf } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { bodyError, conflict, missing, type Problem, ValidationError } from '../values/problems/problem.ts'
import { allowedActions, type StatusOf, statusesOf, type Transitions } from '../values/transitions/transitions.ts'

/** Transitions of a reservation; `reserve` creates it. */
export const reservationTransitions = {
  cancel: { from: ['Active'], to: 'Cancelled', by: ['executor'], shown: 'Cancel' },
  submit: { from: ['Active'], to: 'Submitted', by: ['executor'], shown: 'Submit' },
  extend: { from: ['Active'], to: 'Active', by: ['executor'], shown: 'Extend' },
  expire: { from: ['Active'], to: 'Expired', by: ['system'] },
  revoke: { from: ['Active'], to: 'Revoked', by: ['operator'] },
  // By a return link of the study.
  screenOut: { from: ['Active'], to: 'ScreenedOut', by: ['executor'] },
} as const satisfies Transitions
export type ReservationStatus = StatusOf<typeof reservationTransitions>
export const reservationStatuses: readonly ReservationStatus[] = statusesOf(reservationTransitions)

/** The offer's terms at the time of the reservation; later changes of the offer do not affect them. */
export type Terms = {
  readonly rewardUnits: Units
  readonly currency: string
  readonly reviewSeconds: number
  readonly offerVersion: number
  /** Null: the offer had no acceptance criteria. */
  readonly acceptanceCriteria: readonly Criterion[] | null
  readonly maxReworks: number | null
  readonly reworkSeconds: number | null
}

export type Reservation = Terms & {
  readonly id: Id<'reservation'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  /** A reservation of kind Rework has no slot of its own: its execution holds it. */
  readonly kind: 'Work' | 'Rework'
  readonly execution: Id<'execution'> | null
  readonly status: ReservationStatus
  readonly createdAt: Date
  readonly expiresAt: Date
  /** Until when the slot is held for the same executor after expiry; null: no hold. */
  readonly heldUntil: Date | null
  readonly extendedAt: Date | null
  /** Whether it has a suite of items. */
  readonly hasItems: boolean
}

/** Returns the executor's alias for an advertiser: stable for the pair, and not comparable between advertisers. */
export const aliasOf = (secretKey: string, advertiser: number, executor: number): string =>
  `ex_${createHmac('sha256', secretKey).update(`executor alias:${advertiser}:${executor}`).digest('hex').slice(0, 20)}`

/** A reservation as the advertiser of its offer sees it. */
export type TaskReservation = Pick<
  Reservation,
  'id' | 'offer' | 'executor' | 'kind' | 'status' | 'createdAt' | 'expiresAt'
> & { readonly advertiser: Id<'account'>; readonly endedAt: Date | null }

export type ListedReservation = Reservation & { readonly offerTitle: string }

/** The reservation that a request is about; null: the running one. Without its id, a repeated request may reach a newer one. */
export type Meant = { readonly offer: Id<'offer'>; readonly reservation: Id<'reservation'> | null }

/** The body of a request about a reservation. */
export type NamesReservation = { readonly reservationId?: number | null } | null
/** The body of a cancellation; `skipped`: why the executor skips all items. */
export type CancelRequest = { readonly reservationId?: number | null; readonly skipped?: string | null } | null

export const meantBy = (offer: Id<'offer'>, body: NamesReservation): Meant => ({
  offer,
  reservation: body?.reservationId ? idOf(body.reservationId) : null,
})

type About = { readonly reservationId: number; readonly offerId: number }
type Until = About & { readonly expiresAtUtc: string }

export const ReservationNotFound = missing(
  'reservation_not_found',
  'Reservation not found',
  'You have no such reservation on this offer.',
)
export const ReservationExpired = conflict<Until>(
  'reservation_expired',
  'Reservation expired',
  ({ expiresAtUtc }) =>
    `This reservation expired at ${expiresAtUtc}. Reserve the offer again; uploaded files can be reused.`,
)
export const ReservationNotActive = conflict<About & { currentStatus: string }>(
  'reservation_not_active',
  'Reservation not active',
  ({ currentStatus }) => `This reservation is ${currentStatus.replace('ScreenedOut', 'screened out').toLowerCase()}.`,
)
export const AlreadySubmitted = conflict<About>(
  'reservation_already_submitted',
  'Already submitted',
  () => 'The work of this reservation was submitted for review.',
)
export const AlreadyExtended = conflict<Until>(
  'reservation_already_extended',
  'Already extended',
  ({ expiresAtUtc }) => `A reservation can be extended once; this one already was, and expires at ${expiresAtUtc}.`,
)
export const NotExtendable = conflict<Until>(
  'reservation_not_extendable',
  'Cannot be extended',
  ({ expiresAtUtc }) => `The advertiser sets the rework deadline; this one is ${expiresAtUtc}.`,
)

/** An Active reservation counts as expired from `expiresAt` on, whether or not the sweeper has processed it. */
export const isExpired = ({ expiresAt }: Pick<Reservation, 'expiresAt'>, now: Date): boolean => now >= expiresAt

/** Returns the refusal for a reservation that is not active; undefined if it is active. */
export function refusalOf(
  reservation: Pick<Reservation, 'id' | 'offer' | 'status' | 'expiresAt'>,
  now: Date,
): Problem | undefined {
  const about = { reservationId: reservation.id, offerId: reservation.offer }
  const expiresAtUtc = reservation.expiresAt.toISOString()
  if (reservation.status === 'Submitted') return AlreadySubmitted(about)
  const late = reservation.status === 'Active' && isExpired(reservation, now)
  if (reservation.status === 'Expired' || late) return ReservationExpired({ ...about, expiresAtUtc })
  if (reservation.status !== 'Active') return ReservationNotActive({ ...about, currentStatus: reservation.status })
  return undefined
}

/** Throws unless the reservation has items that may be skipped. */
export function mustBeSkippable({ hasItems }: Pick<Reservation, 'hasItems'>, skipsMax: number | null): void {
  if (hasItems && skipsMax !== null && skipsMax > 0) return
  const detail = {
    en: 'must be absent: this reservation has no items that may be skipped.',
    ru: 'не должно быть: в этой брони нет элементов, которые можно пропустить.',
  }
  throw ValidationError([bodyError('skipped', 'skips', detail)])
}

type Extent = Pick<Reservation, 'kind' | 'extendedAt'>
const isExtendable = ({ kind, extendedAt }: Extent): boolean => kind === 'Work' && extendedAt === null

/** Returns the executor's allowed actions for a reservation whose effective status is `status`. */
export const actionsOnReservation = (reservation: Extent, status: string): string[] =>
  allowedActions(reservationTransitions, status, 'executor').filter(
    (move) => move !== 'Extend' || isExtendable(reservation),
  )

/** Returns by how many seconds to extend: as requested, or by default the original duration. Throws a refusal. */
export function decideExtend(reservation: Reservation, seconds: number | null | undefined, now: Date): number {
  const refusal = refusalOf(reservation, now)
  if (refusal) throw refusal
  const { id: reservationId, offer: offerId, createdAt, expiresAt } = reservation
  const until = { reservationId, offerId, expiresAtUtc: expiresAt.toISOString() }
  if (reservation.kind === 'Rework') throw NotExtendable(until)
  if (reservation.extendedAt) throw AlreadyExtended(until)
  const secondsMax = Math.round((expiresAt.getTime() - createdAt.getTime()) / 1000)
  if (seconds === null || seconds === undefined) return secondsMax
  if (seconds <= secondsMax) return seconds
  const detail = {
    en: `must be at most ${secondsMax}: a reservation is extended by no more than it was made for.`,
    ru: `должно быть не больше ${secondsMax}: бронь продлевают не дольше, чем её брали.`,
  }
  throw ValidationError([bodyError('seconds', 'maximum', detail, { max: secondsMax })])
}
