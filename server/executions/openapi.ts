import { proofFacts } from '../proofs/openapi.ts'
import { pageWith, publicUrl } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import {
  acceptedExample,
  links,
  offerDetailExample,
  openedExample,
  reportExample,
  sentBackExample,
  withdrawnExample,
} from './openapi-examples.ts'
import {
  serializeOfferDetail,
  serializeOpenedWork,
  serializeOwnWork,
  serializeOwnWorks,
  submittedJson,
} from './serialize.ts'

const proofUrl = `${publicUrl}/uploads/executor/proofs/${proofFacts.id}.png`

export const shownOwnDisputed = serializeOwnWork({ ...reportExample, status: 'Disputed', version: 3 }, links)

export const executionDocs = docsIn('Work', {
  'GET /api/executor/offers/available/:offerId': {
    id: 'getAvailableOffer',
    tag: 'Available offers',
    summary: 'Read an available offer',
    about:
      'Executors with a reservation or an execution on it can still read it when it is paused or full; `my` lists them.',
    answers: { 200: { offer: serializeOfferDetail(offerDetailExample, undefined) } },
    problems: ['offer_not_found', 'offer_unavailable'],
  },
  'POST /api/executor/offers/:offerId/submit-execution': {
    id: 'submitExecution',
    summary: 'Submit work for review',
    about:
      'Takes the URLs returned by the upload as `proofUrls` or `proofUrl`, and the `details` required by the price. If `proofs.min` of the offer is 0, both may be absent. Repeating the same content returns `alreadyExists: true`. To resubmit after rework, use the `rework.reservationId` of the execution, which keeps its id.',
    body: {
      work: { reservationId: 9001, proofUrls: [proofUrl], details: reportExample.details },
      one: { reservationId: 9001, proofUrl },
    },
    answers: {
      200: {
        submitted: submittedJson.serialize({ ...reportExample, alreadyExists: false }),
        again: submittedJson.serialize({ ...reportExample, alreadyExists: true }),
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
    summary: 'List your submitted work, newest first',
    answers: { 200: { page: serializeOwnWorks(pageWith(reportExample), links) } },
  },
  'GET /api/executor/executions/:id': {
    id: 'getExecution',
    summary: 'Read submitted work with its history',
    about:
      "`offerContent` is the offer's content in `offerVersion`, the version that was reserved, despite later changes.",
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
    summary: 'Withdraw submitted work',
    about:
      'Possible while it is under review or in rework. The slot becomes free, nothing is paid, and it does not count against the executor. If already withdrawn, returns it unchanged.',
    answers: { 200: { withdrawn: serializeOwnWork(withdrawnExample, links) } },
    problems: ['report_not_found', 'report_already_decided'],
  },
})
