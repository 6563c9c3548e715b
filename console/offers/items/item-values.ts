import { isRecord } from '../../ui/schema/schema.ts'
import { slotsOf } from './item-slots.ts'
import type { TaskRule } from './rule-words.ts'

type NumberInput = number | string
export type GoldValues = {
  readonly perSlot: NumberInput
  readonly minAccuracy: NumberInput
  readonly minAnswers: NumberInput
  readonly earlierWork: string
}

/** How answers become one result; an empty `method`: they do not. Members that the form does not show are kept. */
export type AggregationValues = {
  readonly method: string
  readonly minConfidence: NumberInput
  readonly maxOverlap: NumberInput
}

/** The values of an offer that say how often it is done. */
export type ItemValues = {
  readonly totalLimit: NumberInput
  /** Whether it has items; its slots follow from them. */
  readonly hasItems: boolean
  readonly overlap: NumberInput
  readonly itemsPerSlot: NumberInput
  readonly skipsMax: NumberInput
  /** Without `perSlot`, it has no items whose answer is known. */
  readonly gold: GoldValues
  readonly aggregation: AggregationValues
}

const noGold: GoldValues = { perSlot: '', minAccuracy: '', minAnswers: '', earlierWork: 'Keep' }

const byMajority: AggregationValues = { method: 'Majority', minConfidence: '', maxOverlap: '' }

/** The values of a new offer, which has no items. */
export const noItems = {
  hasItems: false,
  overlap: 1,
  itemsPerSlot: 1,
  skipsMax: 0,
  gold: noGold,
  aggregation: byMajority,
  rules: [] as readonly TaskRule[],
}

export const hasGold = ({ gold }: Pick<ItemValues, 'gold'>): boolean => gold.perSlot !== ''

type Stored = { readonly overlap?: unknown; readonly gold?: unknown; readonly aggregation?: unknown }

/** Returns the form values of an existing offer, or of a template. Without items, they are those of a new offer. */
export const storedItemValues = ({ overlap, gold, aggregation }: Stored) => ({
  gold: isRecord(gold) ? { ...noGold, ...withoutNulls(gold) } : noGold,
  aggregation: isRecord(aggregation)
    ? { ...byMajority, ...withoutNulls(aggregation) }
    : { ...byMajority, ...(overlap ? { method: '' } : {}) },
})

const withoutNulls = (members: object): object =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null))

/** Whether the answers of all items are known: then the offer says how many people take it. */
export const isQuiz = (values: Pick<ItemValues, 'gold' | 'hasItems' | 'itemsPerSlot'>): boolean =>
  values.hasItems && hasGold(values) && Number(values.gold.perSlot) === (Number(values.itemsPerSlot) || 1)

/** Returns the members with numbers, without those that are empty. */
const filled = (members: Readonly<Record<string, NumberInput>>) =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]])))

const goldBody = ({ perSlot, minAccuracy, minAnswers, earlierWork, ...kept }: GoldValues) => ({
  ...kept,
  perSlot: Number(perSlot),
  ...filled({ minAccuracy, minAnswers }),
  earlierWork: earlierWork as 'Keep',
})

/** Returns what makes results of the answers, if the values ask for any. The answers of a quiz are known. */
function aggregationBody(values: ItemValues) {
  const { method, minConfidence, maxOverlap, ...kept } = values.aggregation
  if (method === '' || isQuiz(values)) return {}
  return { aggregation: { ...kept, method: method as 'Majority', ...filled({ minConfidence, maxOverlap }) } }
}

/** The most answers that an item may get. */
const answersMost = ({ overlap, aggregation }: Pick<ItemValues, 'overlap' | 'aggregation'>) =>
  Math.max(Number(overlap) || 1, aggregation.method === '' ? 0 : Number(aggregation.maxOverlap))

/** Returns the members of the request body that say how often an offer is done. */
export function slotMembersOf(values: ItemValues) {
  const { hasItems, totalLimit, overlap, itemsPerSlot, skipsMax, gold } = values
  if (!hasItems) return { totalLimit: Number(totalLimit) }
  const slots = {
    ...{ overlap: Number(overlap) || 1, itemsPerSlot: Number(itemsPerSlot) || 1, skipsMax: Number(skipsMax) },
    ...aggregationBody(values),
  }
  if (!hasGold(values)) return slots
  return { ...slots, ...(isQuiz(values) ? { totalLimit: Number(totalLimit) } : {}), gold: goldBody(gold) }
}

/** Returns the slots of an offer. `items`: how many a new one gets; `former`: the overlap of an existing one, whose slots grow with it. */
export function slotsIn(values: ItemValues, items: number | undefined, former = Number(values.overlap)): number {
  if (!values.hasItems || isQuiz(values)) return Number(values.totalLimit)
  const overlap = answersMost(values)
  const itemsPerSlot = Number(values.itemsPerSlot) || 1
  const gold = hasGold(values) ? { perSlot: Number(values.gold.perSlot) } : null
  if (items === undefined)
    return Math.ceil((Number(values.totalLimit) * overlap) / answersMost({ ...values, overlap: former }))
  return slotsOf(Math.max(1, items), { overlap, itemsPerSlot, gold })
}
