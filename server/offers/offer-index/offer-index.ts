import {
  addListing,
  type Block,
  type BoardPlace,
  blockOf,
  hasRoom,
  isAt,
  type Kinds,
  type Listing,
  listingAt,
  newBlock,
  newKinds,
  positionOf,
  removeListing,
} from './block.ts'
import { allDifferences, locate } from './exceptions.ts'
import { countKinds, countOf, newTally, type Tally, tell } from './facet-counts.ts'
import { collect, countIn, type Spare } from './filter.ts'
import { type Asked, askedOf, isTimed, isWithout, type Narrowing } from './query.ts'
import { type Needle, needleOf } from './search.ts'

/**
 * What can be reserved, in blocks that are small enough to change and large enough to count in. They lie in the order of
 * activation, which is read backwards.
 */
export type Board = {
  readonly most: number
  readonly kinds: Kinds
  readonly blocks: Block[]
  readonly tally: Tally
  /** How many listings each advertiser has. */
  readonly advertisers: Map<number, number>
  count: number
  /** What was searched last; the blocks keep what they found for these. */
  readonly needles: Map<string, Needle>
}

const listingsInBlock = 8192
const needlesMax = 128

export const newBoard = (most = listingsInBlock): Board => ({
  most,
  kinds: newKinds(),
  blocks: [],
  tally: newTally(),
  advertisers: new Map(),
  count: 0,
  needles: new Map(),
})

/** Puts a listing on the board, in place of what was there. */
export function put(board: Board, listing: Listing): void {
  take(board, listing)
  const index = blockOf(board.blocks, listing)
  const block = board.blocks[index]
  const kind = addListing(block && hasRoom(block) ? block : makeRoom(board, index, listing), listing)
  count(board, listing, kind, 1)
}

/** Takes from the board what is at this place, if something is. */
export function take(board: Board, place: BoardPlace): void {
  const index = blockOf(board.blocks, place)
  const block = board.blocks[index]
  if (!block) return
  const position = positionOf(block, place.at, place.id)
  if (!isAt(block, position, place)) return
  const seat = block.order[position] as number
  const listing = listingAt(block, seat)
  removeListing(block, position)
  count(board, listing, block.kind[seat] as number, -1)
  shrink(board, index)
}

/** Counts a listing, or one less. */
function count(board: Board, listing: Listing, kind: number, change: 1 | -1): void {
  const { category, platform, rewardUnits, advertiser } = listing
  tell(board.tally, { category, platform, kind }, rewardUnits, change)
  const theirs = (board.advertisers.get(advertiser) ?? 0) + change
  if (theirs === 0) board.advertisers.delete(advertiser)
  else board.advertisers.set(advertiser, theirs)
  board.count += change
}

/** Most of what comes belongs near the end, or near the beginning where a board is read backwards: little is cut off there. */
const cutAtEnds = 1 / 16

/** What comes at an end gets a new block; elsewhere one that is full becomes two, or one where many of its seats are empty. */
function makeRoom(board: Board, index: number, place: BoardPlace): Block {
  const { blocks } = board
  const full = blocks[index]
  const last = blocks.length - 1
  const position = full ? positionOf(full, place.at, place.id) : 0
  if (!full || (index === 0 && position === 0)) return newBlockAt(board, 0)
  if (index === last && position === full.count) return newBlockAt(board, blocks.length)
  const isCrowded = full.count > (full.seats * 3) / 4
  const share = index === last ? 1 - cutAtEnds : index === 0 ? cutAtEnds : 1 / 2
  const cut = isCrowded ? Math.ceil((full.count - 1) * share) : full.count
  const parts = [copied([full], 0, cut), copied([full], cut)].filter(({ count }) => count > 0)
  blocks.splice(index, 1, ...parts)
  const [first, second] = parts as [Block, Block?]
  return second && position >= cut ? second : first
}

function newBlockAt({ blocks, most, kinds }: Board, index: number): Block {
  const beside = blocks[Math.max(0, index - 1)]
  const block = newBlock(most, kinds, beside && textBytesFor(beside))
  blocks.splice(index, 0, block)
  return block
}

/** How long all texts of a block become that is like this one. */
const textBytesFor = ({ ends, seats, most }: Block): number =>
  Math.ceil(((ends[seats - 1] as number) / seats) * most * 1.02)

/** A new block of what is left in these between two positions, without the empty seats. */
function copied(blocks: readonly Block[], from = 0, to = Number.POSITIVE_INFINITY): Block {
  const like = blocks[0] as Block
  const made = newBlock(like.most, like.kinds, textBytesFor(like))
  for (const block of blocks)
    for (let position = from; position < Math.min(block.count, to); position++)
      addListing(made, listingAt(block, block.order[position] as number))
  return made
}

