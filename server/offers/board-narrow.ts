import { type Block, type Kinds, positionOf } from './board-block.ts'
import { countSorted, sortRewards } from './board-rewards.ts'
import { type Needle, seatsFound } from './board-search.ts'
import { bitsOf, countAmong, hasBit, listOf, type Seats } from './board-seats.ts'
import type { Counted } from './board-tally.ts'

/** What is asked of a listing; what is not asked narrows nothing. Rewards and times include their bounds. */
export type Narrowing = Counted & {
  readonly from: number
  readonly to: number
  readonly needle: Needle | undefined
  /** By the number of an audience, whether who asks is within it (1); where they do not ask, nothing. */
  readonly fits: Uint8Array | undefined
  /** Whose offers are left out; no number where nobody's are, which is equal to none. */
  readonly without: number
}

/** With what is asked of kinds, by their numbers. */
export type Asked = Narrowing & { readonly kinds: Uint8Array }

/** Nothing is asked. */
export const everything: Narrowing = {
  category: undefined,
  platform: undefined,
  minUnits: Number.NEGATIVE_INFINITY,
  maxUnits: Number.POSITIVE_INFINITY,
  from: Number.NEGATIVE_INFINITY,
  to: Number.POSITIVE_INFINITY,
  needle: undefined,
  fits: undefined,
  without: Number.NaN,
}

export const isTimed = ({ from, to }: Narrowing): boolean => from !== everything.from || to !== everything.to

/** Whether not everybody's offers are asked for, so that no numbers are kept of them. */
export const isWithout = ({ without }: Narrowing): boolean => !Number.isNaN(without)

const isNarrow = ({ category, platform, minUnits, maxUnits, fits, without }: Narrowing): boolean =>
  fits !== undefined ||
  !Number.isNaN(without) ||
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

/** Says which kinds are asked for: once for all blocks. */
export function askedOf({ known }: Kinds, narrowing: Narrowing): Asked {
  const { category, platform, fits } = narrowing
  const kinds = new Uint8Array(known.length)
  for (let number = 0; number < kinds.length; number++) {
    const kind = known[number] as Kinds['known'][number]
    if (category !== undefined && kind.category !== category) continue
    if (platform !== undefined && kind.platform !== platform) continue
    kinds[number] = fits ? (fits[kind.audience] ?? 0) : 1
  }
  return { ...narrowing, kinds }
}

/** How many blocks may be put in order on the way: each takes a millisecond, and all of them come to it at once. */
export type Spare = { sorts: number }

/** How many listings of the block are asked for. */
export function countIn(block: Block, narrowing: Asked, spare: Spare): number {
  const span = spanOf(block, narrowing)
  const { start, end } = span
  if (end <= start) return 0
  const isWhole = end - start === block.count
  if (narrowing.needle) return countFound(block, narrowing, isWhole, seatsFound(block, narrowing.needle))
  if (!isNarrow(narrowing)) return end - start
  return (
    (isWhole && !narrowing.fits && !isWithout(narrowing) ? countWhole(block, narrowing, spare) : undefined) ??
    countBetween(block, narrowing, span)
  )
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

function countBetween(block: Block, narrowing: Asked, { start, end }: Span): number {
  const { order, rewards, kind, advertisers } = block
  const { minUnits, maxUnits, kinds, without } = narrowing
  let count = 0
  for (let position = start; position < end; position++) {
    const seat = order[position] as number
    const reward = rewards[seat] as number
    if (reward >= minUnits && reward <= maxUnits && kinds[kind[seat] as number] === 1 && advertisers[seat] !== without)
      count++
  }
  return count
}

const listed = new Uint16Array(65_536)

/** Counts the listings of the block that are asked for by their rewards: each count is of so many units, from the least on. */
export function spreadIn(block: Block, narrowing: Asked, counts: Uint32Array, width: number): void {
  const { order, rewards, kind, advertisers, ats, taken } = block
  const { start, end } = spanOf(block, narrowing)
  const { minUnits, maxUnits, from, to, kinds, without, needle } = narrowing
  const seats = needle ? listOf(listed, seatsFound(block, needle), taken.length) : order.subarray(start, end)
  for (let index = 0; index < seats.length; index++) {
    const seat = seats[index] as number
    const reward = rewards[seat] as number
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[seat] as number] !== 1) continue
    if (advertisers[seat] === without) continue
    if (needle && ((ats[seat] as number) < from || (ats[seat] as number) > to)) continue
    const place = Math.floor((reward - minUnits) / width)
    counts[place] = (counts[place] as number) + 1
  }
}

function countFound(block: Block, narrowing: Asked, isWhole: boolean, found: Seats): number {
  if (isWhole && !isNarrow(narrowing)) return countAmong(found, block.taken)
  const { rewards, kind, ats, taken, advertisers } = block
  const { minUnits, maxUnits, from, to, kinds, without } = narrowing
  const list = listOf(listed, found, taken.length)
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const seat = list[index] as number
    const reward = rewards[seat] as number
    // The reward of an empty seat is no number, and not between any two.
    if (!(reward >= minUnits && reward <= maxUnits) || kinds[kind[seat] as number] !== 1) continue
    if (advertisers[seat] === without) continue
    if ((ats[seat] as number) >= from && (ats[seat] as number) <= to) count++
  }
  return count
}

/** The seats of what is asked for below this position, the latest first, past so many; not more than `most`. */
export function collect(block: Block, narrowing: Asked, part: { below: number; past: number; most: number }): number[] {
  const { order, rewards, kind, advertisers } = block
  const { start, end } = spanOf(block, narrowing)
  const { minUnits, maxUnits, needle, kinds, without } = narrowing
  const found = needle ? bitsOf(seatsFound(block, needle), block.taken.length) : undefined
  const seats: number[] = []
  let { past } = part
  for (let position = Math.min(part.below, end) - 1; position >= start && seats.length < part.most; position--) {
    const seat = order[position] as number
    const reward = rewards[seat] as number
    if (reward < minUnits || reward > maxUnits || kinds[kind[seat] as number] !== 1) continue
    if (advertisers[seat] === without || (found && !hasBit(found, seat))) continue
    if (past > 0) past--
    else seats.push(seat)
  }
  return seats
}
