import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/operation.ts'
import type { Reservation } from './reservation.ts'
import { showCancelled, showReservations, showReserved } from './show.ts'

const tag = 'Work'

const reservation: Reservation = {
  id: idOf(9001),
  offer: idOf(42),
  executor: idOf(23),
  status: 'Active',
  rewardUnits: 5_000n,
  currency: 'USD',
  reviewSeconds: 259_200,
  offerVersion: 4,
  createdAt: at('10:00:00'),
  expiresAt: at('11:00:00'),
}

/** Group A: an executor's reservations. */
export const reservationDocs: Docs = {
  'POST /api/executor/offers/:offerId/reserve': {
    id: 'reserveOffer',
    tag,
    summary: 'Hold one slot of an offer for a time',
    about:
      'Until `expiresAtUtc` the slot is this executor’s, at the `terms` of this moment. Where an active reservation of the offer exists already, it is answered as it is, with `alreadyExists: true`.',
    answers: {
      200: {
        reserved: showReserved({ ...reservation, alreadyExists: false }),
        again: showReserved({ ...reservation, alreadyExists: true }),
      },
    },
    problems: [
      'offer_not_found',
      'offer_unavailable',
      'own_offer',
      'profile_incomplete',
      'age_mismatch',
      'country_mismatch',
      'gender_mismatch',
      'active_reservation_exists',
      'per_executor_limit_reached',
      'no_slots_available',
    ],
  },
  'POST /api/executor/offers/:offerId/reservation/cancel': {
    id: 'cancelReservation',
    tag,
    summary: 'Give a reserved slot back',
    answers: { 200: { cancelled: showCancelled({ id: 9001, offer: 42, endedAt: at('10:20:00') }) } },
    problems: [
      'offer_not_found',
      'reservation_not_found',
      'reservation_already_submitted',
      'reservation_expired',
      'reservation_not_active',
    ],
  },
  'GET /api/executor/reservations': {
    id: 'listReservations',
    tag,
    summary: 'List own reservations, the newest first',
    answers: { 200: { page: showReservations({ ...pageWith(reservation), now: at('10:20:00') }) } },
  },
}
