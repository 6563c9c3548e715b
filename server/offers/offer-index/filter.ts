import { type Block, positionOf } from './block.ts'
import { type RewardOrder, type RewardRange, rangeByReward } from './block-reward-order.ts'
import { differenceIn, matchesCaller } from './caller-offers.ts'
import { admits, type IndexQuery, isFiltered } from './query.ts'
import { countIntersection, hasBit, type Rows, rowsIn } from './rows.ts'
import { matchingRows } from './search.ts'

/** The positions of a block between two times. */
type Span = { readonly start: number; readonly end: number }

export function spanOf(block: Block, { from, to }: IndexQuery): Span {
  const { order, ats, count } = block
  const [earliest, latest] = [ats[order[0] as number] as number, ats[order[count - 1] as number] as number]
  return {
    start: earliest >= from ? 0 : positionOf(block, from, Number.NEGATIVE_INFINITY),
    end: latest <= to ? count : positionOf(block, to, Number.POSITIVE_INFINITY),
  }
}

export const countIn = (block: Block, query: IndexQuery): number =>
  countByKind(block, query) + differenceIn(block, query)

function countByKind(block: Block, query: IndexQuery): number {
  const { count, byReward } = block
  const span = spanOf(block, query)
  const { start, end } = span
  if (end <= start) return 0
  if (query.query) return countMatches(block, query, end - start === count, matchingRows(block, query.query))
  if (!isFiltered(query)) return end - start
  const isMostlyInside = end - start > count / 2
  if (!byReward || query.advertisers || !isMostlyInside) return countBetween(block, query, span)
  const outside =
    countBetween(block, query, { start: 0, end: start }) + countBetween(block, query, { start: end, end: count })
  return countByReward(block, byReward, query) - outside
}

/** Finding the range of rewards of a group takes as long as reading this many rows. */
export const rowsPerRange = 64

function countByReward(block: Block, { all, byGroup }: RewardOrder, query: IndexQuery): number {
  const { groups, isEveryKind, isEveryAudience } = query
  if (isEveryKind || groups.length * rowsPerRange > block.count)
    return countInRange(block, query, all, rangeByReward(block, all, query), isEveryKind)
  let count = 0
  for (const group of groups)
    count += countInRange(block, query, byGroup, rangeByReward(block, byGroup, query, group), isEveryAudience)
  return count
}

function countInRange(block: Block, { kinds }: IndexQuery, rows: Uint16Array, range: RewardRange, matchesAll: boolean) {
  const { low, high } = range
  if (matchesAll) return Math.max(0, high - low)
  let count = 0
  for (let index = low; index < high; index++) count += kinds[block.kind[rows[index] as number] as number] ?? 0
  return count
}

function countBetween(block: Block, filter: IndexQuery, { start, end }: Span): number {
  const { order, rewards, kind, advertisers } = block
  const { minUnits, maxUnits, kinds } = filter
  let count = 0
  for (let position = start; position < end; position++) {
    const row = order[position] as number
    const reward = rewards[row] as number
    if (reward < minUnits || reward > maxUnits || kinds[kind[row] as number] !== 1) continue
    if (admits(filter.advertisers, advertisers[row] as number)) count++
  }
  return count
}

function countMatches(block: Block, filter: IndexQuery, isWhole: boolean, matches: Rows): number {
  if (isWhole && !isFiltered(filter)) return countIntersection(matches, block.taken)
  const { rewards, kind, ats, advertisers } = block
  const { minUnits, maxUnits, from, to, kinds } = filter
  const list = rowsIn(matches)
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const row = list[index] as number
    const reward = rewards[row] as number
    // The reward of an empty row is NaN, which is outside every range.
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[row] as number] !== 1) continue
    if (!admits(filter.advertisers, advertisers[row] as number)) continue
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
  const matches = query && matchingRows(block, query)
  const rows: number[] = []
  let { past } = part
  for (let position = Math.min(part.below, end) - 1; position >= start && rows.length < part.limit; position--) {
    const row = order[position] as number
    const reward = rewards[row] as number
    if (reward < minUnits || reward > maxUnits || !matchesCaller(block, filter, row)) continue
    if (matches && !hasBit(matches, row)) continue
    if (past > 0) past--
    else rows.push(row)
  }
  return rows
}
