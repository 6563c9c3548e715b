import { at, pageWith } from '../values/example.ts'
import type { Docs } from '../values/requests/operation.ts'
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
import { serializeOpenedReport, serializeReport, serializeReports } from './serialize-report.ts'
import { serializeReviewContext } from './serialize-review-context.ts'

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
const tag = 'Reports'
const page = serializeReports({ ...pageWith(reportExample), now: at('11:00:00') }, links)
const decided = ['report_not_found', 'report_already_decided', 'version_conflict']

/** Reports as events are made of them. */
export const shownReport = serializeReport(reportExample, links)
export const shownAccepted = serializeReport(acceptedExample, links)
export const shownSentBack = serializeReport(sentBackExample, links)
export const shownWithdrawn = serializeReport({ ...reportExample, status: 'Withdrawn' }, links)
export const shownDisputed = serializeReport(disputedExample, links)
export const shownRejected = serializeReport(rejectedExample, links)

/** Group B: reports. */
export const reportDocs: Docs = {
  'GET /v1/reports': {
    id: 'listReports',
    tag,
    summary: 'List submitted work on own tasks',
    about: 'The latest first, unless `sort` says otherwise. Lists leave `history` out.',
    answers: { 200: { page } },
  },
  'GET /v1/tasks/:id/reports': {
    id: 'listReportsOfTask',
    tag,
    summary: 'List submitted work on one task',
    about: 'The same as `GET /reports` with `taskId`: of a task that is not there, nothing is listed.',
    answers: { 200: { page } },
  },
  'GET /v1/reports/:id': {
    id: 'readReport',
    tag,
    summary: 'Read a report, with its history and its proofs',
    about:
      'Each `downloadUrl` opens a proof without a credential for fifteen minutes. `taskContent` is what the executor was asked for: the content of the task in `offerVersion`, whatever was changed since.',
    answers: { 200: { pending: serializeOpenedReport(openedExample, links) } },
    problems: ['report_not_found'],
  },
  'GET /v1/reports/:id/background': {
    id: 'readReportBackground',
    tag,
    summary: 'Read what helps to review a report',
    about:
      'What was submitted before it was sent back, in which earlier reports to the same account its pictures are, or such as look like them, and how long this work takes others.',
    answers: { 200: { background: serializeReviewContext(reviewContextExample, links) } },
    problems: ['report_not_found'],
  },
  'POST /v1/reports/:id/reject': {
    id: 'rejectReport',
    tag,
    summary: 'Refuse a report, with a reason',
    about:
      'The slot comes back. Rejected already, it is answered as it is. Where more was rejected lately than is usual, the rejection waits for an operator: the report stays `Pending` with the flag `OperatorReview`, and is accepted if no operator confirms the rejection by `reviewDeadlineAtUtc`, which leaves them some days.',
    body: {
      refusal: { reason: rejectedExample.reason, reasonCode: 'ProofMismatch', failedCriteria: ['c1'], version: 1 },
    },
    answers: { 200: { rejected: shownRejected } },
    problems: [...decided, 'too_many_rejections'],
  },
  'POST /v1/reports/:id/rework': {
    id: 'requestRework',
    tag,
    summary: 'Send a report back, to be done again',
    about:
      'Its executor may submit it again until `deadlineSeconds` have passed, by default those of the task; it keeps its id and becomes the next revision. Not submitted again, it is rejected. A task says how often (`maxReworks`). Sent back already, it is answered as it is.',
    body: {
      again: { reason: sentBackExample.reworkReason, deadlineSeconds: 86_400, version: 1 },
      brief: { reason: sentBackExample.reworkReason },
    },
    answers: { 200: { sentBack: shownSentBack } },
    problems: ['report_not_found', 'report_already_decided', 'rework_limit_reached', 'version_conflict'],
  },
}
