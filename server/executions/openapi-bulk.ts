import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import { serializeBulk } from './bulk-review/serialize.ts'
import { type FraudHold, type HeldRejection, heldOutcomes } from './holds/holds.ts'
import {
  serializeFraudHoldReport,
  serializeFraudHolds,
  serializeHeldRejection,
  serializeHeldRejections,
} from './holds/serialize.ts'
import { serializeAnyReport } from './holds/serialize-report.ts'
import { acceptedExample, links, openedExample, reportExample } from './openapi-examples.ts'
import { serializeReport } from './serialize-report.ts'

const tag = 'Reports'
const reason = 'The picture does not show the hours.'
const unknown = {
  type: 'https://market.example/problems/report_not_found',
  title: 'Report not found',
  detail: 'No report has this id.',
  code: 'report_not_found',
  status: 404,
}
const results = [
  { id: 501, status: 'Accepted' },
  { id: 502, status: 'Rejected' },
  { id: 504, status: 'Pending', rejectionHeld: true },
  { id: 503, status: null, problem: unknown },
]
const csv = `id,action,reasonCode,reason\r\n501,accept,,\r\n502,reject,ProofMismatch,${reason}\r\n503,rework,,Please add the second picture.\r\n`
const rewarded = { ...acceptedExample, bonusUnits: 2_500n, version: 3 }

/** Group B: many reports at once, and bonuses. */
export const bulkDocs: Docs = {
  'POST /v1/reports/bulk': {
    id: 'reviewReports',
    tag,
    summary: 'Accept, reject or send back up to 1,000 reports',
    about:
      'The same as one by one: those that are accepted first, then those that are rejected, then those that are sent back. Each has its own result, in the order of the request: `ok`, the status of the report now, and where it is not ok the problem. `reason` is required for reject and rework. An acceptance may have a `bonus` and `overrideRejection`, and concedes a report that is disputed, as `POST /v1/reports/{id}/accept` does; those are carried out one by one, before all others. `rejectionHeld` is true where a rejection waits for an operator. Nothing is done where a report is named twice or the body is not as it must be. A body may have 4 MiB. Decisions are carried out in sets; without an `Idempotency-Key` those of a request that broke off may be done in part, and the same request again does the rest.',
    body: {
      review: {
        items: [
          { id: 501, action: 'accept', comment: 'Thank you.', rating: 5 },
          { id: 502, action: 'reject', reasonCode: 'ProofMismatch', reason },
          { id: 503, action: 'rework', reason: 'Please add the second picture.', deadlineSeconds: 86_400 },
        ],
      },
    },
    answers: { 200: { results: serializeBulk(results) } },
  },
  'POST /v1/reports/import': {
    id: 'importDecisions',
    tag,
    summary: 'Decide on reports by a CSV',
    about:
      'Columns by their names in the heading: `id` and `action` (accept, reject, rework), and as far as they are needed `reason`, `reasonCode`, `failedCriteria` (with spaces between), `comment`, `rating`, `bonus`, `overrideRejection` and `blockExecutor` (true or false), `deadlineSeconds` and `version`. Columns of an export are passed by, and so are lines without an action: an export can be written into and sent back. At most 1,000 lines have an action. Where anything cannot be read nothing is done, and each error names its line; otherwise the results are those of `POST /v1/reports/bulk`, each with its `line`.',
    body: { decisions: { csv } },
    answers: { 200: { results: serializeBulk(results.map((result, place) => ({ ...result, line: place + 2 }))) } },
  },
  'GET /v1/reports/export': {
    id: 'exportReports',
    tag,
    summary: 'Export reports, as many as there are, as CSV or JSON Lines',
    about:
      'Narrowed like the list, the latest submitted first. The answer is streamed: one that breaks off in the middle was cut short by an error. `format=csv` (RFC 4180, UTF-8) has a heading with the columns id, taskId, taskExternalId, status, revision, executorId, executorCountryId, submittedAtUtc, workSeconds, reviewDeadlineAtUtc, flags, rewardPerAction, costPerAction, bonusTotal, currency, decidedAtUtc, decidedBy, reasonCode, reason, comment, rating, details (JSON) and proofUrls; texts that a spreadsheet would take for a formula begin with an apostrophe. `format=jsonl` has a report on each line, as the list shows it.',
    answers: { 200: {} },
    files: ['text/csv', 'application/jsonl'],
  },
  'POST /v1/reports/:id/bonus': {
    id: 'giveBonus',
    tag,
    summary: 'Pay the executor of an accepted report a bonus',
    about:
      'Out of the available balance, with the fee on top. All bonuses of a report come to five times its reward at most. Each request pays: send an `Idempotency-Key`, so that one that is repeated does not pay twice.',
    body: { thanks: { amount: 0.25, reason: 'You found what nobody else did.' } },
    answers: { 200: { paid: serializeReport(rewarded, links) } },
    problems: ['report_not_found', 'report_not_accepted', 'bonus_limit_reached', 'insufficient_funds'],
  },
  'POST /v1/reports/:id/withdraw-rejection': {
    id: 'withdrawRejection',
    tag,
    summary: 'Take back a rejection that waits for an operator',
    about: 'The report waits for another decision. Its deadline stays where it was moved to.',
    answers: { 200: { waiting: serializeReport(reportExample, links) } },
    problems: ['report_not_found', 'no_held_rejection'],
  },
}

