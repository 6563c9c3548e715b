import { type Units, unitsOf } from '../../values/money.ts'

/** Sort orders: newest activation first, or highest reward first (ties: newest first). */
export const availableSorts = ['-activatedAt', '-reward'] as const

export type Filter = {
  readonly sort: (typeof availableSorts)[number] | undefined
  readonly search: string | undefined
  readonly category: number | undefined
  readonly platform: number | undefined
  readonly minUnits: Units | undefined
  readonly maxUnits: Units | undefined
  readonly activatedFrom: string | undefined
  readonly activatedTo: string | undefined
  /** True: only offers that the executor can reserve; undefined: all. */
  readonly onlyEligible: true | undefined
  /** True: also those that the executor cannot reserve while they hold the maximum, or wait. Overrides `onlyEligible`. */
  readonly onlyQualified: true | undefined
  /** True: only offers that the executor could reserve with a complete profile. Overrides the others. */
  readonly onlyMissingProfile: true | undefined
  /** True: only offers of advertisers whom the executor has marked as favourites. */
  readonly onlyFavourites: true | undefined
}

const rewardMax = 1e11

/** Returns the reward in units for a comparison. Rounds more digits than money has in the given direction. */
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
