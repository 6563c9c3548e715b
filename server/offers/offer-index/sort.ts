import type { IndexPosition } from './block.ts'
import { rankOf } from './facet-counts.ts'
import { addToHistogram, type SortBudget } from './filter.ts'
import {
  countAll,
  findPage,
  knownCount,
  type Match,
  type MatchPosition,
  type OfferIndex,
  prepareQuery,
  type SearchResult,
} from './offer-index.ts'
import { everything, type Filter, type IndexQuery } from './query.ts'

/** A page in order of reward. `after` continues after a position with the same reward. */
export type RewardSearch = {
  readonly filter: Filter
  readonly offset: number
  readonly after: MatchPosition | undefined
  readonly limit: number
}

const withRewardRange = (filter: IndexQuery, least: number, highest: number): IndexQuery => ({
  ...filter,
  minUnits: Math.max(filter.minUnits, least),
  maxUnits: Math.min(filter.maxUnits, highest),
})

/**
 * Returns a page of positions by highest reward, and the total. There is no index by reward: counting finds the range of rewards on the
 * page, and each is then read in order of activation.
 */
export function findPageByReward(offerIndex: OfferIndex, search: RewardSearch): SearchResult {
  const filter = prepareQuery(offerIndex, search.filter)
  const sortBudget = { sorts: 1 }
  const total = countAll(offerIndex, filter, sortBudget)
  const { after, offset, limit } = search
  if (total === 0 || (!after && offset >= total)) return { total, positions: [] }
  const start = after ? { reward: after.rewardUnits, past: 0 } : rewardAtRank(offerIndex, filter, offset, sortBudget)
  const level = withRewardRange(filter, start.reward, start.reward)
  const first = newestMatches(offerIndex, level, { after, offset: start.past, limit })
  const below = withRewardRange(filter, everything.minUnits, start.reward - 1)
  const rest = after ? countAll(offerIndex, below, sortBudget) : total - offset - first.length
  return {
    total,
    positions: [...first, ...bestMatches(offerIndex, below, Math.min(limit - first.length, rest), sortBudget)],
  }
}

type PageRange = { readonly after?: IndexPosition | undefined; readonly offset?: number; readonly limit: number }

const newestMatches = (
  offerIndex: OfferIndex,
  filter: IndexQuery,
  { after, offset = 0, limit }: PageRange,
): readonly Match[] =>
  limit === 0 ? [] : findPage(offerIndex, { filter, after, offset, limit, skipsTotal: true }).positions

/** Returns the best `limit` matches, which must exist: all above the lowest reward, and the newest at that reward. */
function bestMatches(
  offerIndex: OfferIndex,
  filter: IndexQuery,
  limit: number,
  sortBudget: SortBudget,
): readonly Match[] {
  if (limit === 0) return []
  const { reward, past } = rewardAtRank(offerIndex, filter, limit - 1, sortBudget)
  const whole = newestMatches(offerIndex, withRewardRange(filter, reward + 1, everything.maxUnits), {
    limit: limit - past - 1,
  })
  const rest = newestMatches(offerIndex, withRewardRange(filter, reward, reward), { limit: past + 1 })
  return [...whole.toSorted((one, other) => other.rewardUnits - one.rewardUnits), ...rest]
}

/** The reward at an index in order of reward, and how many entries with that reward precede it. */
type RewardRank = { readonly reward: number; readonly past: number }

/** `number` must be less than the number of matches. */
function rewardAtRank(offerIndex: OfferIndex, filter: IndexQuery, number: number, sortBudget: SortBudget): RewardRank {
  const { rewards, size } = offerIndex.facets.all
  const low = rankOf(rewards, size, filter.minUnits, false)
  const high = rankOf(rewards, size, filter.maxUnits, true) - 1
  return knownCount(offerIndex, filter) === undefined
    ? rewardByHistogram(offerIndex, withRewardRange(filter, rewards[low] as number, rewards[high] as number), number)
    : rewardByBinarySearch(offerIndex, filter, { low, high, number, sortBudget })
}

type RankRange = {
  readonly low: number
  readonly high: number
  readonly number: number
  readonly sortBudget: SortBudget
}

/** Finds the reward by binary search, when counting needs no reading. */
function rewardByBinarySearch(
  offerIndex: OfferIndex,
  filter: IndexQuery,
  { number, sortBudget, ...ranks }: RankRange,
): RewardRank {
  const { rewards } = offerIndex.facets.all
  let { low, high } = ranks
  while (low < high) {
    const middle = (low + high + 1) >> 1
    const isEnough =
      countAll(offerIndex, withRewardRange(filter, rewards[middle] as number, everything.maxUnits), sortBudget) > number
    if (isEnough) low = middle
    else high = middle - 1
  }
  const reward = rewards[low] as number
  return {
    reward,
    past: number - countAll(offerIndex, withRewardRange(filter, reward + 1, everything.maxUnits), sortBudget),
  }
}

const bucketsMax = 4_096

/** Finds the reward by histograms of the matches. Each covers the bucket that contains it, until a bucket is one unit wide. */
function rewardByHistogram({ blocks }: OfferIndex, filter: IndexQuery, number: number): RewardRank {
  let { minUnits: least, maxUnits: highest } = filter
  let past = number
  while (least < highest) {
    const width = Math.ceil((highest - least + 1) / bucketsMax)
    const counts = new Uint32Array(bucketsMax)
    for (const block of blocks) addToHistogram(block, withRewardRange(filter, least, highest), counts, width)
    let part = bucketsMax - 1
    for (; past >= (counts[part] as number); part--) past -= counts[part] as number
    least += part * width
    highest = Math.min(highest, least + width - 1)
  }
  return { reward: least, past }
}
