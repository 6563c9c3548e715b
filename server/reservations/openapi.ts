import { pausedExample } from '../offers/openapi-examples.ts'
import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import type { Reservation } from './reservation.ts'
import {
  serializeCancelled,
  serializeReservation,
  serializeReservations,
  serializeReserved,
  serializeSuspended,
} from './serialize.ts'

const tag = 'Work'

const reservation: Reservation = {
  id: idOf(9001),
  offer: idOf(42),
  executor: idOf(23),
  kind: 'Work',
  execution: null,
  status: 'Active',
  rewardUnits: 5_000n,
  currency: 'USD',
  reviewSeconds: 259_200,
  offerVersion: 4,
  acceptanceCriteria: [{ id: 'c1', text: 'All questions are answered.', required: true }],
  maxReworks: 2,
  reworkSeconds: 86_400,
  createdAt: at('10:00:00'),
  expiresAt: at('11:00:00'),
  heldUntil: at('11:10:00'),
  extendedAt: null,
}

const suspended = { code: 'suspended', message: 'The page that it leads to asks for passwords.' }

/** Group A: an executor's reservations. */
export const reservationDocs: Docs = {
  'POST /api/executor/offers/:offerId/reserve': {
    id: 'reserveOffer',
    tag,
    summary: 'Hold one slot of an offer for a time',
    about:
      'Until `expiresAtUtc` the slot is this executor’s, at the `terms` of this moment, whatever becomes of the offer. Where an active reservation of the offer exists already, it is answered as it is, with `alreadyExists: true`. After its end nobody else gets the slot before `heldUntilUtc`: the same executor who reserves again until then gets it back. Who cancels, or lets expire, too many reservations within 24 hours waits before the next one.',
    answers: {
      200: {
        reserved: serializeReserved({ ...reservation, alreadyExists: false }),
        again: serializeReserved({ ...reservation, alreadyExists: true }),
      },
    },
    problems: [
      'offer_not_found',
      'offer_unavailable',
      'own_offer',
      'offer_not_started',
      'sanctioned',
      'blocked_by_advertiser',
      'not_invited',
      'profile_incomplete',
      'age_mismatch',
      'country_mismatch',
      'gender_mismatch',
      'level_too_low',
      'cooling_down',
      'active_reservation_exists',
      'per_executor_limit_reached',
      'attempts_exhausted',
      'rate_of_offer_exceeded',
      'no_slots_available',
    ],
  },
  'POST /api/executor/offers/:offerId/reservation/extend': {
    id: 'extendReservation',
    tag,
    summary: 'Get more time for a reservation, once',
    about:
      'Before it expires, a reservation can be made longer once: by at most as many seconds as it was made for, which is what it gets where the body names none.',
    body: { tenMinutes: { seconds: 600 }, asMuchAsPossible: {} },
    answers: {
      200: {
        extended: serializeReservation({
          ...reservation,
          expiresAt: at('11:10:00'),
          heldUntil: at('11:20:00'),
          extendedAt: at('10:50:00'),
        }),
      },
    },
    problems: [
      'offer_not_found',
      'reservation_not_found',
      'reservation_already_submitted',
      'reservation_expired',
      'reservation_not_active',
      'reservation_already_extended',
      'reservation_not_extendable',
    ],
  },
  'POST /api/executor/offers/:offerId/reservation/cancel': {
    id: 'cancelReservation',
    tag,
    summary: 'Give a reserved slot back',
    answers: { 200: { cancelled: serializeCancelled({ id: 9001, offer: 42, endedAt: at('10:20:00') }) } },
    problems: [
      'offer_not_found',
      'reservation_not_found',
      'reservation_already_submitted',
      'reservation_expired',
      'reservation_not_active',
    ],
  },
  'POST /api/operator/offers/:offerId/suspend': {
    id: 'suspendOffer',
    tag: 'Moderation',
    summary: 'Stop an offer at once, for those who have reserved it too',
    about:
      'Active reservations end as `Revoked`: their slots come back, it is not held against the executors, and they are told by mail. An operator alone resumes it. What was submitted is reviewed as usual. Possible where `allowedActions` of the offer has `Suspend`, also while it is paused; in the audit log it is `task.suspend`.',
    body: { suspension: { reason: suspended.message } },
    answers: {
      200: { suspended: serializeSuspended({ ...pausedExample, pausedBy: 'operator', statusReason: suspended }) },
    },
    problems: ['offer_not_found', 'task_state_conflict'],
  },
  'GET /api/executor/reservations': {
    id: 'listReservations',
    tag,
    summary: 'List own reservations, the newest first',
    answers: {
      200: {
        page: serializeReservations({
          ...pageWith({ ...reservation, offerTitle: pausedExample.title }),
          now: at('10:20:00'),
        }),
      },
    },
  },
}
