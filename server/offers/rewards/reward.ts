import { decimalOf, tooPrecise, type Units } from '../../values/money.ts'
import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { amount, optional } from '../../values/requests/schema.ts'
import { isTooPrecise, mustBeAtLeast, mustBeAtMost, type Sentence } from '../../values/sentences.ts'
import { isNotForPrice } from '../limits.ts'
import type { Costs } from '../offer.ts'

const field = 'rewardPerAction'

export const rewardMember = optional(
  amount({
    minimum: 0.0001,
    maximum: 10_000,
    description: 'Within `reward` of the price',
  }),
)

export const rewardErrors = (chosen: Units | null): FieldError[] =>
  chosen === tooPrecise ? [bodyError(field, 'amount', isTooPrecise)] : []

/** The rewards that an offer of a price may choose; both null: only the price's own. */
export type RewardRange = { readonly rewardMinUnits: Units | null; readonly rewardMaxUnits: Units | null }

/** Throws ValidationError if the price does not allow the chosen reward. */
export function checkReward(chosen: Units | null, { rewardMinUnits: min, rewardMaxUnits: max }: RewardRange): void {
  if (chosen === null) return
  const wrong = (code: string, detail: Sentence) => ValidationError([bodyError(field, code, detail)])
  if (min === null || max === null) throw wrong('not_possible', isNotForPrice)
  if (chosen < min) throw wrong('minimum', mustBeAtLeast(decimalOf(min)))
  if (chosen > max) throw wrong('maximum', mustBeAtMost(decimalOf(max)))
}

/** Returns the costs of an offer as facts of its price: what it was ordered with stays valid. */
export const keptCosts = ({ rewardUnits, addOnUnits, flatUnits }: Costs) => ({
  rewardUnits,
  rewardMinUnits: rewardUnits,
  rewardMaxUnits: rewardUnits,
  addOnUnits,
  flatUnits,
})
