import type { Docs } from '../../values/requests/operation.ts'
import { serializeAddedCodes, serializeCodes, serializeRemovedCodes } from './serialize.ts'

const tag = 'Tasks'
const counts = { status: 'Active', hasRule: true, listed: 200, used: 17 } as const
const problems = ['task_not_found', 'task_not_editable']

/** Group B: lists of completion codes. */
export const codeDocs: Docs = {
  'GET /v1/tasks/:id/completion-codes': {
    id: 'readCompletionCodes',
    tag,
    summary: 'How many single-use completion codes a task has',
    answers: { 200: { codes: serializeCodes(counts) } },
    problems: ['task_not_found'],
  },
  'POST /v1/tasks/:id/completion-codes': {
    id: 'addCompletionCodes',
    tag,
    summary: 'Upload or generate single-use completion codes',
    about:
      'Send `codes` (a list of at most 10,000), `csv` (a code on each line, first column; at most 100,000) or `generate` (how many new ones), one of the three; at most 100,000 in the list of a task. With the rule `CompletionCode` work is accepted by a code of the list, each code once. Codes are compared without case, spaces and hyphens. Codes that are in the list already are left out, so the same upload again changes nothing. Only a keyed hash of a code is kept: the answer to `generate` is the only time that new codes are told, in `codes`; send an `Idempotency-Key` to get the same answer again if it is lost. A list that is easy to guess is refused. A body may have 4 MiB.',
    body: { upload: { codes: ['K7QX-2MP3-WZ9A', 'P3WZ-9AK7-QX2M'] }, generation: { generate: 2 } },
    answers: {
      200: {
        uploaded: serializeAddedCodes({ ...counts, added: 2, generated: null }),
        generated: serializeAddedCodes({ ...counts, added: 2, generated: ['K7QX-2MP3-WZ9A', 'P3WZ-9AK7-QX2M'] }),
      },
    },
    problems: [...problems, 'too_many_completion_codes'],
  },
  'DELETE /v1/tasks/:id/completion-codes': {
    id: 'removeCompletionCodes',
    tag,
    summary: 'Remove the completion codes of a task that no work has',
    about: 'Codes that work was submitted with stay, so that nobody else is accepted with them.',
    answers: { 200: { removed: serializeRemovedCodes({ ...counts, listed: 17, removed: 183 }) } },
    problems,
  },
}
