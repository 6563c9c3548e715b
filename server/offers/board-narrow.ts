import { type Block, positionOf } from './board-block.ts'
import { countSorted, sortRewards } from './board-rewards.ts'
import { type Needle, seatsFound } from './board-search.ts'
import { bitsOf, countAmong, hasBit, listOf, type Seats } from './board-seats.ts'
import type { Counted } from './board-tally.ts'

/** What is asked of a listing; what is not asked narrows nothing. Rewards and times include their bounds. */
export type Narrowing = Counted & {
  readonly from: number
  readonly to: number
  readonly needle: Needle | undefined
}

/** Nothing is asked. */
export const everything: Narrowing = {
  category: undefined,
  platform: undefined,
  minUnits: Number.NEGATIVE_INFINITY,
  maxUnits: Number.POSITIVE_INFINITY,
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  needle: undefined,
}

export const isTimed = ({ from, to }: Narrowing): boolean => from !== everything.from || to !== everything.to

const isNarrow = ({ category, platform, minUnits, maxUnits }: Narrowing): boolean =>
  category !== undefined ||
  platform !== undefined ||
  minUnits !== everything.minUnits ||
  maxUnits !== everything.maxUnits

/** The positions of a block between the two times. */
type Span = { readonly start: number; readonly end: number }

function spanOf(block: Block, { from, to }: Narrowing): Span {
  const { order, ats, count } = block
  const [earliest, latest] = [ats[order[0] as number] as number, ats[order[count - 1] as number] as number]
  return {
    start: earliest >= from ? 0 : positionOf(block, from, Number.NEGATIVE_INFINITY),
    end: latest <= to ? count : positionOf(block, to, Number.POSITIVE_INFINITY),
  }
}

/** Which kinds are asked for, by their numbers. */
function kindsAsked({ kinds }: Block, { category, platform }: Narrowing): Uint8Array {
  const asked = new Uint8Array(kinds.known.length)
  for (const [number, kind] of kinds.known.entries())
    if (category === undefined || kind.category === category)
      asked[number] = platform === undefined || kind.platform === platform ? 1 : 0
  return asked
}

/** How many blocks may be put in order on the way: each takes a millisecond, and all of them come to it at once. */
export type Spare = { sorts: number }

/** How many listings of the block are asked for. */
export function countIn(block: Block, narrowing: Narrowing, spare: Spare): number {
  const span = spanOf(block, narrowing)
  const { start, end } = span
  if (end <= start) return 0
  const isWhole = end - start === block.count
  if (narrowing.needle) return countFound(block, narrowing, isWhole, seatsFound(block, narrowing.needle))
  if (!isNarrow(narrowing)) return end - start
  return (isWhole ? countWhole(block, narrowing, spare) : undefined) ?? countBetween(block, narrowing, span)
}

/** A block that is read through again and again is put in order. */
const scansMax = 8

function countWhole(block: Block, narrowing: Narrowing, spare: Spare): number | undefined {
  if (block.sorted?.changes !== block.changes) {
    if (++block.scans <= scansMax || spare.sorts === 0) return undefined
    spare.sorts--
    block.sorted = sortRewards(block)
    block.scans = 0
  }
  return countSorted(block.sorted, narrowing)
}

function countBetween(block: Block, narrowing: Narrowing, { start, end }: Span): number {
  const { order, rewards, kind } = block
  const { minUnits, maxUnits } = narrowing
  const kinds = kindsAsked(block, narrowing)
  let count = 0
  for (let position = start; position < end; position++) {
    const seat = order[position] as number
    const reward = rewards[seat] as number
    if (reward >= minUnits && reward <= maxUnits && kinds[kind[seat] as number] === 1) count++
  }
  return count
}

const listed = new Uint16Array(65_536)

function countFound(block: Block, narrowing: Narrowing, isWhole: boolean, found: Seats): number {
  if (isWhole && !isNarrow(narrowing)) return countAmong(found, block.taken)
  const { rewards, kind, ats, taken } = block
  const { minUnits, maxUnits, from, to } = narrowing
  const kinds = kindsAsked(block, narrowing)
  const list = listOf(listed, found, taken.length)
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const seat = list[index] as number
    const reward = rewards[seat] as number
    // The reward of an empty seat is no number, and not between any two.
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[seat] as number] !== 1) continue
    if ((ats[seat] as number) >= from && (ats[seat] as number) <= to) count++
  }
  return count
}

/** The seats of what is asked for below this position, the latest first, past so many; not more than `most`. */
export function collect(
  block: Block,
  narrowing: Narrowing,
  part: { below: number; past: number; most: number },
): number[] {
  const { order, rewards, kind } = block
  const { start, end } = spanOf(block, narrowing)
  const { minUnits, maxUnits, needle } = narrowing
  const kinds = kindsAsked(block, narrowing)
  const found = needle ? bitsOf(seatsFound(block, needle), block.taken.length) : undefined
  const seats: number[] = []
  let { past } = part
  for (let position = Math.min(part.below, end) - 1; position >= start && seats.length < part.most; position--) {
    const seat = order[position] as number
    const reward = rewards[seat] as number
    if (reward < minUnits || reward > maxUnits || kinds[kind[seat] as number] !== 1) continue
    if (found && !hasBit(found, seat)) continue
    if (past > 0) past--
    else seats.push(seat)
  }
  return seats
}
