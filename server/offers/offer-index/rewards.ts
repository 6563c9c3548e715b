import { type FacetFilter, rankOf } from './facet-counts.ts'

type Sorted = Uint32Array | Float64Array

/** The rewards of a block, the least first: of all listings, of those of each category and on each platform. */
export type Rewards = {
  readonly all: Sorted
  readonly categories: ReadonlyMap<number, Sorted>
  readonly platforms: ReadonlyMap<number, Sorted>
  /** Of which state of the block: after so many changes. */
  readonly changes: number
}

/** The part of a block that this is about. */
type Rewarded = {
  readonly order: Uint16Array
  readonly rewards: Float64Array
  readonly kind: Uint32Array
  readonly kinds: { readonly known: readonly { readonly category: number; readonly platform: number }[] }
  readonly count: number
  readonly changes: number
}

const uint32Max = 2 ** 32 - 1

/** Takes as long as reading through the block fifty times. */
export function sortRewards({ order, rewards, kind, kinds, count, changes }: Rewarded): Rewards {
  const all: number[] = []
  const byKind: number[][] = kinds.known.map(() => [])
  for (let position = 0; position < count; position++) {
    const row = order[position] as number
    const reward = rewards[row] as number
    all.push(reward)
    byKind[kind[row] as number]?.push(reward)
  }
  const shelves = (key: 'category' | 'platform') => {
    const groups = Map.groupBy(byKind.keys(), (number) => kinds.known[number]?.[key] as number)
    return new Map(
      [...groups].map(([its, numbers]) => [its, sorted(numbers.flatMap((number) => byKind[number] ?? []))]),
    )
  }
  return { all: sorted(all), categories: shelves('category'), platforms: shelves('platform'), changes }
}

function sorted(rewards: readonly number[]): Sorted {
  const isSmall = rewards.every((reward) => reward <= uint32Max)
  return (isSmall ? Uint32Array.from(rewards) : Float64Array.from(rewards)).sort()
}

/** How many listings are counted so; unknown where a category is asked for together with a platform. */
export function countSorted(
  sortedRewards: Rewards,
  { category, platform, minUnits, maxUnits }: FacetFilter,
): number | undefined {
  if (category !== undefined && platform !== undefined) return undefined
  const ofCategory = category === undefined ? sortedRewards.all : sortedRewards.categories.get(category)
  const its = platform === undefined ? ofCategory : sortedRewards.platforms.get(platform)
  return its ? Math.max(0, rankOf(its, its.length, maxUnits, true) - rankOf(its, its.length, minUnits, false)) : 0
}
