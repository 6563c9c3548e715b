import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { formats, type Import } from './import.ts'
import { importJson } from './serialize.ts'

const begun: Import = {
  id: idOf(12),
  offer: idOf(101),
  status: 'Processing',
  format: 'csv',
  bytes: 3_481_022,
  readBytes: 0,
  readLines: 0,
  faults: 0,
  errors: [],
  reason: null,
  items: null,
  createdAt: at('09:00:00'),
  endedAt: null,
}
const ended = { ...begun, readBytes: begun.bytes, readLines: 10_001, endedAt: at('09:00:04') }
const completed: Import = { ...ended, status: 'Completed', items: 10_000 }
const failed: Import = {
  ...ended,
  status: 'Failed',
  faults: 1,
  errors: [
    {
      line: 17,
      field: 'externalId',
      code: 'unique_items',
      detail: {
        en: 'is the externalId of an earlier line or of an item of the task.',
        ru: 'уже есть в строке выше или у элемента задания.',
      },
    },
  ],
}

export const importDocs = docsIn('Items', {
  'POST /v1/tasks/:id/imports': {
    id: 'importItems',
    summary: 'Add the items of a file to a task, all or none',
    about: [
      'The body is the file: `text/csv`, whose first line names the columns and whose cells become texts of `data`, or `application/x-ndjson`, with one item (`externalId` and `data`) as JSON in each line. A CSV column `externalId` becomes the `externalId`. UTF-8, up to 1 GiB and 1,000,000 items, up to 128 KiB a line.',
      'The answer comes when the file is stored. Read the import until its `status` is `Completed` or `Failed`. A failed import added nothing: `errors` names its wrong lines, `reason` any other cause, such as `insufficient_funds`. A repetition with the same `Idempotency-Key` is the same import.',
    ].join('\n\n'),
    bodyFiles: Object.keys(formats),
    answers: { 202: { begun: importJson.serialize(begun, 'en') } },
    problems: [
      'task_not_found',
      'offer_without_items',
      'task_not_editable',
      'file_too_large',
      'storage_limit_reached',
      'unsupported_media_type',
    ],
  },
  'GET /v1/tasks/:id/imports': {
    id: 'listImports',
    summary: 'List the imports of a task, newest first',
    about: 'Imports are kept for 30 days.',
    answers: { 200: { page: importJson.serializePage(pageWith(completed), 'en') } },
    problems: ['task_not_found'],
  },
  'GET /v1/tasks/:id/imports/:importId': {
    id: 'getImport',
    summary: 'Read the status and progress of an import, and the errors of its file',
    answers: {
      200: {
        completed: importJson.serialize(completed, 'en'),
        failed: importJson.serialize(failed, 'en'),
      },
    },
    problems: ['task_not_found', 'import_not_found'],
  },
})
