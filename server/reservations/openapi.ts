import { pausedExample } from '../offers/openapi-examples.ts'
import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { Reservation, TaskReservation } from './reservation.ts'
import {
  cancelledJson,
  serializeReservation,
  serializeReservations,
  serializeReserved,
  serializeSuspended,
} from './serialize.ts'
import { serializeTaskReservations, taskReservationJson } from './serialize-v1.ts'

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
  hasItems: false,
}

const suspended = { code: 'suspended', message: 'The page that it leads to asks for passwords.' }

/** Why a reservation cannot be changed. */
const notActive = [
  'offer_not_found',
  'reservation_not_found',
  'reservation_already_submitted',
  'reservation_expired',
  'reservation_not_active',
]

const seen: TaskReservation = { ...reservation, advertiser: idOf(17), endedAt: null }
export const taskReservationExample = taskReservationJson.serialize(seen, 'example')

export const taskReservationDocs = docsIn('Reports', {
  'GET /v1/tasks/:id/reservations': {
    id: 'listTaskReservations',
    summary: 'List the reservations of a task, newest first',
    about:
      'Who works on it now (`status=Active`), and whose time ran out. A submitted one has a report with its `reservationId`. Webhooks can tell each as it happens: `reservation.created`, `reservation.expired`, `reservation.cancelled`, `reservation.screenedOut`.',
    answers: { 200: { page: serializeTaskReservations({ ...pageWith(seen), now: reservation.createdAt }, 'example') } },
    problems: ['task_not_found'],
  },
})

export const reservationDocs = docsIn('Work', {
  'POST /api/executor/offers/:offerId/reserve': {
    id: 'reserveOffer',
    summary: 'Reserve a slot of an offer',
    about:
      'The slot belongs to this executor until `expiresAtUtc`, under the current `terms`, whatever happens to the offer. Returns an existing active reservation with `alreadyExists: true`. After expiry, the same executor can reserve the slot again until `heldUntilUtc`. Too many cancelled or expired reservations within 24 hours cause a cool-down.',
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
      'advertiser_blocked',
      'profile_incomplete',
      'age_mismatch',
      'country_mismatch',
      'gender_mismatch',
      'level_too_low',
      'requirements_not_met',
      'cooling_down',
      'active_reservation_exists',
      'per_executor_limit_reached',
      'attempts_exhausted',
      'accuracy_too_low',
      'agreement_too_low',
      'work_too_fast',
      'too_many_items_skipped',
      'too_many_same_answers',
      'skips_exhausted',
      'screened_out',
      'already_took_part',
      'rate_of_offer_exceeded',
      'no_slots_available',
      'no_items_left',
      'screen_outs_used_up',
      'quota_full',
    ],
  },
  'POST /api/executor/offers/:offerId/reservation/extend': {
    id: 'extendReservation',
    summary: 'Extend a reservation, once',
    about:
      'An active reservation can be extended once, by up to its original duration, which is also the default. The deadline of a rework cannot be extended.',
    body: { tenMinutes: { reservationId: 9001, seconds: 600 }, asMuchAsPossible: {} },
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
    problems: [...notActive, 'reservation_already_extended', 'reservation_not_extendable'],
  },
  'POST /api/executor/offers/:offerId/reservation/cancel': {
    id: 'cancelReservation',
    summary: 'Cancel a reservation',
    about:
      'Name the reservation by `reservationId`: a repeated request then answers 409 and never reaches a newer reservation. A named reservation for a rework is cancelled too, which withdraws the report. Without a body, only the active reservation of kind Work is cancelled. With `skipped`, the executor skips all of its items: they go to others, and it does not count as a cancelled reservation.',
    body: { named: { reservationId: 9001 }, skipping: { reservationId: 9001, skipped: 'The pictures do not load.' } },
    answers: { 200: { cancelled: cancelledJson.serialize({ id: 9001, offer: 42, endedAt: at('10:20:00') }) } },
    problems: notActive,
  },
  'POST /api/operator/offers/:offerId/suspend': {
    id: 'suspendOffer',
    tag: 'Moderation',
    summary: 'Suspend an offer and revoke its reservations',
    about:
      'Active reservations end as `Revoked`: their slots become free, it does not count against the executors, and they are notified by e-mail. Only an operator can resume the offer. Submitted work is reviewed as usual. Possible if `allowedActions` contains `Suspend`, also while paused. Recorded in the audit log as `task.suspend`.',
    body: { suspension: { reason: suspended.message } },
    answers: {
      200: { suspended: serializeSuspended({ ...pausedExample, pausedBy: 'operator', statusReason: suspended }) },
    },
    problems: ['offer_not_found', 'task_state_conflict'],
  },
  'GET /api/executor/reservations': {
    id: 'listReservations',
    summary: 'List your reservations, newest first',
    answers: {
      200: {
        page: serializeReservations({
          ...pageWith({ ...reservation, offerTitle: pausedExample.title }),
          now: at('10:20:00'),
        }),
      },
    },
  },
})
