import type { IndexPosition } from './block.ts'
import { rankOf } from './facet-counts.ts'
import { type SortBudget, spreadIn } from './filter.ts'
import {
  ask,
  asking,
  countAll,
  type FoundPosition,
  knownCount,
  type OfferIndex,
  type SearchResult,
} from './offer-index.ts'
import { everything, type Filter, type IndexQuery } from './query.ts'

/** A page in order of reward. `after` continues after a position with the same reward. */
export type WantedSorted = {
  readonly filter: Filter
  readonly offset: number
  readonly after: FoundPosition | undefined
  readonly most: number
}

/** Restricts the filter to rewards in this range, in whole units. */
const between = (filter: IndexQuery, least: number, highest: number): IndexQuery => ({
  ...filter,
  minUnits: Math.max(filter.minUnits, least),
  maxUnits: Math.min(filter.maxUnits, highest),
})

/**
 * Returns a page of positions by highest reward, and the total. There is no index by reward: counting finds the range of rewards on the
 * page, and each is then read in order of activation.
 */
export function askSorted(offerIndex: OfferIndex, wanted: WantedSorted): SearchResult {
  const filter = asking(offerIndex, wanted.filter)
  const sortBudget = { sorts: 1 }
  const total = countAll(offerIndex, filter, sortBudget)
  const { after, offset, most } = wanted
  if (total === 0 || (!after && offset >= total)) return { total, positions: [] }
  const start = after ? { reward: after.rewardUnits, past: 0 } : nth(offerIndex, filter, offset, sortBudget)
  const level = between(filter, start.reward, start.reward)
  const first = latest(offerIndex, level, { after, offset: start.past, most })
  const below = between(filter, everything.minUnits, start.reward - 1)
  const rest = after ? countAll(offerIndex, below, sortBudget) : total - offset - first.length
  return { total, positions: [...first, ...best(offerIndex, below, Math.min(most - first.length, rest), sortBudget)] }
}

type Part = { readonly after?: IndexPosition | undefined; readonly offset?: number; readonly most: number }

const latest = (
  offerIndex: OfferIndex,
  filter: IndexQuery,
  { after, offset = 0, most }: Part,
): readonly FoundPosition[] =>
  most === 0 ? [] : ask(offerIndex, { filter, after, offset, most, isUncounted: true }).positions

/** Returns the best `most` matches, which must exist: all above the lowest reward, and the newest at that reward. */
function best(
  offerIndex: OfferIndex,
  filter: IndexQuery,
  most: number,
  sortBudget: SortBudget,
): readonly FoundPosition[] {
  if (most === 0) return []
  const { reward, past } = nth(offerIndex, filter, most - 1, sortBudget)
  const whole = latest(offerIndex, between(filter, reward + 1, everything.maxUnits), { most: most - past - 1 })
  const rest = latest(offerIndex, between(filter, reward, reward), { most: past + 1 })
  return [...whole.toSorted((one, other) => other.rewardUnits - one.rewardUnits), ...rest]
}

/** The reward at an index in order of reward, and how many entries with that reward precede it. */
type Nth = { readonly reward: number; readonly past: number }

/** `number` must be less than the number of matches. */
function nth(offerIndex: OfferIndex, filter: IndexQuery, number: number, sortBudget: SortBudget): Nth {
  const { rewards, size } = offerIndex.facets.all
  const low = rankOf(rewards, size, filter.minUnits, false)
  const high = rankOf(rewards, size, filter.maxUnits, true) - 1
  return knownCount(offerIndex, filter) === undefined
    ? nthSpread(offerIndex, between(filter, rewards[low] as number, rewards[high] as number), number)
    : nthKnown(offerIndex, filter, { low, high, number, sortBudget })
}

type Sought = { readonly low: number; readonly high: number; readonly number: number; readonly sortBudget: SortBudget }

/** Finds the reward by binary search, when counting needs no reading. */
function nthKnown(offerIndex: OfferIndex, filter: IndexQuery, { number, sortBudget, ...ranks }: Sought): Nth {
  const { rewards } = offerIndex.facets.all
  let { low, high } = ranks
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const isEnough =
      countAll(offerIndex, between(filter, rewards[middle] as number, everything.maxUnits), sortBudget) > number
    if (isEnough) low = middle
    else high = middle - 1
  }
  const reward = rewards[low] as number
  return { reward, past: number - countAll(offerIndex, between(filter, reward + 1, everything.maxUnits), sortBudget) }
}

const spreadOver = 4_096

/** Finds the reward by repeated histograms of the matches, each over the bucket that contains it, until a bucket is one unit. */
function nthSpread({ blocks }: OfferIndex, filter: IndexQuery, number: number): Nth {
  let { minUnits: least, maxUnits: highest } = filter
  let past = number
  while (least < highest) {
    const width = Math.ceil((highest - least + 1) / spreadOver)
    const counts = new Uint32Array(spreadOver)
    for (const block of blocks) spreadIn(block, between(filter, least, highest), counts, width)
    let part = spreadOver - 1
    for (; past >= (counts[part] as number); part--) past -= counts[part] as number
    least += part * width
    highest = Math.min(highest, least + width - 1)
  }
  return { reward: least, past }
}
