import type { Bigrams } from './bigrams.ts'
import type { Rewards } from './rewards.ts'
import { clearBit, type Rows, setBit, wordsOf } from './rows.ts'

/** Where a listing is on the board: the latest activated is shown first, of equals the highest id. */
export type IndexPosition = { readonly at: number; readonly id: number }

/** What the board knows of an offer that can be reserved. `at` is when it was activated, in milliseconds. */
export type Entry = {
  readonly id: number
  readonly at: number
  readonly rewardUnits: number
  readonly category: number
  readonly platform: number
  readonly advertiser: number
  /** Of whom it is asked: the same text for the same audience. */
  readonly audience: string
  /** What is searched, in UTF-8. */
  readonly text: Uint8Array
}

/** The matches of a search among the first so many seats. */
type MatchingRows = { readonly rows: Rows; readonly upTo: number }

/** What many listings have in common. The audience is the number of one that is known. */
export type Kind = { readonly category: number; readonly platform: number; readonly audience: number }

/** Kinds, by the number that listings have for them; and audiences, which are few, by theirs. */
export type Kinds = {
  readonly known: Kind[]
  /** Of each platform, of each of its categories, of each audience there. */
  readonly numbers: Map<number, Map<number, Map<number, number>>>
  readonly audiences: string[]
  readonly audienceNumbers: Map<string, number>
}

/**
 * Listings that follow each other on the board. Each has a seat, where the columns hold what is known of it; seats are handed
 * out one after the other and never again, so that what was found out about one stays true until the block is made anew.
 */
export type Block = {
  readonly most: number
  readonly kinds: Kinds
  /** Seats handed out, and how many of them are still taken. */
  rows: number
  count: number
  /** The taken seats: the earliest activated first, of equals the lowest id. What is new is then added at the end. */
  readonly order: Uint16Array
  readonly taken: Uint16Array
  readonly ids: Float64Array
  readonly ats: Float64Array
  readonly rewards: Float64Array
  readonly kind: Uint32Array
  readonly advertisers: Float64Array
  /** How often a listing came or went. */
  changes: number
  /** The rewards in their order, once it pays; and how often the block has been read through without that. */
  sorted: Rewards | undefined
  scans: number
  /** Texts behind each other, and where each ends. */
  texts: Uint8Array
  readonly ends: Uint32Array
  /** Grams of the first so many seats. */
  bigrams: Bigrams | undefined
  readonly found: Map<string, MatchingRows>
}

const firstTextBytes = 512
const wellFilled = 0.9
/** However long the texts are: what is done with all of a block must not take long. */
const textBytesMax = 2_097_152

export const newKinds = (): Kinds => ({ known: [], numbers: new Map(), audiences: [], audienceNumbers: new Map() })

export const newBlock = (most: number, kinds: Kinds, textBytes = firstTextBytes): Block => ({
  most,
  kinds,
  rows: 0,
  count: 0,
  order: new Uint16Array(most),
  taken: new Uint16Array(wordsOf(most)),
  ids: new Float64Array(most),
  ats: new Float64Array(most),
  rewards: new Float64Array(most),
  kind: new Uint32Array(most),
  advertisers: new Float64Array(most),
  changes: 0,
  sorted: undefined,
  scans: 0,
  texts: new Uint8Array(Math.min(textBytes, textBytesMax)),
  ends: new Uint32Array(most),
  bigrams: undefined,
  found: new Map(),
})

/** What is there for the key, made where nothing is. */
function foundIn<Key, Value>(map: Map<Key, Value>, key: Key, make: () => Value): Value {
  const known = map.get(key)
  if (known !== undefined) return known
  const made = make()
  map.set(key, made)
  return made
}

function numberOf(kinds: Kinds, { category, platform, audience: text }: Entry): number {
  const audience = foundIn(kinds.audienceNumbers, text, () => kinds.audiences.push(text) - 1)
  const ofPlatform = foundIn(kinds.numbers, platform, () => new Map<number, Map<number, number>>())
  const there = foundIn(ofPlatform, category, () => new Map<number, number>())
  return foundIn(there, audience, () => kinds.known.push({ category, platform, audience }) - 1)
}

export const hasRoom = (block: Block): boolean => block.rows < block.most && textStart(block, block.rows) < textBytesMax

/** Where the text of the seat begins, which is where the one before it ends. */
export const textStart = ({ ends }: Block, row: number): number => (row === 0 ? 0 : (ends[row - 1] as number))

/** How many listings of the block come before this place, in the order of activation. */
export function positionOf({ order, ats, ids, count }: Block, at: number, id: number): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >> 1
    const row = order[middle] as number
    const its = ats[row] as number
    if (its < at || (its === at && (ids[row] as number) < id)) low = middle + 1
    else high = middle
  }
  return low
}

/** The block in which the place is, or would be: the first that ends behind it. */
export function blockOf(blocks: readonly Block[], { at, id }: IndexPosition): number {
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    const { order, ats, ids, count } = blocks[middle] as Block
    const last = order[count - 1] as number
    const its = ats[last] as number
    if (its < at || (its === at && (ids[last] as number) < id)) low = middle + 1
    else high = middle
  }
  return low
}

export const isAt = ({ order, ats, ids, count }: Block, position: number, { at, id }: IndexPosition): boolean =>
  position < count && ids[order[position] as number] === id && ats[order[position] as number] === at

/** Adds a listing that is not there, to a block that has room. Says the number of its kind. */
export function addEntry(block: Block, entry: Entry): number {
  const { rows: row, order, count } = block
  const position = positionOf(block, entry.at, entry.id)
  order.copyWithin(position + 1, position, count)
  order[position] = row
  block.ids[row] = entry.id
  block.ats[row] = entry.at
  block.rewards[row] = entry.rewardUnits
  const kind = numberOf(block.kinds, entry)
  block.kind[row] = kind
  block.advertisers[row] = entry.advertiser
  addText(block, row, entry.text)
  setBit(block.taken, row)
  block.rows++
  block.count++
  block.changes++
  return kind
}

function addText(block: Block, row: number, text: Uint8Array): void {
  const start = textStart(block, row)
  const end = start + text.length
  if (end > block.texts.length) block.texts = lengthened(block, end)
  block.texts.set(text, start)
  block.ends[row] = end
  // A block that is full gets no more texts.
  if (row === block.most - 1 && end < block.texts.length * wellFilled) block.texts = block.texts.slice(0, end)
}

function lengthened({ texts, rows, most }: Block, needed: number): Uint8Array {
  const expected = Math.ceil((needed / (rows + 1)) * Math.min(most, rows * 1.25 + 16))
  const longer = new Uint8Array(Math.max(needed, Math.min(expected, textBytesMax)))
  longer.set(texts)
  return longer
}

/** Removes the listing at this position; its seat stays empty. */
export function removeEntry(block: Block, position: number): void {
  const row = block.order[position] as number
  block.order.copyWithin(position, position + 1, block.count)
  // No number is more or less than this one, so that no reward is in question any more.
  block.rewards[row] = Number.NaN
  clearBit(block.taken, row)
  block.count--
  block.changes++
}

/** The listing of a seat. */
export function entryAt(block: Block, row: number): Entry {
  const { category, platform, audience } = block.kinds.known[block.kind[row] as number] as Kind
  return {
    id: block.ids[row] as number,
    at: block.ats[row] as number,
    rewardUnits: block.rewards[row] as number,
    ...{ category, platform },
    advertiser: block.advertisers[row] as number,
    audience: block.kinds.audiences[audience] as string,
    text: block.texts.subarray(textStart(block, row), block.ends[row]),
  }
}
