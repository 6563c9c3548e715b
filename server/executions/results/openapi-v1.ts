import { pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { acceptedExample } from '../openapi-examples.ts'
import type { Result } from './result.ts'
import { resultJson } from './serialize.ts'

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
}

export const resultDocs = docsIn('Items', {
  'GET /v1/tasks/:id/results': {
    id: 'listResults',
    summary: 'List the items of a task with their answers',
    about:
      'In the order in which the items were added. `status` is that of the item; each answer has the `status` of its report. Answers of rejected and withdrawn reports are listed too. An item shows at most 100 answers, those that count first.',
    answers: { 200: { page: resultJson.serializePage(pageWith(result)) } },
    problems: ['task_not_found'],
  },
  'GET /v1/tasks/:id/results/export': {
    id: 'exportResults',
    summary: 'Export the answers to the items of a task as CSV or JSON Lines',
    about:
      'Only answers of accepted reports, or of reports with one of the `status` values. Streamed: a response that breaks off was cut short by an error. `format=csv` (RFC 4180, UTF-8) has one answer per line, with the columns itemId, externalId, itemStatus, reportId, executorId, reportStatus, submittedAtUtc, decidedAtUtc and skipped. Then follow a column for each text, number or boolean in the data of the first 1,000 items, such as `data.picture`, and one for each member of their answers, such as `answer.label`. The last columns, `data` and `answer`, have other members as JSON. `separator`, `decimal` and `bom` suit spreadsheets; texts that a spreadsheet would read as a formula begin with an apostrophe. `format=jsonl` has one item per line, as in the list, with texts unchanged.',
    answers: { 200: {} },
    files: ['text/csv', 'application/jsonl'],
    problems: ['task_not_found'],
  },
})
