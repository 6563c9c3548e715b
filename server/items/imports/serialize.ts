import { Type } from 'typebox'
import { id, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { Language } from '../../values/sentences.ts'
import { errorsMax, type Import, importStatuses } from './import.ts'

const lineError = Type.Object(
  { line: whole, field: text, code: text, detail: text },
  { title: 'LineError', description: 'What is wrong with a line; `field` is a column, a member or `line`' },
)
const reason = Type.Object({ code: text, detail: text }, { title: 'ImportFailure' })

/** An import as its advertiser sees it, with messages in their language. */
export const importJson = serializer<Import, Language>({ title: 'Import' })({
  id,
  taskId: [id, 'offer'],
  status: known('ImportStatus', importStatuses, 'Failed: no item was added'),
  format: known('ImportFormat', ['csv', 'jsonl']),
  bytes: Type.Integer({ description: 'Size of the file' }),
  readBytes: Type.Integer({ description: 'How far it was read' }),
  readLines: whole,
  faults: Type.Integer({ description: 'How many lines are wrong' }),
  errors: [
    Type.Array(lineError, { description: `The first ${errorsMax} of them` }),
    ({ errors }, language) => errors.map(({ detail, ...error }) => ({ ...error, detail: detail[language] })),
  ],
  reason: [nullable(reason), ({ reason: why }, language) => why && { code: why.code, detail: why.detail[language] }],
  items: nullable(Type.Integer({ description: 'How many items it added; null until it is completed' })),
  createdAtUtc: instant,
  endedAtUtc: nullable(instant),
})
