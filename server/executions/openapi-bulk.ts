import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import { serializeBulk } from './bulk-review/serialize.ts'
import { type FraudHold, type HeldRejection, heldOutcomes } from './holds/holds.ts'
import { anyReportJson, fraudHoldJson, fraudHoldReportJson, heldRejectionJson } from './holds/serialize.ts'
import { acceptedExample, links, openedExample, reportExample } from './openapi-examples.ts'
import { serializeReport } from './serialize-report.ts'

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

export const bulkDocs = docsIn('Reports', {
  'POST /v1/reports/bulk': {
    id: 'reviewReports',
    summary: 'Accept, reject or return up to 1,000 reports',
    about:
      'Same as individual requests: acceptances first, then rejections, then rework. Results follow the order of the request, each with `ok`, the current status of the report and, if not ok, the problem. `reason` is required for reject and rework. An acceptance can have a `bonus` and `overrideRejection`, and concedes a disputed report, as `POST /v1/reports/{id}/accept` does; those are processed individually, before all others. `rejectionHeld` is true if a rejection is held for an operator. A report named twice or an invalid body fails the whole request. Body limit: 4 MiB. Decisions are processed in batches; without an `Idempotency-Key`, an interrupted request may be partly done, and repeating it does the rest.',
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
    summary: 'Import decisions on reports from CSV',
    about:
      'Columns are found by heading, in any case: `id` and `action` (accept, reject, rework), and as needed `reason`, `reasonCode`, `failedCriteria` (separated by spaces), `comment`, `rating`, `bonus`, `overrideRejection` and `blockExecutor` (true or false, also 1, yes, ИСТИНА, да and 0, no, ЛОЖЬ, нет), `deadlineSeconds` and `version`. Cells are separated by commas, semicolons or tabs, as the heading or a line `sep=;` before it says; with semicolons or tabs, amounts may have decimal commas. Other columns of an export and lines without an action are ignored, so an edited export can be imported; unknown columns and surplus cells are refused. Up to 1,000 lines can have an action. If anything cannot be read, nothing is done, and each error names its `line` and `column`. With `preview` nothing is decided, and `totals` say what would be. Otherwise the results are those of `POST /v1/reports/bulk`, each with its `line`.',
    body: { decisions: { csv } },
    answers: { 200: { results: serializeBulk(results.map((result, index) => ({ ...result, line: index + 2 }))) } },
  },
  'GET /v1/reports/export': {
    id: 'exportReports',
    summary: 'Export all reports as CSV or JSON Lines',
    about:
      'Takes the filters of the list; newest first. Streamed: a response that breaks off was cut short by an error. `format=csv` (RFC 4180, UTF-8) has the columns id, taskId, taskExternalId, status, revision, executorId, executorCountryId, submittedAtUtc, workSeconds, reviewDeadlineAtUtc, flags, rewardPerAction, costPerAction, bonusTotal, currency, decidedAtUtc, decidedBy, reasonCode, reason, comment, rating, details, proofUrls and executorNickname, and then a column for each answer that the prices of the tasks know, such as `details.answer`. Answers that are lists or objects are JSON, and `details` has those without a column. `separator`, `decimal` and `bom` suit spreadsheets; texts that a spreadsheet would read as a formula begin with an apostrophe. `format=jsonl` has one report per line, as in the list, with texts unchanged.',
    answers: { 200: {} },
    files: ['text/csv', 'application/jsonl'],
  },
  'POST /v1/reports/:id/bonus': {
    id: 'giveBonus',
    summary: 'Pay the executor of an accepted report a bonus',
    about:
      'Paid from the available balance, plus the fee. All bonuses of a report are limited to five times its reward. Each request pays, unless it has an `externalId`, which is paid once for ever: the same again answers as the first, another report or amount is 409 `bonus_external_id_taken`. Without it, send an `Idempotency-Key`, which protects retries for 24 hours.',
    body: {
      thanks: { amount: 0.25, reason: 'You found what nobody else did.', externalId: 'july-731' },
    },
    answers: { 200: { paid: serializeReport(rewarded, links) } },
    problems: [
      'report_not_found',
      'report_not_accepted',
      'bonus_external_id_taken',
      'bonus_limit_reached',
      'insufficient_funds',
      'debt_unsettled',
      'daily_spend_max_exceeded',
    ],
  },
  'POST /v1/reports/:id/withdraw-rejection': {
    id: 'withdrawRejection',
    summary: 'Withdraw a held rejection',
    about: 'The report awaits another decision. Its extended deadline stays.',
    answers: { 200: { waiting: serializeReport(reportExample, links) } },
    problems: ['report_not_found', 'no_held_rejection'],
  },
})

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
