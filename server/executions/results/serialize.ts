import { Type } from 'typebox'
import type { JsonObject } from '../../items/item.ts'
import { itemJson } from '../../items/serialize.ts'
import { arrayOf, id, instant, nullable, openObject, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { executionStatus } from '../serialize-work.ts'
import type { ItemAnswer, Result } from './result.ts'

const optional = <Value>(schema: object) => Type.Optional(Type.Unsafe<Value | undefined>(schema))
const leftOut = 'true: the value is left out, because the values of the page are too large. Ask for a smaller page'

const answerJson = serializer<ItemAnswer>({ title: 'ItemAnswer' })({
  reportId: id,
  executorId: text,
  status: executionStatus,
  value: [
    optional<JsonObject>({ ...openObject, description: 'As it was submitted; absent if the item was skipped' }),
    ({ value }) => value ?? undefined,
  ],
  skipped: [
    optional<string>({ type: 'string', description: 'Why the executor skipped the item' }),
    ({ skipped }) => skipped ?? undefined,
  ],
  truncated: [
    optional<boolean>({ type: 'boolean', description: leftOut }),
    ({ isTruncated }) => isTruncated || undefined,
  ],
  submittedAtUtc: [instant, 'submittedAtUtc'],
  decidedAtUtc: [nullable(instant), 'decidedAtUtc'],
})

/** An item with its answers, as its advertiser sees it. */
export const resultJson = serializer<Result>({ title: 'Result' })({
  itemId: [id, 'id'],
  externalId: nullable(text),
  data: openObject,
  status: itemJson.members.status,
  answers: [arrayOf(answerJson.schema), ({ answers }) => answers.map((answer) => answerJson.serialize(answer))],
})
