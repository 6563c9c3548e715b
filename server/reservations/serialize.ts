import { Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { offerSchema, serializeOffer } from '../offers/serialize.ts'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  text,
  whole,
} from '../values/requests/schema.ts'
import { actionsOnReservation, isExpired, type ListedReservation, type Reservation } from './reservation.ts'

const criterion = Type.Object({ id: text, text, required: Type.Boolean() })

const terms = Type.Object({
  rewardPerAction: money,
  currency: text,
  reviewPeriodSeconds: whole,
  offerVersion: whole,
  acceptanceCriteria: arrayOf(criterion),
  maxReworks: nullable(whole),
  reworkPeriodSeconds: nullable(whole),
})

const members = {
  id,
  expiresAtUtc: instant,
  offerId: id,
  kind: Type.String({ description: '`Work`, or `Rework` of submitted work' }),
  executionId: nullable(id),
  status: text,
  createdAtUtc: instant,
  heldUntilUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'End of the soft hold: until then only the same executor can reserve the slot again',
    }),
  ),
  extendable: Type.Boolean({ description: 'Whether it can still be extended (once)' }),
  terms,
  allowedActions: arrayOf(text),
}

/** Group A: one slot held for a time, with the terms at the time of the reservation. */
export const reservedSchema = Type.Object({ ...members, alreadyExists: Type.Boolean() }, { title: 'Reserved' })
export const reservationSchema = Type.Object(members, { title: 'Reservation' })
export const reservationsSchema = listOf(Type.Object({ ...members, offerTitle: text }, { title: 'ListedReservation' }))

const serializeTerms = (reservation: Reservation) => ({
  rewardPerAction: decimalOf(reservation.rewardUnits),
  currency: reservation.currency,
  reviewPeriodSeconds: reservation.reviewSeconds,
  offerVersion: reservation.offerVersion,
  acceptanceCriteria: reservation.acceptanceCriteria ?? [],
  maxReworks: reservation.maxReworks,
  reworkPeriodSeconds: reservation.reworkSeconds,
})

/** Serializes a reservation with its effective status. */
function serialize(reservation: Reservation, status: string) {
  const allowedActions = actionsOnReservation(reservation, status)
  return {
    id: reservation.id,
    expiresAtUtc: iso(reservation.expiresAt),
    offerId: reservation.offer,
    kind: reservation.kind,
    executionId: reservation.execution,
    status,
    createdAtUtc: iso(reservation.createdAt),
    heldUntilUtc: reservation.status === 'Active' ? isoOrNull(reservation.heldUntil) : null,
    extendable: allowedActions.includes('Extend'),
    terms: serializeTerms(reservation),
    allowedActions,
  }
}

export const serializeReservation = (reservation: Reservation) => serialize(reservation, reservation.status)

export const serializeReserved = (reservation: Reservation & { readonly alreadyExists: boolean }) => ({
  ...serializeReservation(reservation),
  alreadyExists: reservation.alreadyExists,
})

/** An expired reservation is shown as Expired, whether or not the sweeper has processed it. */
export const serializeReservations = ({ now, ...list }: PageOf<ListedReservation> & { readonly now: Date }) =>
  mapItems(list, (reservation) => {
    const over = reservation.status === 'Active' && isExpired(reservation, now)
    return { ...serialize(reservation, over ? 'Expired' : reservation.status), offerTitle: reservation.offerTitle }
  })

/** The offer after its reservations were revoked. */
export const suspendedSchema = offerSchema
export const serializeSuspended = (offer: Offer) => serializeOffer(offer, 'operator')

export const cancelledSchema = Type.Object({ outcome: text, reservationId: id, offerId: id, cancelledAtUtc: instant })

export const serializeCancelled = (ended: { id: number; offer: number; endedAt: Date }) => ({
  outcome: 'Cancelled',
  reservationId: ended.id,
  offerId: ended.offer,
  cancelledAtUtc: iso(ended.endedAt),
})
