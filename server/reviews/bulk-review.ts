import { Type } from 'typebox'
import { bonusMin } from '../executions/bonus/bonus.ts'
import { reworkSecondsMax, reworkSecondsMin } from '../executions/decisions/decide.ts'
import { type ExecutionStatus, type ReasonCode, reasonCodes } from '../executions/execution.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { bodyError, type Problem, ValidationError } from '../values/problems/problem.ts'
import { amount, nullable } from '../values/requests/schema.ts'
import { proseText } from '../values/requests/texts.ts'

export const itemsMax = 1_000
export const bulkActions = ['accept', 'reject', 'rework'] as const
export type BulkAction = (typeof bulkActions)[number]

export type BulkItem = {
  readonly id: number
  readonly action: BulkAction
  readonly reason?: string | null | undefined
  readonly reasonCode?: ReasonCode | null | undefined
  readonly failedCriteria?: readonly string[] | null | undefined
  readonly blockExecutor?: boolean | null | undefined
  readonly comment?: string | null | undefined
  readonly rating?: number | null | undefined
  /** Only with an acceptance, like the next member. */
  readonly overrideRejection?: boolean | null | undefined
  readonly bonus?: number | null | undefined
  readonly deadlineSeconds?: number | null | undefined
  readonly version?: number | null | undefined
}

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

/** The result of one decision: the report's current status, null if there is no such report. */
export type BulkResult = {
  readonly id: Id<'execution'>
  readonly status: ExecutionStatus | null
  readonly rejectionHeld?: boolean
  readonly problem?: Problem
}

/** What many decisions would do. */
export type Totals = Readonly<Record<BulkAction | 'unchanged' | 'refused', number>> & {
  readonly costUnits: Units
  readonly bonusUnits: Units
}

/** Throws ValidationError if a report appears twice, because the order of its decisions would be undefined. */
export function mustBeDistinct(items: readonly BulkItem[]): void {
  const seen = new Set<number>()
  const twice = items.flatMap(({ id }, index) => {
    const isNew = !seen.has(id)
    seen.add(id)
    return isNew
      ? []
      : [
          bodyError(`items.${index}.id`, 'duplicate', {
            en: `must not be named twice; ${id} was before.`,
            ru: `не должно повторяться: ${id} уже названо.`,
          }),
        ]
  })
  if (twice.length > 0) throw ValidationError(twice.slice(0, 20))
}

/** Throws ValidationError for items that are no acceptance but have members of one. */
export function mustFitActions(items: readonly BulkItem[]): void {
  const wrong = items.flatMap(({ action, bonus, overrideRejection }, index) => {
    if (action === 'accept') return []
    const detail = { en: 'is possible with acceptance only.', ru: 'можно только при принятии.' }
    return [
      ...(bonus ? [bodyError(`items.${index}.bonus`, 'action', detail)] : []),
      ...(overrideRejection ? [bodyError(`items.${index}.overrideRejection`, 'action', detail)] : []),
    ]
  })
  if (wrong.length > 0) throw ValidationError(wrong.slice(0, 20))
}
