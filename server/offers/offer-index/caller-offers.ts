import { type Block, blockOf, isAt, positionOf } from './block.ts'
import { admits, type CallerOffer, type IndexQuery, type LocatedCallerOffers } from './query.ts'
import { hasBit } from './rows.ts'
import { matchingRows } from './search.ts'

/** Finds these offers in the index; leaves out offers that are not listed now. */
export function locateCallerOffers(
  blocks: readonly Block[],
  callerOffers: readonly CallerOffer[],
): LocatedCallerOffers {
  const located = new Map<Block, Map<number, boolean>>()
  for (const offer of callerOffers) {
    const block = blocks[blockOf(blocks, offer)]
    if (!block) continue
    const position = positionOf(block, offer.at, offer.id)
    if (!isAt(block, position, offer)) continue
    const rows = located.get(block) ?? new Map<number, boolean>()
    located.set(block, rows.set(block.order[position] as number, offer.isIncluded))
  }
  return located
}

/** Whether the row matches, apart from rewards, times and the text query. */
export function matchesCaller(block: Block, query: IndexQuery, row: number): boolean {
  const kind = block.kind[row] as number
  const isIncluded = query.located?.get(block)?.get(row)
  if (isIncluded === undefined) return matchesByKind(block, query, row)
  return isIncluded && query.anyKinds[kind] === 1 && admits(query.callerAdvertisers, block.advertisers[row] as number)
}

const matchesByKind = ({ kind, advertisers }: Block, query: IndexQuery, row: number): boolean =>
  query.kinds[kind[row] as number] === 1 && admits(query.advertisers, advertisers[row] as number)

/** Returns the caller offers of a block that change its count: the row, and +1 or -1. */
export function differencesIn(block: Block, query: IndexQuery): (readonly [row: number, difference: number])[] {
  const rows = query.located?.get(block)
  if (!rows) return []
  const matches = query.query && matchingRows(block, query.query)
  return [...rows.keys()]
    .filter((row) => isBetween(block, query, row) && (!matches || hasBit(matches, row)))
    .map((row) => [row, Number(matchesCaller(block, query, row)) - Number(matchesByKind(block, query, row))] as const)
    .filter(([, difference]) => difference !== 0)
}

function isBetween({ rewards, ats }: Block, { minUnits, maxUnits, from, to }: IndexQuery, row: number): boolean {
  const [reward, at] = [rewards[row] as number, ats[row] as number]
  return reward >= minUnits && reward <= maxUnits && at >= from && at <= to
}

/** Returns by how much the caller offers change the count of the block. */
export const differenceIn = (block: Block, query: IndexQuery): number =>
  query.located ? differencesIn(block, query).reduce((sum, [, difference]) => sum + difference, 0) : 0

/** Returns by how much the caller offers change the count of the whole index. */
export const allDifferences = (query: IndexQuery): number =>
  query.located ? [...query.located.keys()].reduce((sum, block) => sum + differenceIn(block, query), 0) : 0
