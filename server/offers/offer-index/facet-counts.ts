/** How many listings have each reward, the least first. The sums say how many have that one or less; they are made when asked. */
type Shelf = { rewards: Float64Array; counts: Uint32Array; sums: Uint32Array | undefined; size: number }

/** How many listings there are for which reward: of all, of each category and on each platform. */
export type Tally = {
  readonly all: Shelf
  readonly categories: Map<number, Shelf>
  readonly platforms: Map<number, Shelf>
  /** By the number of their kind: for those who ask for some audiences only. */
  readonly kinds: Map<number, Shelf>
}

/** What a listing is counted with: its kind has a number, too. */
export type Told = { readonly category: number; readonly platform: number; readonly kind: number }
/** What is counted: listings of a category or on a platform, between two rewards, which are included. */
export type Counted = {
  readonly category: number | undefined
  readonly platform: number | undefined
  readonly minUnits: number
  readonly maxUnits: number
}

const firstRewards = 4

const newShelf = (): Shelf => ({
  rewards: new Float64Array(firstRewards),
  counts: new Uint32Array(firstRewards),
  sums: undefined,
  size: 0,
})

export const newTally = (): Tally => ({
  all: newShelf(),
  categories: new Map(),
  platforms: new Map(),
  kinds: new Map(),
})

/** Counts a listing, or one less. */
export function tell(tally: Tally, { category, platform, kind }: Told, reward: number, change: 1 | -1): void {
  tellShelf(tally.all, reward, change)
  tellShelf(shelfIn(tally.categories, category), reward, change)
  tellShelf(shelfIn(tally.platforms, platform), reward, change)
  tellShelf(shelfIn(tally.kinds, kind), reward, change)
}

function shelfIn(shelves: Map<number, Shelf>, key: number): Shelf {
  const known = shelves.get(key)
  if (known) return known
  const shelf = newShelf()
  shelves.set(key, shelf)
  return shelf
}

function tellShelf(shelf: Shelf, reward: number, change: 1 | -1): void {
  const rank = rankOf(shelf.rewards, shelf.size, reward, false)
  if (rank === shelf.size || shelf.rewards[rank] !== reward) open(shelf, rank, reward)
  const count = (shelf.counts[rank] as number) + change
  shelf.counts[rank] = count
  shelf.sums = undefined
  if (count === 0) close(shelf, rank)
}

/** How many of the first rewards, which are in order, are less; those that are equal count where `after`. */
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

function open(shelf: Shelf, rank: number, reward: number): void {
  if (shelf.size === shelf.rewards.length) {
    const [rewards, counts] = [new Float64Array(shelf.size * 2), new Uint32Array(shelf.size * 2)]
    rewards.set(shelf.rewards)
    counts.set(shelf.counts)
    Object.assign(shelf, { rewards, counts })
  }
  shelf.rewards.copyWithin(rank + 1, rank, shelf.size)
  shelf.counts.copyWithin(rank + 1, rank, shelf.size)
  shelf.rewards[rank] = reward
  shelf.counts[rank] = 0
  shelf.size++
}

function close(shelf: Shelf, rank: number): void {
  shelf.rewards.copyWithin(rank, rank + 1, shelf.size)
  shelf.counts.copyWithin(rank, rank + 1, shelf.size)
  shelf.size--
}

/**
 * How many listings are counted so; unknown where a category is asked for together with a platform: that they belong
 * together is for the caller to know.
 */
export function countOf(tally: Tally, { category, platform, minUnits, maxUnits }: Counted): number | undefined {
  if (category !== undefined && platform !== undefined) return undefined
  const ofCategory = category === undefined ? tally.all : tally.categories.get(category)
  const shelf = platform === undefined ? ofCategory : tally.platforms.get(platform)
  return shelf ? countOn(shelf, minUnits, maxUnits) : 0
}

/** How many listings of these kinds (1, by their numbers) there are between two rewards. */
export function countKinds({ kinds: shelves }: Tally, kinds: Uint8Array, { minUnits, maxUnits }: Counted): number {
  let count = 0
  for (const [number, shelf] of shelves) if (kinds[number] === 1) count += countOn(shelf, minUnits, maxUnits)
  return count
}

const countOn = (shelf: Shelf, least: number, highest: number): number =>
  Math.max(0, upTo(shelf, highest, true) - upTo(shelf, least, false))

function upTo(shelf: Shelf, reward: number, after: boolean): number {
  const rank = rankOf(shelf.rewards, shelf.size, reward, after)
  if (rank === 0) return 0
  shelf.sums ??= summed(shelf)
  return shelf.sums[rank - 1] as number
}

function summed({ counts, size }: Shelf): Uint32Array {
  const sums = counts.slice(0, size)
  for (let rank = 1; rank < size; rank++) sums[rank] = (sums[rank] as number) + (sums[rank - 1] as number)
  return sums
}