/** A block in which little is left goes into its neighbour. */
function shrink(board: Board, index: number): void {
  const { blocks, most } = board
  const block = blocks[index] as Block
  if (block.count === 0) blocks.splice(index, 1)
  else if (block.count <= most / 16) {
    const first = index === 0 ? 0 : index - 1
    const pair = blocks.slice(first, first + 2)
    const together = pair.reduce((sum, each) => sum + each.count, 0)
    if (pair.length === 2 && together <= most / 4) blocks.splice(first, 2, copied(pair))
  }
}

/** A needle to search for. Of those that nobody asked for lately the blocks forget what they found. */
export function needleFor(board: Board, text: string): Needle {
  const needle = board.needles.get(text) ?? needleOf(text)
  board.needles.delete(text)
  board.needles.set(text, needle)
  if (board.needles.size > needlesMax) forget(board, board.needles.keys().next().value as string)
  return needle
}

/** Whether every block has been searched for the needle, so that nothing takes long. */
export const isFound = ({ blocks }: Board, { text }: Needle): boolean =>
  blocks.every(({ found, seats }) => found.get(text)?.upTo === seats)

function forget(board: Board, text: string): void {
  board.needles.delete(text)
  for (const { found } of board.blocks) found.delete(text)
}

/** A part of the board: what is asked for, from an offset or behind a place, at most so many. */
export type Wanted = {
  readonly narrowing: Narrowing
  readonly offset: number
  readonly after: BoardPlace | undefined
  readonly most: number
  /** Nobody wants to know how many there are: the walk ends with the last place. */
  readonly isUncounted?: boolean
}
/** Where a listing is that was found, in either order. */
export type FoundPlace = BoardPlace & { readonly rewardUnits: number }
export type Answered = { readonly total: number; readonly places: readonly FoundPlace[] }

/** How many listings are asked for, where that is known without looking at any. */
export function knownCount({ tally }: Board, asked: Asked): number | undefined {
  if (isTimed(asked) || isWithout(asked) || asked.needle) return undefined
  if (!asked.fits) return countOf(tally, asked)
  return countKinds(tally, asked.kinds, asked) + allDifferences(asked)
}

/** How many listings are asked for. */
export const countAll = (board: Board, asked: Asked, spare: Spare): number =>
  knownCount(board, asked) ?? board.blocks.reduce((sum, block) => sum + countIn(block, asked, spare), 0)

/** The places that are asked for, and how many there are in all: one walk over the blocks, and into a few of them. */
export function ask(board: Board, wanted: Wanted): Answered {
  const narrowing = asking(board, wanted.narrowing)
  const known = wanted.isUncounted ? Number.POSITIVE_INFINITY : knownCount(board, narrowing)
  const { after, most } = wanted
  const last = board.blocks.length - 1
  const first = after ? blockOf(board.blocks, after) : last
  const places: FoundPlace[] = []
  const spare = { sorts: 1 }
  let [total, past] = [0, after ? 0 : wanted.offset]
  for (let index = known === undefined ? last : first; index >= 0; index--) {
    if (known !== undefined && (places.length === most || past >= known)) break
    const block = board.blocks[index] as Block
    const isCounted = known === undefined || past > 0
    const here = isCounted ? countIn(block, narrowing, spare) : block.count
    total += here
    if (here === 0 || index > first || places.length === most) continue
    if (past >= here) past -= here
    else {
      const below = after && index === first ? positionOf(block, after.at, after.id) : block.count
      for (const seat of collect(block, narrowing, { below, past, most: most - places.length }))
        places.push(placeAt(block, seat))
      past = 0
    }
  }
  return { total: known ?? total, places }
}

const placeAt = ({ ids, ats, rewards }: Block, seat: number): FoundPlace => ({
  id: ids[seat] as number,
  at: ats[seat] as number,
  rewardUnits: rewards[seat] as number,
})

/** What is asked of this board. */
export const asking = (board: Board, narrowing: Narrowing): Asked => {
  const { exceptions } = narrowing
  const asked = askedOf(board.kinds, withoutDoubt(board, narrowing))
  return exceptions ? { ...asked, located: locate(board.blocks, exceptions) } : asked
}

/** A platform belongs to one category: where it does, who asks for both need not be asked for the category. */
function withoutDoubt({ kinds }: Board, narrowing: Narrowing): Narrowing {
  const { category, platform } = narrowing
  if (category === undefined || platform === undefined) return narrowing
  const categories = kinds.numbers.get(platform)
  return categories?.size === 1 && categories.has(category) ? { ...narrowing, category: undefined } : narrowing
}
