import { at, pageWith } from '../values/example.ts'
import type { Docs } from '../values/operation.ts'
import { acceptedExample, links, rejectedExample, reportExample } from './docs-examples.ts'
import { showReport, showReports } from './show-report.ts'

const tag = 'Reports'
const page = showReports({ ...pageWith(reportExample), now: at('11:00:00') }, links)
const decided = ['report_not_found', 'report_already_decided', 'version_conflict', 'not_supported']

/** Reports as events are made of them. */
export const shownReport = showReport(reportExample, links)
export const shownAccepted = showReport(acceptedExample, links)
export const shownRejected = showReport(rejectedExample, links)

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
    about: 'Each `downloadUrl` opens a proof without a credential for fifteen minutes.',
    answers: { 200: { pending: shownReport } },
    problems: ['report_not_found'],
  },
  'POST /v1/reports/:id/reject': {
    id: 'rejectReport',
    tag,
    summary: 'Refuse a report, with a reason',
    about: 'The slot comes back. Rejected already, it is answered as it is.',
    body: {
      refusal: { reason: rejectedExample.reason, reasonCode: 'ProofMismatch', failedCriteria: ['c1'], version: 1 },
    },
    answers: { 200: { rejected: shownRejected } },
    problems: decided,
  },
}
