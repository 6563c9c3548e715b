import { getOrInsert } from '../../values/bounded-map.ts'

/** The number of entries with each reward, sorted ascending. `sums` holds cumulative counts, computed on demand. */
type RewardCounts = { rewards: Float64Array; counts: Uint32Array; sums: Uint32Array | undefined; size: number }

/** Counts of entries by reward: in total, by category, by platform and by kind. */
export type FacetCounts = {
  readonly all: RewardCounts
  readonly categories: Map<number, RewardCounts>
  readonly platforms: Map<number, RewardCounts>
  /** By kind number, for queries limited to some audiences. */
  readonly kinds: Map<number, RewardCounts>
}

/** The facets under which an entry is counted; `kind` is a kind number. */
export type Facets = { readonly category: number; readonly platform: number; readonly kind: number }
/** Counts entries of a category or on a platform, between two rewards inclusive. */
export type FacetFilter = {
  readonly category: number | undefined
  readonly platform: number | undefined
  readonly minUnits: number
  readonly maxUnits: number
}

const firstRewards = 4

const newRewardCounts = (): RewardCounts => ({
  rewards: new Float64Array(firstRewards),
  counts: new Uint32Array(firstRewards),
  sums: undefined,
  size: 0,
})

export const newFacetCounts = (): FacetCounts => ({
  all: newRewardCounts(),
  categories: new Map(),
  platforms: new Map(),
  kinds: new Map(),
})

export function countEntry(
  facets: FacetCounts,
  { category, platform, kind }: Facets,
  reward: number,
  change: 1 | -1,
): void {
  countReward(facets.all, reward, change)
  countReward(getOrInsert(facets.categories, category, newRewardCounts), reward, change)
  countReward(getOrInsert(facets.platforms, platform, newRewardCounts), reward, change)
  countReward(getOrInsert(facets.kinds, kind, newRewardCounts), reward, change)
}

function countReward(rewardCounts: RewardCounts, reward: number, change: 1 | -1): void {
  const rank = rankOf(rewardCounts.rewards, rewardCounts.size, reward, false)
  if (rank === rewardCounts.size || rewardCounts.rewards[rank] !== reward) insertReward(rewardCounts, rank, reward)
  const count = (rewardCounts.counts[rank] as number) + change
  rewardCounts.counts[rank] = count
  rewardCounts.sums = undefined
  if (count === 0) removeReward(rewardCounts, rank)
}

/** Returns how many of the first `size` sorted rewards are less than `reward`, or equal to it with `after`. */
export function rankOf(rewards: ArrayLike<number>, size: number, reward: number, after: boolean): number {
  let low = 0
  let high = size
  while (low < high) {
    const middle = (low + high) >> 1
    const its = rewards[middle] as number
    if (its < reward || (after && its === reward)) low = middle + 1
    else high = middle
  }
  return low
}

function insertReward(rewardCounts: RewardCounts, rank: number, reward: number): void {
  if (rewardCounts.size === rewardCounts.rewards.length) {
    const [rewards, counts] = [new Float64Array(rewardCounts.size * 2), new Uint32Array(rewardCounts.size * 2)]
    rewards.set(rewardCounts.rewards)
    counts.set(rewardCounts.counts)
    Object.assign(rewardCounts, { rewards, counts })
  }
  rewardCounts.rewards.copyWithin(rank + 1, rank, rewardCounts.size)
  rewardCounts.counts.copyWithin(rank + 1, rank, rewardCounts.size)
  rewardCounts.rewards[rank] = reward
  rewardCounts.counts[rank] = 0
  rewardCounts.size++
}

function removeReward(rewardCounts: RewardCounts, rank: number): void {
  rewardCounts.rewards.copyWithin(rank, rank + 1, rewardCounts.size)
  rewardCounts.counts.copyWithin(rank, rank + 1, rewardCounts.size)
  rewardCounts.size--
}

/** Returns the count for a filter; undefined for a category together with a platform, whose relation only the caller knows. */
export function countOf(
  facets: FacetCounts,
  { category, platform, minUnits, maxUnits }: FacetFilter,
): number | undefined {
  if (category !== undefined && platform !== undefined) return undefined
  const ofCategory = category === undefined ? facets.all : facets.categories.get(category)
  const rewardCounts = platform === undefined ? ofCategory : facets.platforms.get(platform)
  return rewardCounts ? countBetween(rewardCounts, minUnits, maxUnits) : 0
}

/** Returns how many entries of these kinds have a reward in the range. */
export function countKinds(
  { kinds }: FacetCounts,
  query: { readonly kindNumbers: readonly number[] } & Pick<FacetFilter, 'minUnits' | 'maxUnits'>,
): number {
  let count = 0
  for (const number of query.kindNumbers) {
    const rewardCounts = kinds.get(number)
    if (rewardCounts) count += countBetween(rewardCounts, query.minUnits, query.maxUnits)
  }
  return count
}

const countBetween = (rewardCounts: RewardCounts, least: number, highest: number): number =>
  Math.max(0, countBelow(rewardCounts, highest, true) - countBelow(rewardCounts, least, false))

function countBelow(rewardCounts: RewardCounts, reward: number, after: boolean): number {
  const rank = rankOf(rewardCounts.rewards, rewardCounts.size, reward, after)
  if (rank === 0) return 0
  rewardCounts.sums ??= cumulativeCounts(rewardCounts)
  return rewardCounts.sums[rank - 1] as number
}

function cumulativeCounts({ counts, size }: RewardCounts): Uint32Array {
  const sums = counts.slice(0, size)
  for (let rank = 1; rank < size; rank++) sums[rank] = (sums[rank] as number) + (sums[rank - 1] as number)
  return sums
}
