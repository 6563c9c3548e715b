import { at, pageWith } from '../values/example.ts'
import { docsIn } from '../values/requests/operation.ts'
import {
  acceptedExample,
  disputedExample,
  links,
  openedExample,
  rejectedExample,
  reportExample,
  sentBackExample,
} from './openapi-examples.ts'
import type { ReviewContext } from './report.ts'
import { reviewContextJson, serializeOpenedReport, serializeReport, serializeReports } from './serialize-report.ts'

const reviewContextExample: ReviewContext = {
  id: reportExample.id,
  revisions: [
    {
      revision: 1,
      reservation: reportExample.reservation,
      submittedAt: at('10:40:00'),
      details: reportExample.details,
      proofs: reportExample.proofs,
    },
  ],
  alike: [
    {
      proofId: reportExample.proofs[0]?.id ?? '',
      otherProofId: '01a1fbf7-abfd-771e-801f-02b26f4c6cb2',
      reportId: 488,
      taskId: 42,
      isSameFile: true,
    },
  ],
  workSeconds: 2_400,
  usualSeconds: 1_920,
}
const rewarded = { ...acceptedExample, bonusUnits: 2_500n, version: 3 }
const page = serializeReports(pageWith(reportExample), links)
const decided = ['report_not_found', 'report_already_decided', 'version_conflict']

/** Reports as events show them. */
export const shownReport = serializeReport(reportExample, links)
export const shownAccepted = serializeReport(acceptedExample, links)
export const shownSentBack = serializeReport(sentBackExample, links)
export const shownWithdrawn = serializeReport({ ...reportExample, status: 'Withdrawn' }, links)
export const shownDisputed = serializeReport(disputedExample, links)
export const shownRejected = serializeReport(rejectedExample, links)

export const reportDocs = docsIn('Reports', {
  'GET /v1/reports': {
    id: 'listReports',
    summary: 'List submitted work on your tasks',
    about: 'Newest first by default. Lists omit `history`.',
    answers: { 200: { page } },
  },
  'GET /v1/tasks/:id/reports': {
    id: 'listTaskReports',
    summary: 'List submitted work on one task',
    about: 'Same as `GET /reports` with `taskId`: an unknown task returns an empty list.',
    answers: { 200: { page } },
  },
  'GET /v1/reports/:id': {
    id: 'getReport',
    summary: 'Read a report with its history and proofs',
    about:
      "Each `downloadUrl` gives access to a proof without a credential for fifteen minutes. `taskContent` is the task's content in `offerVersion`, the reserved version, despite later changes.",
    answers: { 200: { pending: serializeOpenedReport(openedExample, links) } },
    problems: ['report_not_found'],
  },
  'GET /v1/reports/:id/background': {
    id: 'getReportBackground',
    summary: 'Read context for reviewing a report',
    about:
      'Submissions before rework, earlier reports to the same account with the same or similar images, and the usual time for this work.',
    answers: { 200: { background: reviewContextJson.serialize(reviewContextExample, links) } },
    problems: ['report_not_found'],
  },
  'POST /v1/reports/:id/reject': {
    id: 'rejectReport',
    summary: 'Reject a report with a reason',
    about:
      'The slot becomes free. If already rejected, returns it unchanged. If the recent rejection rate is unusually high, the rejection is held for an operator: the report stays `Pending` with the flag `OperatorReview`, and is accepted unless an operator upholds the rejection by `reviewDeadlineAtUtc`, some days later.',
    body: {
      refusal: { reason: rejectedExample.reason, reasonCode: 'ProofMismatch', failedCriteria: ['c1'], version: 1 },
    },
    answers: { 200: { rejected: shownRejected } },
    problems: [...decided, 'too_many_rejections'],
  },
  'POST /v1/reports/:id/rework': {
    id: 'requestRework',
    summary: 'Return a report for rework',
    about:
      'The executor can resubmit it for `deadlineSeconds`, by default the value of the task; it keeps its id and becomes the next revision. It is rejected in time if not resubmitted. `maxReworks` of the task limits how often. If already returned, returns it unchanged.',
    body: {
      again: { reason: sentBackExample.reworkReason, deadlineSeconds: 86_400, version: 1 },
      brief: { reason: sentBackExample.reworkReason },
    },
    answers: { 200: { sentBack: shownSentBack } },
    problems: ['report_not_found', 'report_already_decided', 'rework_limit_reached', 'version_conflict'],
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
