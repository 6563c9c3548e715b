import { Type } from 'typebox'
import { executionStatus } from '../executions/serialize-work.ts'
import { decimalOf } from '../values/money.ts'
import { amount, arrayOf, id, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import type { Totals } from './bulk-review.ts'

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
