import { Type } from 'typebox'
import type { Offer } from '../offers/offer.ts'
import { criterionSchema, offerSchema, serializeOffer } from '../offers/serialize.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import {
  actionsOnReservation,
  isExpired,
  type ListedReservation,
  type Reservation,
  reservationStatuses,
} from './reservation.ts'

const termsJson = serializer<Reservation>()({
  rewardPerAction: [money, 'rewardUnits'],
  currency: text,
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  offerVersion: whole,
  acceptanceCriteria: [arrayOf(criterionSchema), (reservation) => reservation.acceptanceCriteria ?? []],
  maxReworks: nullable(whole),
  reworkPeriodSeconds: [nullable(whole), 'reworkSeconds'],
})

/** Group A: one slot held for a time, with the terms at the time of the reservation. The context is its effective status. */
const reservationJson = serializer<Reservation, string>({ title: 'Reservation' })({
  id,
  expiresAtUtc: instant,
  offerId: [id, 'offer'],
  kind: known('ReservationKind', ['Work', 'Rework'], 'Rework: of submitted work'),
  executionId: [nullable(id), 'execution'],
  status: [known('ReservationStatus', reservationStatuses), (_, status) => status],
  createdAtUtc: instant,
  heldUntilUtc: [
    nullable(
      Type.String({
        format: 'date-time',
        description: 'End of the soft hold: until then only the same executor can reserve the slot again',
      }),
    ),
    ({ status, heldUntil }) => (status === 'Active' ? heldUntil : null),
  ],
  extendable: [
    Type.Boolean({ description: 'Whether it can still be extended (once)' }),
    (reservation, status) => actionsOnReservation(reservation, status).includes('Extend'),
  ],
  terms: [termsJson.schema, (reservation) => termsJson.serialize(reservation)],
  allowedActions: [arrayOf(text), actionsOnReservation],
})
const reservedJson = serializer<Reservation & { readonly alreadyExists: boolean }, string>({ title: 'Reserved' })({
  ...reservationJson.members,
  alreadyExists: Type.Boolean(),
})
const listedJson = serializer<ListedReservation, string>({ title: 'ListedReservation' })({
  ...reservationJson.members,
  offerTitle: text,
})
export const reservationSchema = reservationJson.schema
export const reservedSchema = reservedJson.schema
export const reservationsSchema = listedJson.pageSchema

export const serializeReservation = (reservation: Reservation) =>
  reservationJson.serialize(reservation, reservation.status)

export const serializeReserved = (reservation: Reservation & { readonly alreadyExists: boolean }) =>
  reservedJson.serialize(reservation, reservation.status)

/** An expired reservation is shown as Expired, whether or not the sweeper has processed it. */
export const serializeReservations = ({ now, ...list }: PageOf<ListedReservation> & { readonly now: Date }) =>
  mapItems(list, (reservation) => {
    const over = reservation.status === 'Active' && isExpired(reservation, now)
    return listedJson.serialize(reservation, over ? 'Expired' : reservation.status)
  })

/** The offer after its reservations were revoked. */
export const suspendedSchema = offerSchema
export const serializeSuspended = (offer: Offer) => serializeOffer(offer, 'operator')

/** In the body of a request about a reservation: names it, since the path names only the offer. */
export const reservationIdMember = nullable(
  Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'The reservation that is meant; with it, a repeated request cannot reach a newer one',
  }),
)

export const cancelledJson = serializer<{ id: number; offer: number; endedAt: Date }>()({
  outcome: [known('CancelOutcome', ['Cancelled']), () => 'Cancelled'],
  reservationId: [id, 'id'],
  offerId: [id, 'offer'],
  cancelledAtUtc: [instant, 'endedAt'],
})