const held: HeldRejection = {
  id: idOf(31),
  execution: reportExample.id,
  offer: reportExample.offer,
  advertiser: reportExample.advertiser,
  executor: reportExample.executor,
  status: 'Pending',
  reviewDeadlineAt: reportExample.reviewDeadlineAt,
  fraudHoldAt: null,
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
  ...openedExample,
  executionDetailsSchema: { type: 'object', properties: { answer: { type: 'string' } } },
  revisions: [],
}
const fraudHold: FraudHold = {
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
const operators = 'Moderation'
const heldProblems = ['held_rejection_not_found', 'held_rejection_ended']
const fraud = { suspicion: { reason: 'Four accounts submitted the same picture.' } }
const fraudProblems = ['report_not_found', 'report_not_under_review']

/** Group A: what operators do with reports. */
export const reviewOperatorDocs: Docs = {
  'GET /api/operator/held-rejections': {
    id: 'listHeldRejections',
    tag: operators,
    summary: 'List rejections that wait for an operator, the longest waiting first',
    about:
      'An advertiser rejected more than is usual: the report stays Pending with the flag OperatorReview until an operator confirms or dismisses the rejection. If nobody does by `reviewDeadlineAtUtc`, the report is accepted.',
    answers: { 200: { page: serializeHeldRejections(pageWith(held)) } },
  },
  'POST /api/operator/held-rejections/:id/confirm': {
    id: 'confirmRejection',
    tag: operators,
    summary: 'Carry out a rejection as its advertiser asked for it',
    answers: { 200: { confirmed: serializeHeldRejection({ ...(confirmed as HeldRejection), status: 'Rejected' }) } },
    problems: heldProblems,
  },
  'POST /api/operator/held-rejections/:id/dismiss': {
    id: 'dismissRejection',
    tag: operators,
    summary: 'Not let a rejection pass: its advertiser has to decide anew',
    body: { reason: { reason: 'The picture shows the hours; please look again.' } },
    answers: { 200: { dismissed: serializeHeldRejection(dismissed as HeldRejection) } },
    problems: heldProblems,
  },
  'GET /api/operator/reports/:id': {
    id: 'readAnyReport',
    tag: operators,
    summary: 'Read any report, with what was asked for and what was submitted before',
    answers: { 200: { pending: serializeAnyReport(anyReport, links) } },
    problems: ['report_not_found'],
  },
  'GET /api/operator/fraud-holds': {
    id: 'listFraudHolds',
    tag: 'Moderation',
    summary: 'List the reports that are held because fraud is suspected, the oldest hold first',
    about:
      'Meanwhile a report is accepted neither by time nor by its advertiser. `POST /api/operator/reports/{id}/release` ends a hold; after `FRAUD_HOLD_DAYS` it ends by itself, and the review goes on with the time that was left.',
    answers: { 200: { page: serializeFraudHolds(pageWith(fraudHold)) } },
  },
  'POST /api/operator/reports/:id/hold': {
    id: 'holdReport',
    tag: operators,
    summary: 'Keep a report from being accepted by time while fraud is looked into',
    about: 'Its advertiser may decide all the same. Held already, it is answered as it is.',
    body: fraud,
    answers: { 200: { held: serializeFraudHoldReport(withheld) } },
    problems: fraudProblems,
  },
  'POST /api/operator/reports/:id/release': {
    id: 'releaseReport',
    tag: operators,
    summary: 'Let time go on for a report that was held',
    about: 'The time that passed meanwhile is added to the deadline.',
    body: { cleared: { reason: 'They are one family with one phone.' } },
    answers: { 200: { released: serializeFraudHoldReport(reportExample) } },
    problems: fraudProblems,
  },
}
