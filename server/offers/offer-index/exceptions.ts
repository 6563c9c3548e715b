import { type Block, blockOf, isAt, positionOf } from './block.ts'
import type { Asked, Exception, Located } from './query.ts'
import { bitsOf, hasBit, type Seats } from './rows.ts'
import { type Needle, seatsFound } from './search.ts'

/** Finds exceptions on the board; those that are not listed now are left out. */
export function locate(blocks: readonly Block[], exceptions: readonly Exception[]): Located {
  const located = new Map<Block, Map<number, boolean>>()
  for (const exception of exceptions) {
    const block = blocks[blockOf(blocks, exception)]
    if (!block) continue
    const position = positionOf(block, exception.at, exception.id)
    if (!isAt(block, position, exception)) continue
    const seats = located.get(block) ?? new Map<number, boolean>()
    located.set(block, seats.set(block.order[position] as number, exception.isIn))
  }
  return located
}

/** Whether the seat is asked for, apart from rewards, times and the search. */
export function isOffered(block: Block, asked: Asked, seat: number): boolean {
  const kind = block.kind[seat] as number
  const isIn = asked.located?.get(block)?.get(seat)
  return isIn === undefined ? isOfferedToAll(block, asked, seat) : isIn && asked.anyKinds[kind] === 1
}

const isOfferedToAll = ({ kind, advertisers }: Block, { kinds, without }: Asked, seat: number): boolean =>
  kinds[kind[seat] as number] === 1 && !without?.has(advertisers[seat] as number)

/** The exceptions of a block that change what is counted: the seat, and 1 where it is more, -1 where it is less. */
export function differencesIn(block: Block, asked: Asked): (readonly [seat: number, difference: number])[] {
  const seats = asked.located?.get(block)
  if (!seats) return []
  const found = asked.needle && bitsFound(block, asked.needle)
  return [...seats.keys()]
    .filter((seat) => isBetween(block, asked, seat) && (!found || hasBit(found, seat)))
    .map((seat) => [seat, Number(isOffered(block, asked, seat)) - Number(isOfferedToAll(block, asked, seat))] as const)
    .filter(([, difference]) => difference !== 0)
}

const bitsFound = (block: Block, needle: Needle): Seats => bitsOf(seatsFound(block, needle), block.taken.length)

function isBetween({ rewards, ats }: Block, { minUnits, maxUnits, from, to }: Asked, seat: number): boolean {
  const [reward, at] = [rewards[seat] as number, ats[seat] as number]
  return reward >= minUnits && reward <= maxUnits && at >= from && at <= to
}

const sumOf = (differences: readonly (readonly [number, number])[]): number =>
  differences.reduce((sum, [, difference]) => sum + difference, 0)

/** By how many listings of the block the exceptions change the count. */
export const differenceIn = (block: Block, asked: Asked): number =>
  asked.located ? sumOf(differencesIn(block, asked)) : 0

/** The same of the whole board. */
export const allDifferences = (asked: Asked): number =>
  asked.located ? [...asked.located.keys()].reduce((sum, block) => sum + differenceIn(block, asked), 0) : 0
