import { Type } from 'typebox'
import { type Aggregation, aggregationSchema, spareOf } from '../values/consensus/aggregation.ts'
import { type Gold, type GoldBody, goldErrors, goldFrom, goldSchema, isQuiz } from '../values/gold/gold.ts'
import { bodyError, conflict, type FieldError, ValidationError } from '../values/problems/problem.ts'
import { openObject, optional } from '../values/requests/schema.ts'
import { isForItems, isRequired } from '../values/sentences.ts'
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
  /** How their answers become results; null: they do not. */
  readonly aggregation: Aggregation | null
  /** How gold items are mixed in; null: the offer has none. */
  readonly gold: Gold | null
}

export const newItem = Type.Object({
  externalId: optional(
    Type.String({ minLength: 1, maxLength: 128, description: 'Unique among the items of the task' }),
  ),
  data: openObject,
  goldAnswer: optional({
    ...openObject,
    description:
      'The known answer, which makes a gold item: each of its members must be in answers. Only for tasks with `gold`. Executors never see it',
  }),
})
export const newItems = Type.Array(newItem, { minItems: 1, maxItems: itemsAtOnceMax })

/** Members of TaskCreate that make a task with items. */
export const itemMembers = {
  totalLimit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: totalLimitMax,
      description: 'Required without items, and not allowed with them, but for a quiz: how many may take it',
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
  aggregation: optional(aggregationSchema),
  gold: optional(goldSchema),
}

type ItemBody = {
  readonly totalLimit?: number | null
  readonly perExecutorLimit?: number | null
  readonly overlap?: number | null
  readonly itemsPerSlot?: number | null
  readonly skipsMax?: number | null
  readonly aggregation?: Pick<Aggregation, 'maxOverlap'> | null
  readonly gold?: GoldBody | null
  readonly items?: readonly { readonly data: Readonly<Record<string, unknown>>; readonly goldAnswer?: unknown }[] | null
}

const slotMembers = ['totalLimit', 'overlap', 'itemsPerSlot', 'items']

/** Whether the body is of a task with items. */
const hasItems = (body: ItemBody): boolean =>
  [body.overlap, body.itemsPerSlot, body.items, body.gold].some((member) => member !== undefined && member !== null)

/** Returns the slots of so many new items: each suite once for each executor, and for each further answer that it may ask for. */
const slotsFor = (items: number, itemsPerSlot: number, overlap: number): number =>
  Math.ceil(items / itemsPerSlot) * overlap

/** Returns the body with the slots of its items. Gold items need no slots of their own; a quiz has as many as its body says. */
export function withSlots<Body extends ItemBody>(body: Body): Omit<Body, 'gold'> & { readonly gold: Gold | null } {
  if (!hasItems(body)) return { ...body, itemNames: null, gold: null }
  const [overlap, itemsPerSlot] = [body.overlap ?? 1, body.itemsPerSlot ?? 1]
  const gold = body.gold ? goldFrom(body.gold, body) : null
  const quiz = isQuiz(gold, body)
  const items = (body.items ?? []).filter(({ goldAnswer }) => !goldAnswer).length
  return {
    ...body,
    overlap,
    itemsPerSlot,
    gold,
    skipsMax: body.skipsMax ?? 0,
    itemNames: commonNames(null, body.items ?? []),
    perExecutorLimit: body.perExecutorLimit ?? (quiz ? 1 : perExecutorLimitMax),
    totalLimit: quiz
      ? (body.totalLimit ?? 0)
      : slotsFor(items, itemsPerSlot - (gold?.perSlot ?? 0), overlap + spareOf(overlap, body.aggregation)),
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
  if (!hasItems(body)) return errorsWithoutItems(body, isGiven || refused.some((name) => slotMembers.includes(name)))
  if (isQuiz(body.gold, body))
    return [
      ...(isGiven ? [] : [bodyError('totalLimit', 'required', isRequired)]),
      // All its items are gold, so nothing follows from their answers.
      ...lostErrors(body, ['aggregation']),
      ...goldErrors(body),
    ]
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
    ...goldErrors(body),
  ]
}

const lostErrors = (body: ItemBody, names: readonly ('skipsMax' | 'aggregation')[]): FieldError[] =>
  names.filter((name) => (body[name] ?? null) !== null).map((name) => bodyError(name, 'not_possible', isForItems))

const errorsWithoutItems = (body: ItemBody, hasSlots: boolean): FieldError[] => [
  ...(hasSlots ? [] : [bodyError('totalLimit', 'required', isRequired)]),
  ...lostErrors(body, ['skipsMax', 'aggregation']),
  ...goldErrors(body),
]

export const NoItemsAdded = conflict(
  'no_items_added',
  'No items yet',
  'This task has no items. Add some, or import them, and submit it then.',
)
