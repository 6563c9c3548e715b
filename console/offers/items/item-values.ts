import { isRecord } from '../../ui/schema/schema.ts'
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

type Slots = { readonly gold: GoldValues; readonly hasItems: boolean; readonly itemsPerSlot: NumberInput }

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

export const hasGold = ({ gold }: Pick<Slots, 'gold'>): boolean => gold.perSlot !== ''

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
export const isQuiz = (values: Slots): boolean =>
  values.hasItems && hasGold(values) && Number(values.gold.perSlot) === (Number(values.itemsPerSlot) || 1)

/** Returns the members with numbers, without those that are empty. */
const filled = (members: Readonly<Record<string, NumberInput>>) =>
  Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === '' ? [] : [[name, Number(value)]])))

export const goldBody = ({ perSlot, minAccuracy, minAnswers, earlierWork, ...kept }: GoldValues) => ({
  ...kept,
  perSlot: Number(perSlot),
  ...filled({ minAccuracy, minAnswers }),
  earlierWork: earlierWork as 'Keep',
})

/** Returns what makes results of the answers, if the values ask for any. The answers of a quiz are known. */
export function aggregationBody(values: Slots & { readonly aggregation: AggregationValues }) {
  const { method, minConfidence, maxOverlap, ...kept } = values.aggregation
  if (method === '' || isQuiz(values)) return {}
  return { aggregation: { ...kept, method: method as 'Majority', ...filled({ minConfidence, maxOverlap }) } }
}

/** The most answers that an item may get. */
export const answersMost = ({
  overlap,
  aggregation,
}: {
  readonly overlap: NumberInput
  readonly aggregation: AggregationValues
}) => Math.max(Number(overlap) || 1, aggregation.method === '' ? 0 : Number(aggregation.maxOverlap))
