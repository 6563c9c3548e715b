import { proofFacts } from '../proofs/openapi.ts'
import { at, pageWith, publicUrl } from '../values/example.ts'
import type { Docs } from '../values/requests/operation.ts'
import {
  acceptedExample,
  links,
  offeredExample,
  openedExample,
  reportExample,
  sentBackExample,
  withdrawnExample,
} from './openapi-examples.ts'
import {
  serializeOffered,
  serializeOpenedWork,
  serializeOwnWork,
  serializeOwnWorks,
  serializeSubmitted,
} from './serialize.ts'

const tag = 'Work'
const proofUrl = `${publicUrl}/uploads/executor/proofs/${proofFacts.id}.png`

/** Work whose rejection its executor appeals against, as they see it. */
export const shownOwnDisputed = serializeOwnWork({ ...reportExample, status: 'Disputed', version: 3 }, links)

/** Group A: an executor opens offers, submits work and follows it. */
export const executionDocs: Docs = {
  'GET /api/executor/offers/available/:offerId': {
    id: 'readAvailableOffer',
    tag: 'Available offers',
    summary: 'Read an offer that can be reserved',
    about:
      'Whoever has a reservation or an execution on it keeps seeing it when it is paused or full; `my` names them.',
    answers: { 200: { offer: serializeOffered(offeredExample, undefined) } },
    problems: ['offer_not_found', 'offer_unavailable'],
  },
  'POST /api/executor/offers/:offerId/submit-execution': {
    id: 'submitExecution',
    tag,
    summary: 'Submit work for review',
    about:
      'With the URLs that the upload returned, as `proofUrls` or `proofUrl`, and the `details` that the price asks for. The same content again is answered with `alreadyExists: true`. Work that was sent back is submitted again with the `rework.reservationId` of the execution, which keeps its id.',
    body: {
      work: { reservationId: 9001, proofUrls: [proofUrl], details: reportExample.details },
      one: { reservationId: 9001, proofUrl },
    },
    answers: {
      200: {
        submitted: serializeSubmitted({ ...reportExample, alreadyExists: false }),
        again: serializeSubmitted({ ...reportExample, alreadyExists: true }),
      },
    },
    problems: [
      'offer_not_found',
      'reservation_not_found',
      'invalid_proof_url',
      'details_invalid',
      'execution_pending',
      'reservation_expired',
      'reservation_not_active',
    ],
  },
  'GET /api/executor/executions': {
    id: 'listExecutions',
    tag,
    summary: 'List own submitted work, the latest first',
    answers: { 200: { page: serializeOwnWorks({ ...pageWith(reportExample), now: at('11:00:00') }, links) } },
  },
  'GET /api/executor/executions/:id': {
    id: 'readExecution',
    tag,
    summary: 'Read own submitted work, with its history',
    about:
      '`offerContent` is what was asked for when the work was reserved: the content of the offer in `offerVersion`, whatever was changed since.',
    answers: {
      200: {
        accepted: serializeOpenedWork({ ...openedExample, ...acceptedExample }, links),
        sentBack: serializeOpenedWork({ ...openedExample, ...sentBackExample }, links),
      },
    },
    problems: ['report_not_found'],
  },
  'POST /api/executor/executions/:id/withdraw': {
    id: 'withdrawExecution',
    tag,
    summary: 'Take submitted work back',
    about:
      'As long as it waits for review, or to be done again. The slot is free again, nothing is paid, and nobody is blamed. Taken back already, it is answered as it is.',
    answers: { 200: { withdrawn: serializeOwnWork(withdrawnExample, links) } },
    problems: ['report_not_found', 'report_already_decided'],
  },
}
