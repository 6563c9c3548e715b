import type { B } from '../../api.ts'
import type { TaskRule } from './rule-words.ts'

type NumberInput = number | string
export type GoldValues = {
  readonly perSlot: NumberInput
  readonly minAccuracy: NumberInput
  readonly minAnswers: NumberInput
  readonly earlierWork: string
}

type Slots = { readonly gold: GoldValues; readonly hasItems: boolean; readonly itemsPerSlot: NumberInput }

export const noGold: GoldValues = { perSlot: '', minAccuracy: '', minAnswers: '', earlierWork: 'Keep' }

/** The values of a new offer, which has no items. */
export const noItems = {
  hasItems: false,
  overlap: 1,
  itemsPerSlot: 1,
  skipsMax: 0,
  gold: noGold,
  rules: [] as readonly TaskRule[],
}

export const hasGold = ({ gold }: Pick<Slots, 'gold'>): boolean => gold.perSlot !== ''

/** Returns the form values of an existing offer. */
export const goldValues = ({ gold }: Pick<B['Task'], 'gold'>): GoldValues =>
  gold ? { ...gold, minAccuracy: gold.minAccuracy ?? '' } : noGold

/** Whether the answers of all items are known: then the offer says how many people take it. */
export const isQuiz = (values: Slots): boolean =>
  values.hasItems && hasGold(values) && Number(values.gold.perSlot) === (Number(values.itemsPerSlot) || 1)

export const goldBody = ({ perSlot, minAccuracy, minAnswers, earlierWork }: GoldValues) => ({
  perSlot: Number(perSlot),
  ...(minAccuracy === '' ? {} : { minAccuracy: Number(minAccuracy) }),
  ...(minAnswers === '' ? {} : { minAnswers: Number(minAnswers) }),
  earlierWork: earlierWork as 'Keep',
})
