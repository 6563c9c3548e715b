import { type Units, unitsOf } from '../../values/money.ts'

/** The orders of the list: the latest activated first, or the highest reward, of equals the latest. */
export const availableSorts = ['-activatedAt', '-reward'] as const

/** What an executor looks for, and in which order; every other part narrows. */
export type Filter = {
  readonly sort: (typeof availableSorts)[number] | undefined
  readonly search: string | undefined
  readonly category: number | undefined
  readonly platform: number | undefined
  readonly minUnits: Units | undefined
  readonly maxUnits: Units | undefined
  readonly activatedFrom: string | undefined
  readonly activatedTo: string | undefined
  /** True, or unsaid: nothing but what the executor can take. */
  readonly onlyEligible: true | undefined
}

const rewardMax = 1e11

/** A reward to compare with: what has more digits than money has lies between two amounts, and is rounded towards them. */
export function rewardUnits(reward: number | undefined, towards: 'up' | 'down'): Units | undefined {
  if (reward === undefined) return undefined
  const bounded = Math.min(Math.max(reward, -rewardMax), rewardMax)
  try {
    return unitsOf(bounded)
  } catch {
    const scaled = bounded * 10_000
    return BigInt(towards === 'up' ? Math.ceil(scaled) : Math.floor(scaled))
  }
}
