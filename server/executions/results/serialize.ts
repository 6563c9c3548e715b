import { Type } from 'typebox'
import type { JsonObject } from '../../items/item.ts'
import { itemJson, resultMember } from '../../items/serialize.ts'
import { arrayOf, id, instant, money, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { executionStatus } from '../serialize-work.ts'
import type { MatchingReports } from './answer-filter.ts'
import { type ItemAnswer, type Result, reportsMax } from './result.ts'

const optional = <Value>(schema: object) => Type.Optional(Type.Unsafe<Value | undefined>(schema))
const leftOut = 'true: the value is left out, because the values of the page are too large. Ask for a smaller page'

const skippedAll = 'Why executors skipped the whole slot, since the item was last asked for'

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
  skipReasons: [Type.Array(text, { description: skippedAll }), ({ skipReasons }) => [...skipReasons]],
  result: resultMember,
})

const versioned = Type.Object({ id, version: whole }, { title: 'ReportVersion' })
const after = 'Send it as after to check the next reports; null: all pending reports were checked'

/** Pending reports of which every answer matches a filter. */
export const matchingJson = serializer<MatchingReports, string>({ title: 'MatchingReports' })({
  reports: arrayOf(versioned),
  costTotal: [money, 'costUnits'],
  currency: [text, (_, currency) => currency],
  flaggedCount: Type.Integer({ description: 'Further reports that match, but have flags: decide on each' }),
  checkedCount: Type.Integer({ description: `The pending reports that were checked, up to ${reportsMax}` }),
  nextAfter: nullable(Type.Integer({ format: 'int64', description: after })),
})
