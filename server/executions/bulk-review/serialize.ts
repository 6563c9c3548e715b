import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { amount, arrayOf, id, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { proseText } from '../../values/requests/texts.ts'
import { bonusMin } from '../bonus/bonus.ts'
import { reworkSecondsMax, reworkSecondsMin } from '../decisions/decide.ts'
import { reasonCodes } from '../execution.ts'
import { executionStatus } from '../serialize-work.ts'
import { bulkActions, itemsMax, type Totals } from './bulk-review.ts'

const words = Type.Optional(nullable(proseText({ maxLength: 2_000 })))
const item = Type.Object({
  id: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  action: Type.Enum([...bulkActions]),
  reason: words,
  reasonCode: Type.Optional(Type.Enum([...reasonCodes])),
  failedCriteria: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  blockExecutor: Type.Optional(nullable(Type.Boolean())),
  comment: words,
  rating: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 5 }))),
  deadlineSeconds: Type.Optional(nullable(Type.Integer({ minimum: reworkSecondsMin, maximum: reworkSecondsMax }))),
  version: Type.Optional(nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }))),
  overrideRejection: Type.Optional(nullable(Type.Boolean({ description: 'For accept: accept despite the rejection' }))),
  bonus: Type.Optional(nullable(amount({ minimum: bonusMin, description: 'For accept: bonus paid with it' }))),
})
export const bulkBody = Type.Object({ items: Type.Array(item, { minItems: 1, maxItems: itemsMax }) })
export const importBody = Type.Object({
  csv: Type.String({ minLength: 1, description: 'A heading with id and action, and one line per report' }),
  preview: Type.Optional(Type.Boolean({ description: 'Returns what would happen, with totals, and changes nothing' })),
})

/** The results of many decisions, in the requested order. */
export const bulkSchema = Type.Object(
  {
    results: arrayOf(
      Type.Object({
        id,
        ok: Type.Boolean(),
        status: nullable({
          ...executionStatus,
          description: 'Current status of the report; null if there is none with this id',
        }),
        rejectionHeld: Type.Optional(
          Type.Boolean({
            description: 'true if a rejection is held for an operator; otherwise absent',
          }),
        ),
        line: Type.Optional(Type.Integer({ description: 'Of an import: its line number' })),
        problem: Type.Optional(openObject),
      }),
    ),
    totals: Type.Optional(
      Type.Object(
        {
          accept: whole,
          reject: whole,
          rework: whole,
          unchanged: Type.Integer({ description: 'Reports that have the decision already' }),
          refused: whole,
          cost: amount({ description: 'Cost of the acceptances, without bonuses' }),
          bonuses: amount({ description: 'Bonuses, without their fee' }),
          currency: text,
        },
        { description: 'Of a preview: what would be decided' },
      ),
    ),
  },
  { title: 'BulkResults' },
)

type PublicResult = {
  readonly id: number
  readonly status: string | null
  readonly rejectionHeld?: boolean
  readonly line?: number
  readonly problem?: Readonly<Record<string, unknown>>
}

/** Serializes the totals of a preview. */
export const serializeTotals = ({ costUnits, bonusUnits, ...counts }: Totals, currency: string) => ({
  ...counts,
  cost: decimalOf(costUnits),
  bonuses: decimalOf(bonusUnits),
  currency,
})

export const serializeBulk = (results: readonly PublicResult[]) => ({
  results: results.map(({ id, status, rejectionHeld, line, problem }) => ({
    id,
    ok: problem === undefined,
    status,
    ...(rejectionHeld ? { rejectionHeld } : {}),
    ...(line === undefined ? {} : { line }),
    ...(problem === undefined ? {} : { problem }),
  })),
})
