import { pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { acceptedExample } from '../openapi-examples.ts'
import type { Result } from './result.ts'
import { matchingJson, resultJson } from './serialize.ts'

const result: Result = {
  id: idOf(4711),
  externalId: 'picture-17',
  data: { picture: 'https://pictures.example.com/17.jpg' },
  status: 'Completed',
  answers: [
    {
      reportId: acceptedExample.id,
      executorId: acceptedExample.executorAlias,
      status: 'Accepted',
      value: { label: 'cat' },
      skipped: null,
      isTruncated: false,
      submittedAtUtc: '2026-03-01T10:40:00.000Z',
      decidedAtUtc: '2026-03-01T11:40:00.000Z',
    },
  ],
  skipReasons: [],
  result: {
    answer: { label: 'cat' },
    confidence: 0.9731,
    questions: [{ question: 'label', confidence: 0.9731, method: 'DawidSkene', answers: 1 }],
    computedAtUtc: '2026-03-01T11:40:02.000Z',
  },
}

const matching = {
  reports: [{ id: acceptedExample.id, version: 1 }],
  costUnits: 11_000n,
  flaggedCount: 0,
  checkedCount: 12,
  nextAfter: null,
}

export const resultDocs = docsIn('Items', {
  'GET /v1/tasks/:id/results': {
    id: 'listResults',
    summary: 'List the items of a task with their answers',
    about:
      'In the order in which the items were added. `status` is that of the item; each answer has the `status` of its report. Answers of rejected and withdrawn reports are listed too. An item shows at most 100 answers, those that count first. `reportStatus`, `agreement` and `value` look at the answers: then a page reads up to 2,000 items, so it may have fewer items than asked for, or none, and a next page.',
    answers: { 200: { page: resultJson.serializePage(pageWith(result)) } },
    problems: ['task_not_found'],
  },
  'GET /v1/tasks/:id/results/reports': {
    id: 'listReportsByAnswers',
    summary: 'List the pending reports of which every answer matches a filter',
    about:
      'For accepting them with `POST /v1/reports/bulk`: send the `version` of each, so that none is accepted that changed since. Of a report, each answer must match, and so must its item; with `agreement` or `value`, a report with a skipped item does not match. Reports with flags are only counted, and reports on hold are left out. The oldest 1,000 pending reports are checked; `nextAfter` continues with the next.',
    answers: { 200: { matching: matchingJson.serialize(matching, 'USD') } },
    problems: ['task_not_found'],
  },
  'GET /v1/tasks/:id/results/export': {
    id: 'exportResults',
    summary: 'Export the answers to the items of a task as CSV or JSON Lines',
    about:
      'Only answers of accepted reports, or of reports with one of the `status` values. Streamed: a response that breaks off was cut short by an error. `format=csv` (RFC 4180, UTF-8) has one answer per line, with the columns itemId, externalId, itemStatus, reportId, executorId, reportStatus, submittedAtUtc, decidedAtUtc and skipped. Then follow a column for each text, number or boolean in the data of the first 1,000 items, such as `data.picture`, and one for each member of their answers, such as `answer.label`. The columns `data` and `answer` have other members as JSON. With an `aggregation`, columns such as `result.label` and `confidence` follow. `separator`, `decimal` and `bom` suit spreadsheets; texts that a spreadsheet would read as a formula begin with an apostrophe. `format=jsonl` has one item per line, as in the list, with texts unchanged.',
    answers: { 200: {} },
    files: ['text/csv', 'application/jsonl'],
    problems: ['task_not_found'],
  },
})
