import { type Block, positionOf, rowsMax } from './block.ts'
import { differenceIn, differencesIn, matchesCaller } from './exceptions.ts'
import { type Filter, type IndexQuery, isFiltered } from './query.ts'
import { countSorted, sortRewards } from './rewards.ts'
import { bitsOf, countIntersection, hasBit, listOf, type Rows } from './rows.ts'
import { matchingRows } from './search.ts'

/** The positions of a block between the two times. */
type Span = { readonly start: number; readonly end: number }

function spanOf(block: Block, { from, to }: Filter): Span {
  const { order, ats, count } = block
  const [earliest, latest] = [ats[order[0] as number] as number, ats[order[count - 1] as number] as number]
  return {
    start: earliest >= from ? 0 : positionOf(block, from, Number.NEGATIVE_INFINITY),
    end: latest <= to ? count : positionOf(block, to, Number.POSITIVE_INFINITY),
  }
}

/** How many blocks one query may sort: each takes a millisecond, and all of them become due at the same time. */
export type SortBudget = { sorts: number }

export const countIn = (block: Block, filter: IndexQuery, sortBudget: SortBudget): number =>
  countWithoutExceptions(block, filter, sortBudget) + differenceIn(block, filter)

/** Like `countIn`, without the exceptions. */
function countWithoutExceptions(block: Block, filter: IndexQuery, sortBudget: SortBudget): number {
  const span = spanOf(block, filter)
  const { start, end } = span
  if (end <= start) return 0
  const isWhole = end - start === block.count
  if (filter.query) return countMatches(block, filter, isWhole, matchingRows(block, filter.query))
  if (!isFiltered(filter)) return end - start
  return (
    (isWhole && !filter.eligibleAudiences && !filter.excludedAdvertisers
      ? countWhole(block, filter, sortBudget)
      : undefined) ?? countBetween(block, filter, span)
  )
}

/** A block is sorted once it has been scanned this often. */
const scansMax = 8

function countWhole(block: Block, filter: Filter, sortBudget: SortBudget): number | undefined {
  if (block.sorted?.changes !== block.changes) {
    if (++block.scans <= scansMax || sortBudget.sorts === 0) return undefined
    sortBudget.sorts--
    block.sorted = sortRewards(block)
    block.scans = 0
  }
  return countSorted(block.sorted, filter)
}

function countBetween(block: Block, filter: IndexQuery, { start, end }: Span): number {
  const { order, rewards, kind, advertisers } = block
  const { minUnits, maxUnits, kinds, excludedAdvertisers } = filter
  let count = 0
  for (let position = start; position < end; position++) {
    const row = order[position] as number
    const reward = rewards[row] as number
    if (reward < minUnits || reward > maxUnits || kinds[kind[row] as number] !== 1) continue
    if (!excludedAdvertisers?.has(advertisers[row] as number)) count++
  }
  return count
}

const listed = new Uint16Array(rowsMax)

/** Adds the matching entries of the block to a histogram of rewards. Each bucket is `width` units wide, the first starts at `minUnits`. */
export function addToHistogram(block: Block, filter: IndexQuery, counts: Uint32Array, width: number): void {
  const { order, rewards, kind, advertisers, ats, taken } = block
  const { start, end } = spanOf(block, filter)
  const { minUnits, maxUnits, from, to, kinds, excludedAdvertisers, query } = filter
  const rows = query ? listOf(listed, matchingRows(block, query), taken.length) : order.subarray(start, end)
  for (let index = 0; index < rows.length; index++) {
    const row = rows[index] as number
    const reward = rewards[row] as number
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[row] as number] !== 1) continue
    if (excludedAdvertisers?.has(advertisers[row] as number)) continue
    if (query && ((ats[row] as number) < from || (ats[row] as number) > to)) continue
    addAt(counts, Math.floor((reward - minUnits) / width), 1)
  }
  for (const [row, difference] of differencesIn(block, filter))
    addAt(counts, Math.floor(((rewards[row] as number) - minUnits) / width), difference)
}

function addAt(counts: Uint32Array, index: number, more: number): void {
  counts[index] = (counts[index] as number) + more
}

function countMatches(block: Block, filter: IndexQuery, isWhole: boolean, found: Rows): number {
  if (isWhole && !isFiltered(filter)) return countIntersection(found, block.taken)
  const { rewards, kind, ats, taken, advertisers } = block
  const { minUnits, maxUnits, from, to, kinds, excludedAdvertisers } = filter
  const list = listOf(listed, found, taken.length)
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const row = list[index] as number
    const reward = rewards[row] as number
    // The reward of an empty row is NaN, which is outside every range.
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[row] as number] !== 1) continue
    if (excludedAdvertisers?.has(advertisers[row] as number)) continue
    if ((ats[row] as number) >= from && (ats[row] as number) <= to) count++
  }
  return count
}

/** Returns up to `limit` matching rows before position `below`, newest first, after skipping `past` of them. */
export function collect(
  block: Block,
  filter: IndexQuery,
  part: { below: number; past: number; limit: number },
): number[] {
  const { order, rewards } = block
  const { start, end } = spanOf(block, filter)
  const { minUnits, maxUnits, query } = filter
  const found = query ? bitsOf(matchingRows(block, query), block.taken.length) : undefined
  const rows: number[] = []
  let { past } = part
  for (let position = Math.min(part.below, end) - 1; position >= start && rows.length < part.limit; position--) {
    const row = order[position] as number
    const reward = rewards[row] as number
    if (reward < minUnits || reward > maxUnits || !matchesCaller(block, filter, row)) continue
    if (found && !hasBit(found, row)) continue
    if (past > 0) past--
    else rows.push(row)
  }
  return rows
}
