import { TaskNotEditable } from '../offers/edit.ts'
import { newItems } from '../offers/item-members.ts'
import type { Offer, OfferStatus } from '../offers/offer.ts'
import type { choiceMethods, numberMethods } from '../values/consensus/aggregation.ts'
import type { Id } from '../values/id.ts'
import { bodyError, conflict, type FieldError } from '../values/problems/problem.ts'
import { bytesOfJsonMax, countRu, isNamedTwice, type Sentence } from '../values/sentences.ts'

/** The items of one offer. */
export const itemsMax = 1_000_000
export const dataBytesMax = 16_384
const dataDepthMax = 8

export const itemStatuses = ['Open', 'InProgress', 'Completed', 'Waiting', 'Cancelled', 'Gold'] as const
export type ItemStatus = (typeof itemStatuses)[number]

/** The data of an item; a text, number or boolean can stand for a placeholder. */
export type JsonObject = Readonly<Record<string, unknown>>

export type NewItem = {
  readonly externalId: string | null
  readonly data: JsonObject
  /** The known answer; null: it is no gold item. */
  readonly goldAnswer: JsonObject | null
}

/** One answer of a submission about an item: a value, or why it was skipped. */
export type GivenAnswer = { readonly itemId: number; readonly value?: unknown; readonly skipped?: string }

export type Item = Omit<NewItem, 'goldAnswer'> & {
  readonly goldAnswer?: JsonObject | null
  readonly id: Id<'item'>
  readonly status: ItemStatus
  readonly createdAt: Date
  /** Null: it has none, or is not complete. */
  readonly result: ItemResult | null
}

/** The input of one answer of submitted work. */
export type AnsweredItem = Pick<Item, 'externalId' | 'data' | 'goldAnswer'> & {
  readonly itemId: number
  /** Whether the answer to a gold item is right; null: it does not count. */
  readonly isRight: boolean | null
}

/** What follows from the answers to an item: one answer, and how sure it is, from 0 to 1. */
export type StoredResult = {
  readonly answer: JsonObject
  /** That of the least sure question. */
  readonly confidence: number
  readonly questions: readonly QuestionResult[]
}
export type QuestionResult = {
  readonly question: string
  readonly confidence: number
  readonly method: ResultMethod
  readonly answers: number
}
/** A result, and when it was computed. */
export type ItemResult = StoredResult & { readonly computedAtUtc: string }
export type ResultMethod = (typeof choiceMethods)[number] | (typeof numberMethods)[number]

export type AddedItem = Pick<Item, 'id' | 'externalId'>

export type ItemFilter = {
  readonly status: readonly string[] | undefined
  readonly externalId: string | undefined
}

/** The items of a body. */
export const itemsBody = newItems

export const NoItemsLeft = conflict(
  'no_items_left',
  'No items left',
  'You have had every item of this offer that still needs answers.',
)
/**
 * The slots of an offer that an executor can skip, and one more for each submission. A slot is set aside when three have skipped it, so accounts
 * that do no work set aside at most one each.
 */
export const slotSkipsMax = 3
export const SkipsExhausted = conflict<{ limit: number }>(
  'skips_exhausted',
  'No skips left',
  ({ limit }) =>
    `An executor can skip ${limit} slots of this offer, and one more for each submission that is not rejected or withdrawn.`,
)
export const OfferWithoutItems = conflict(
  'offer_without_items',
  'Task without items',
  'This task was created without items and cannot have any.',
)
export const TooManyItems = conflict<{ most: number; items: number }>(
  'too_many_items',
  'Too many items',
  ({ most, items }) => `A task has at most ${most} items. It has ${items}.`,
)
export const ItemExternalIdTaken = conflict<{ externalId: string; existingItemId: number }>(
  'item_external_id_taken',
  'External id of an item taken',
  ({ existingItemId }) => `The item ${existingItemId} of this task already has this externalId.`,
)

export const ItemImportRunning = conflict(
  'import_running',
  'Import running',
  'An import into this task is running, and may have the same externalId.',
)

type WithItems = { readonly overlap: number; readonly itemsPerSlot: number }

const statusesToChange: readonly OfferStatus[] = ['Draft', 'Rejected', 'Active', 'Paused', 'Completed']

/** Throws unless the items of this offer can change now. */
export function mustHaveItems<Given extends Pick<Offer, 'overlap' | 'status'>>(
  offer: Given,
): asserts offer is Given & WithItems {
  if (offer.overlap === null) throw OfferWithoutItems({})
  if (!statusesToChange.includes(offer.status))
    throw TaskNotEditable({ currentStatus: offer.status, members: ['items'] })
}

/** Returns how many items an offer has. */
export const itemsIn = ({ itemCounts }: Pick<Offer, 'itemCounts'>): number =>
  (itemCounts ?? '').split(' ').reduce((sum, count) => sum + Number(count), 0)

export function mustFit(offer: Offer, added: number): void {
  const items = itemsIn(offer)
  if (items + added > itemsMax) throw TooManyItems({ most: itemsMax, items })
}

/** Returns the errors of the items of a body; `path` is the path of the list. */
export function newItemErrors(items: readonly NewItem[], path = 'items'): FieldError[] {
  const seen = new Set<string>()
  return items.flatMap(({ externalId, data }, place) => {
    const isRepeated = externalId !== null && seen.has(externalId)
    if (externalId !== null) seen.add(externalId)
    return [
      ...(isRepeated ? [bodyError(`${path}.${place}.externalId`, 'unique_items', isNamedTwice)] : []),
      ...dataErrors(data, `${path}.${place}.data`),
    ]
  })
}

/** Returns the errors of the data of one item. */
export function dataErrors(data: JsonObject, path: string): FieldError[] {
  if (Buffer.byteLength(JSON.stringify(data)) > dataBytesMax)
    return [bodyError(path, 'max_length', bytesOfJsonMax(dataBytesMax))]
  return depthOf(data) > dataDepthMax ? [bodyError(path, 'depth', levelsMax(dataDepthMax))] : []
}

const levelsMax = (most: number): Sentence => ({
  en: `must nest at most ${most} levels.`,
  ru: `должно быть не больше ${countRu(most, 'уровня', 'уровней')} вложенности.`,
})

const depthOf = (value: unknown): number =>
  typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
