import type { Block } from './block.ts'
import { orderByReward, rangeByReward, rankByReward } from './block-reward-order.ts'
import { matchesCaller } from './caller-offers.ts'
import { rankOf } from './facet-counts.ts'
import { rowsPerRange, spanOf } from './filter.ts'
import {
  countAll,
  findPage,
  type Match,
  type MatchPosition,
  matchAt,
  type OfferIndex,
  prepareQuery,
  type SearchResult,
} from './offer-index.ts'
import { everything, type Filter, type IndexQuery } from './query.ts'
import { hasBit, type Rows, rowsIn } from './rows.ts'
import { matchingRows } from './search.ts'

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

/** Up to this share of a block, the matches before a page are skipped one by one. */
const skippedShare = 1 / 32

/** Returns a page of positions by highest reward, equal rewards newest first, and the total. */
export function findPageByReward(offerIndex: OfferIndex, { filter, after, offset, limit }: RewardSearch): SearchResult {
  const query = prepareQuery(offerIndex, filter)
  const total = countAll(offerIndex, query)
  if (total === 0 || (!after && offset >= total)) return { total, positions: [] }
  if (after || offset <= offerIndex.blockCapacity * skippedShare) {
    const skipped = after ? 0 : offset
    return { total, positions: bestMatches(offerIndex, query, { total, after, skipped, limit }) }
  }
  const { reward, past } = rewardAtRank(offerIndex, query, offset)
  const level = withRewardRange(query, reward, reward)
  const first = findPage(offerIndex, { filter: level, after, offset: past, limit, skipsTotal: true }).positions
  const below = withRewardRange(query, everything.minUnits, reward - 1)
  const rest = { total, after, skipped: 0, limit: limit - first.length }
  return { total, positions: [...first, ...bestMatches(offerIndex, below, rest)] }
}

/** The reward at an index in order of reward, and how many entries with that reward precede it. */
type RewardRank = { readonly reward: number; readonly past: number }

/** Finds the reward by binary search. `number` must be less than the number of matches. */
function rewardAtRank(offerIndex: OfferIndex, query: IndexQuery, number: number): RewardRank {
  const { rewards, size } = offerIndex.facets.all
  const countFrom = (reward: number) => countAll(offerIndex, withRewardRange(query, reward, everything.maxUnits))
  let low = rankOf(rewards, size, query.minUnits, false)
  let high = rankOf(rewards, size, query.maxUnits, true) - 1
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (countFrom(rewards[middle] as number) > number) low = middle
    else high = middle - 1
  }
  const reward = rewards[low] as number
  return { reward, past: number - countFrom(reward + 1) }
}

type PageOfMatches = {
  readonly total: number
  readonly after: MatchPosition | undefined
  readonly skipped: number
  readonly limit: number
}

/** Rows of a block by ascending reward, read backwards from `next`, and the current match. */
type Source = {
  readonly block: Block
  readonly rows: Uint16Array
  readonly low: number
  readonly matches: Rows | undefined
  next: number
  row: number
}

/** Merges the rows of all blocks, best first. */
function bestMatches(offerIndex: OfferIndex, query: IndexQuery, page: PageOfMatches): Match[] {
  const matches: Match[] = []
  if (page.limit === 0) return matches
  const sources = sourcesOf(offerIndex, query, page).filter((source) => advance(source, query))
  for (let skipped = 0; sources.length > 0 && matches.length < page.limit; ) {
    const best = bestOf(sources)
    const source = sources[best] as Source
    if (skipped < page.skipped) skipped++
    else matches.push(matchAt(source.block, source.row))
    if (!advance(source, query)) sources.splice(best, 1)
  }
  return matches
}

function bestOf(sources: readonly Source[]): number {
  let best = 0
  for (let index = 1; index < sources.length; index++)
    if (isBefore(sources[index] as Source, sources[best] as Source)) best = index
  return best
}

const isBefore = ({ block: one, row }: Source, { block: other, row: its }: Source): boolean =>
  ((one.rewards[row] as number) - (other.rewards[its] as number) ||
    (one.ats[row] as number) - (other.ats[its] as number) ||
    (one.ids[row] as number) - (other.ids[its] as number)) > 0

/** Moves to the next match; false if there is none. */
function advance(source: Source, query: IndexQuery): boolean {
  const { block, rows, low, matches } = source
  const { from, to } = query
  while (source.next > low) {
    const row = rows[--source.next] as number
    const at = block.ats[row] as number
    if (at < from || at > to || !matchesCaller(block, query, row)) continue
    if (matches && !hasBit(matches, row)) continue
    source.row = row
    return true
  }
  return false
}

/** Returns where matches can be: by group if most rows of all groups would not match. */
function sourcesOf({ blocks, count }: OfferIndex, query: IndexQuery, page: PageOfMatches): Source[] {
  const { groups } = query
  const readPerBlock = (count / page.total) * (1 + (page.skipped + page.limit) / blocks.length)
  const isByGroup = groups.length * rowsPerRange < readPerBlock
  return blocks.flatMap((block) => {
    const { start, end } = spanOf(block, query)
    if (end <= start) return []
    if (query.query) return sourceOfText(block, query, page)
    return isByGroup
      ? groups.map((group) => sourceOf(block, query, page, group)).filter(({ next, low }) => next > low)
      : sourceOf(block, query, page)
  })
}

function sourceOf(block: Block, query: IndexQuery, { after }: PageOfMatches, group?: number, matches?: Rows): Source {
  block.byReward ??= orderByReward(block)
  const rows = group === undefined ? block.byReward.all : block.byReward.byGroup
  const { low, high } = rangeByReward(block, rows, query, group)
  const next = after ? Math.min(high, rankByReward(block, rows, { ...after, reward: after.rewardUnits }, group)) : high
  return { block, rows, low, next, matches, row: 0 }
}

/** With fewer matches of a text than this share of the rows, they are sorted; otherwise all rows are read in order of reward. */
const fewMatches = 1 / 16

function sourceOfText(block: Block, query: IndexQuery, page: PageOfMatches): Source[] {
  if (!query.query) return []
  const matching = matchingRows(block, query.query)
  const list = rowsIn(matching)
  if (list.length === 0) return []
  if (list.length > block.count * fewMatches) return [sourceOf(block, query, page, undefined, matching)]
  const { rewards, ats, ids } = block
  const { after } = page
  const isIn = (row: number) => {
    const reward = rewards[row] as number
    if (!(reward >= query.minUnits && reward <= query.maxUnits)) return false
    const difference =
      after && (reward - after.rewardUnits || (ats[row] as number) - after.at || (ids[row] as number) - after.id)
    return difference === undefined || difference < 0
  }
  const rows = list
    .filter(isIn)
    .sort(
      (one, other) =>
        (rewards[one] as number) - (rewards[other] as number) ||
        (ats[one] as number) - (ats[other] as number) ||
        (ids[one] as number) - (ids[other] as number),
    )
  return [{ block, rows, low: 0, next: rows.length, matches: undefined, row: 0 }]
}
