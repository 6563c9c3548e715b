import { type FacetFilter, rankOf } from './facet-counts.ts'

type SortedRewards = Uint32Array | Float64Array

/** Sorted rewards of a block: of all entries, and by category and platform. */
export type Rewards = {
  readonly all: SortedRewards
  readonly categories: ReadonlyMap<number, SortedRewards>
  readonly platforms: ReadonlyMap<number, SortedRewards>
  /** The value of `changes` in the block when the rewards were sorted. */
  readonly changes: number
}

/** The members of a block that sorting needs. */
type RewardColumns = {
  readonly order: Uint16Array
  readonly rewards: Float64Array
  readonly kind: Uint32Array
  readonly kinds: { readonly known: readonly { readonly category: number; readonly platform: number }[] }
  readonly count: number
  readonly changes: number
}

const uint32Max = 2 ** 32 - 1

/** Sorts the rewards of a block. Takes as long as fifty scans of the block. */
export function sortRewards({ order, rewards, kind, kinds, count, changes }: RewardColumns): Rewards {
  const all: number[] = []
  const byKind: number[][] = kinds.known.map(() => [])
  for (let position = 0; position < count; position++) {
    const row = order[position] as number
    const reward = rewards[row] as number
    all.push(reward)
    byKind[kind[row] as number]?.push(reward)
  }
  const sortedBy = (key: 'category' | 'platform') => {
    const groups = Map.groupBy(byKind.keys(), (number) => kinds.known[number]?.[key] as number)
    return new Map(
      [...groups].map(([facet, numbers]) => [facet, sortedArray(numbers.flatMap((number) => byKind[number] ?? []))]),
    )
  }
  return { all: sortedArray(all), categories: sortedBy('category'), platforms: sortedBy('platform'), changes }
}

function sortedArray(rewards: readonly number[]): SortedRewards {
  const isSmall = rewards.every((reward) => reward <= uint32Max)
  return (isSmall ? Uint32Array.from(rewards) : Float64Array.from(rewards)).sort()
}

/** Returns the count for a filter; undefined for a category together with a platform. */
export function countSorted(
  sortedRewards: Rewards,
  { category, platform, minUnits, maxUnits }: FacetFilter,
): number | undefined {
  if (category !== undefined && platform !== undefined) return undefined
  const ofCategory = category === undefined ? sortedRewards.all : sortedRewards.categories.get(category)
  const rewards = platform === undefined ? ofCategory : sortedRewards.platforms.get(platform)
  if (!rewards) return 0
  return Math.max(0, rankOf(rewards, rewards.length, maxUnits, true) - rankOf(rewards, rewards.length, minUnits, false))
}
