import { docsIn } from '../values/requests/operation.ts'
import { serializeBulk } from './serialize.ts'

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
})
