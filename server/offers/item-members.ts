import { Type } from 'typebox'
import { bodyError, conflict, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { openObject, optional } from '../values/requests/schema.ts'
import { isRequired } from '../values/sentences.ts'
import { commonNames } from './pages/item-names.ts'

export const overlapMax = 20
export const itemsPerSlotMax = 50
export const totalLimitMax = 1_000_000
/** The most items of one request. */
export const itemsAtOnceMax = 1_000
/** What an executor may do of an offer with items, unless it says less. */
export const perExecutorLimitMax = 1_000

/** How the items of an offer become slots; all null: the offer has no items. */
export type ItemMembers = {
  /** How many executors answer each item. */
  readonly overlap: number | null
  readonly itemsPerSlot: number | null
  /** How many items of a slot an executor may skip. */
  readonly skipsMax: number | null
  /** The names of data that every item has, for placeholders; null: there is no item yet. */
  readonly itemNames: readonly string[] | null
}

export const newItem = Type.Object({
  externalId: optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Unique among the items of the task' }),
  ),
  data: openObject,
})
export const newItems = Type.Array(newItem, { minItems: 1, maxItems: itemsAtOnceMax })

/** Members of TaskCreate that make a task with items. */
export const itemMembers = {
  totalLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: totalLimitMax,
      description: 'Required without items, and not allowed with them',
    }),
  ),
  items: optional(newItems),
  overlap: optional(
    Type.Integer({ minimum: 1, maximum: overlapMax, description: 'How many executors answer each item. Default: 1' }),
  ),
  itemsPerSlot: optional(
    Type.Integer({
      minimum: 1,
      maximum: itemsPerSlotMax,
      description: 'How many items an executor gets at once. Default: 1',
    }),
  ),
  skipsMax: optional(
    Type.Integer({ minimum: 0, maximum: itemsPerSlotMax, description: 'How many of them may be skipped. Default: 0' }),
  ),
}

type ItemBody = {
  readonly totalLimit?: number | null
  readonly perExecutorLimit?: number | null
  readonly overlap?: number | null
  readonly itemsPerSlot?: number | null
  readonly skipsMax?: number | null
  readonly items?: readonly { readonly data: Readonly<Record<string, unknown>> }[] | null
}

const slotMembers = ['totalLimit', 'overlap', 'itemsPerSlot', 'items']

/** Whether the body is of a task with items. */
const hasItems = (body: ItemBody): boolean =>
  [body.overlap, body.itemsPerSlot, body.items].some((member) => member !== undefined && member !== null)

/** Returns the slots of so many new items: each suite once for each executor. */
const slotsFor = (items: number, itemsPerSlot: number, overlap: number): number =>
  Math.ceil(items / itemsPerSlot) * overlap

/** Returns the body with the slots of its items. */
export function withSlots<Body extends ItemBody>(body: Body): Body {
  if (!hasItems(body)) return { ...body, itemNames: null }
  const [overlap, itemsPerSlot] = [body.overlap ?? 1, body.itemsPerSlot ?? 1]
  return {
    ...body,
    overlap,
    itemsPerSlot,
    skipsMax: body.skipsMax ?? 0,
    itemNames: commonNames(null, body.items ?? []),
    perExecutorLimit: body.perExecutorLimit ?? perExecutorLimitMax,
    totalLimit: slotsFor(body.items?.length ?? 0, itemsPerSlot, overlap),
  }
}

/** Returns the body. Throws ValidationError for members that do not go together. */
export function checkItems<Body extends ItemBody>(body: Body): Body {
  const errors = itemErrors(body)
  if (errors.length > 0) throw ValidationError(errors)
  return body
}

/** Returns the errors of members that do not go together. `refused` names members that are left out of the body because they are invalid. */
export function itemErrors(body: ItemBody, refused: readonly string[] = []): FieldError[] {
  const isGiven = body.totalLimit !== undefined && body.totalLimit !== null
  if (!hasItems(body)) {
    const isLost = body.skipsMax !== undefined && body.skipsMax !== null
    return [
      ...(isGiven || refused.some((name) => slotMembers.includes(name))
        ? []
        : [bodyError('totalLimit', 'required', isRequired)]),
      ...(isLost
        ? [
            bodyError('skipsMax', 'not_possible', {
              en: 'is for tasks with items.',
              ru: 'это для заданий с элементами.',
            }),
          ]
        : []),
    ]
  }
  const tooMany = (body.skipsMax ?? 0) > (body.itemsPerSlot ?? 1)
  return [
    ...(isGiven
      ? [
          bodyError('totalLimit', 'not_possible', {
            en: 'follows from the items and cannot be set.',
            ru: 'следует из элементов, его нельзя задать.',
          }),
        ]
      : []),
    ...(tooMany
      ? [
          bodyError('skipsMax', 'range', {
            en: 'must be at most itemsPerSlot.',
            ru: 'должно быть не больше числа элементов на место.',
          }),
        ]
      : []),
  ]
}

export const NoItemsAdded = conflict(
  'no_items_added',
  'No items yet',
  'This task has no items. Add some, or import them, and submit it then.',
)
