import { docsIn } from '../../values/requests/operation.ts'
import { addedCodesJson, codesJson, removedCodesJson } from './serialize.ts'

const counts = { status: 'Active', hasRule: true, listed: 200, used: 17 } as const
const problems = ['task_not_found', 'task_not_editable']

export const codeDocs = docsIn('Tasks', {
  'GET /v1/tasks/:id/completion-codes': {
    id: 'getCompletionCodes',
    summary: 'Count the single-use completion codes of a task',
    answers: { 200: { codes: codesJson.serialize(counts) } },
    problems: ['task_not_found'],
  },
  'POST /v1/tasks/:id/completion-codes': {
    id: 'addCompletionCodes',
    summary: 'Upload or generate single-use completion codes',
    about:
      'Send one of `codes` (up to 10,000), `csv` (a column with the heading `code`, and beside it at most a column `note`, which is not read; up to 100,000) or `generate` (number of new codes, up to 10,000). A task can have up to 100,000 codes, an account up to `COMPLETION_CODES_MAX` in all lists. With the rule `CompletionCode`, work with a listed code is accepted, each code once. Case, spaces and hyphens are ignored. Existing codes are skipped, so repeating an upload changes nothing. Only a keyed hash of each code is stored: new codes are returned only once, in `codes`; send an `Idempotency-Key` to get a lost response again. Lists that are easy to guess are refused. With `preview` the codes are checked and counted, and none is added. Body limit: 4 MiB.',
    body: { upload: { codes: ['K7QX-2MP3-WZ9A', 'P3WZ-9AK7-QX2M'] }, generation: { generate: 2 } },
    answers: {
      200: {
        uploaded: addedCodesJson.serialize({ ...counts, added: 2, generated: null }),
        generated: addedCodesJson.serialize({ ...counts, added: 2, generated: ['K7QX-2MP3-WZ9A', 'P3WZ-9AK7-QX2M'] }),
      },
    },
    problems: [...problems, 'too_many_completion_codes'],
  },
  'DELETE /v1/tasks/:id/completion-codes': {
    id: 'removeCompletionCodes',
    summary: 'Remove unused completion codes of a task',
    about: 'Used codes stay, so that they cannot be used again.',
    answers: { 200: { removed: removedCodesJson.serialize({ ...counts, listed: 17, removed: 183 }) } },
    problems,
  },
})
