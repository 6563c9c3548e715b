import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { links, openedExample, reportExample } from '../openapi-examples.ts'
import { type FraudHold, type HeldRejection, heldOutcomes } from './holds.ts'
import { anyReportJson, fraudHoldJson, fraudHoldReportJson, heldRejectionJson } from './serialize.ts'

const reason = 'The picture does not show the hours.'

const emails = { advertiserEmail: 'anna@example.com', executorEmail: 'maria@example.com' }
const held: HeldRejection = {
  ...emails,
  id: idOf(31),
  execution: reportExample.id,
  offer: reportExample.offer,
  advertiser: reportExample.advertiser,
  executor: reportExample.executor,
  status: 'Pending',
  reviewDeadlineAt: reportExample.reviewDeadlineAt,
  fraudHoldAt: null,
  hasItems: false,
  hasScreenOuts: false,
  taskTitle: 'When does the museum open?',
  cause: 'Rate',
  reasonCode: 'ProofMismatch',
  reason,
  failedCriteria: ['c1'],
  blocksExecutor: false,
  heldAt: at('11:40:00'),
  endedAt: null,
  outcome: null,
}
const [confirmed, dismissed] = heldOutcomes.map((outcome) => ({ ...held, endedAt: at('12:00:00'), outcome }))
const anyReport = {
  ...emails,
  ...openedExample,
  executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } } },
  revisions: [],
}
const fraudHold: FraudHold = {
  ...emails,
  id: reportExample.id,
  offer: reportExample.offer,
  advertiser: reportExample.advertiser,
  executor: reportExample.executor,
  submittedAt: reportExample.submittedAt,
  taskTitle: 'Find the opening hours of a museum',
  fraudHoldAt: at('11:00:00'),
  endsAt: new Date('2026-03-08T11:00:00.000Z'),
  reason: 'Four accounts sent one picture.',
}
const withheld = { ...reportExample, fraudHoldAt: at('11:00:00') }
const heldProblems = ['held_rejection_not_found', 'held_rejection_ended']
const fraud = { suspicion: { reason: 'Four accounts submitted the same picture.' } }
const fraudProblems = ['report_not_found', 'report_not_under_review']

export const reviewOperatorDocs = docsIn('Moderation', {
  'GET /api/operator/held-rejections': {
    id: 'listHeldRejections',
    summary: 'List held rejections, oldest first',
    about:
      'An advertiser rejected more than usual: the report stays Pending with the flag OperatorReview until an operator upholds or dismisses the rejection. Without a decision by `reviewDeadlineAtUtc`, the report is accepted.',
    answers: { 200: { page: heldRejectionJson.serializePage(pageWith(held)) } },
  },
  'POST /api/operator/held-rejections/:id/confirm': {
    id: 'confirmRejection',
    summary: 'Uphold a held rejection',
    answers: {
      200: { confirmed: heldRejectionJson.serialize({ ...(confirmed as HeldRejection), status: 'Rejected' }) },
    },
    problems: heldProblems,
  },
  'POST /api/operator/held-rejections/:id/dismiss': {
    id: 'dismissRejection',
    summary: 'Dismiss a held rejection; its advertiser decides again',
    body: { reason: { reason: 'The picture shows the hours; please look again.' } },
    answers: { 200: { dismissed: heldRejectionJson.serialize(dismissed as HeldRejection) } },
    problems: heldProblems,
  },
  'GET /api/operator/reports/:id': {
    id: 'getReport',
    summary: 'Read any report, with its requirements and earlier submissions',
    answers: { 200: { pending: anyReportJson.serialize(anyReport, links) } },
    problems: ['report_not_found'],
  },
  'GET /api/operator/fraud-holds': {
    id: 'listFraudHolds',
    summary: 'List reports on fraud hold, oldest first',
    about:
      'A held report is accepted neither automatically nor by its advertiser. `POST /api/operator/reports/{id}/release` ends a hold; after `FRAUD_HOLD_DAYS` it ends automatically, and the review continues with the remaining time.',
    answers: { 200: { page: fraudHoldJson.serializePage(pageWith(fraudHold)) } },
  },
  'POST /api/operator/reports/:id/hold': {
    id: 'holdReport',
    summary: 'Put a report on fraud hold',
    about: 'Stops auto-acceptance. Its advertiser can still reject it. If already held, returns it unchanged.',
    body: fraud,
    answers: { 200: { held: fraudHoldReportJson.serialize(withheld) } },
    problems: fraudProblems,
  },
  'POST /api/operator/reports/:id/release': {
    id: 'releaseReport',
    summary: 'Release a report from its hold',
    about: 'The duration of the hold is added to the deadline.',
    body: { cleared: { reason: 'They are one family with one phone.' } },
    answers: { 200: { released: fraudHoldReportJson.serialize(reportExample) } },
    problems: fraudProblems,
  },
})
