import { getOrInsert } from '../../values/bounded-map.ts'
import { insertByReward, type RewardOrder, removeByReward } from './block-reward-order.ts'
import { addPairs, newPairSets, type PairSets } from './pairs.ts'
import { clearBit, type Rows, setBit, wordsOf } from './rows.ts'

/** An entry's position in the index: newest activation first, ties by highest id. */
export type IndexPosition = { readonly at: number; readonly id: number }

/** The indexed facts of an offer that can be reserved. `at` is when it was activated, in milliseconds. */
export type Entry = {
  readonly id: number
  readonly at: number
  readonly rewardUnits: number
  readonly category: number
  readonly platform: number
  readonly advertiser: number
  /** The audience as text; equal audiences have equal texts. */
  readonly audience: string
  /** The searchable text in UTF-8. */
  readonly text: Uint8Array
}

/** The matches of a search among the first `upTo` rows. */
type MatchingRows = { readonly rows: Rows; readonly upTo: number }

/** Facets that many entries share. `audience` is the number of a known audience. */
export type Kind = { readonly category: number; readonly platform: number; readonly audience: number }

/** The known kinds and the (few) audiences, each by its number. */
export type Kinds = {
  readonly known: Kind[]
  /** By kind: its group, which is the number of the first kind with the same category and platform. */
  readonly groups: number[]
  /** Kind numbers by platform, category and audience. */
  readonly numbers: Map<number, Map<number, Map<number, number>>>
  readonly audiences: string[]
  readonly audienceNumbers: Map<string, number>
}

/**
 * Entries that are adjacent in the index. Each has a row in the columns. Row numbers are never reused, so search results stay valid until
 * the block is rebuilt.
 */
export type Block = {
  /** Unique in the process. */
  readonly number: number
  readonly capacity: number
  readonly kinds: Kinds
  /** Rows assigned, and how many of them are still in use. */
  rows: number
  count: number
  /** The rows in use, earliest activation first, ties by lowest id, so that new entries are appended. */
  readonly order: Uint16Array
  readonly taken: Uint16Array
  readonly ids: Float64Array
  readonly ats: Float64Array
  readonly rewards: Float64Array
  readonly kind: Uint32Array
  readonly advertisers: Float64Array
  /** Made in the background or on demand, then maintained. */
  byReward: RewardOrder | undefined
  /** Concatenated texts, and where each ends. */
  texts: Uint8Array
  readonly ends: Uint32Array
  readonly pairs: PairSets
  readonly matches: Map<string, MatchingRows>
}

const firstTextBytes = 512
const wellFilled = 0.9
/** Limits a block's text size, so that operations on a whole block stay short. */
const textBytesMax = 2_097_152

export const newKinds = (): Kinds => ({
  known: [],
  groups: [],
  numbers: new Map(),
  audiences: [],
  audienceNumbers: new Map(),
})

let blocksMade = 0

export const newBlock = (capacity: number, kinds: Kinds, textBytes = firstTextBytes): Block => ({
  number: blocksMade++,
  capacity,
  kinds,
  rows: 0,
  count: 0,
  order: new Uint16Array(capacity),
  taken: new Uint16Array(wordsOf(capacity)),
  ids: new Float64Array(capacity),
  ats: new Float64Array(capacity),
  rewards: new Float64Array(capacity),
  kind: new Uint32Array(capacity),
  advertisers: new Float64Array(capacity),
  byReward: undefined,
  texts: new Uint8Array(Math.min(textBytes, textBytesMax)),
  ends: new Uint32Array(capacity),
  pairs: newPairSets(capacity),
  matches: new Map(),
})

function numberOf(kinds: Kinds, { category, platform, audience: text }: Entry): number {
  const audience = getOrInsert(kinds.audienceNumbers, text, () => kinds.audiences.push(text) - 1)
  const ofPlatform = getOrInsert(kinds.numbers, platform, () => new Map<number, Map<number, number>>())
  const ofCategory = getOrInsert(ofPlatform, category, () => new Map<number, number>())
  return getOrInsert(ofCategory, audience, () => {
    const number = kinds.known.push({ category, platform, audience }) - 1
    kinds.groups.push(ofCategory.values().next().value ?? number)
    return number
  })
}

export const hasCapacity = (block: Block): boolean =>
  block.rows < block.capacity && textStart(block, block.rows) < textBytesMax

/** Returns where the text of the row begins, which is where the previous one ends. */
export const textStart = ({ ends }: Block, row: number): number => (row === 0 ? 0 : (ends[row - 1] as number))

/** Returns how many entries of the block precede this position, in order of activation. */
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

/** Returns the index of the block that contains the position or would: the first that ends after it. */
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

/** Adds an entry that the block does not contain. The block must have capacity. Returns the number of its kind. */
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
  if (block.byReward) insertByReward(block, block.byReward, row)
  block.rows++
  block.count++
  return kind
}

function addText(block: Block, row: number, text: Uint8Array): void {
  const start = textStart(block, row)
  const end = start + text.length
  if (end > block.texts.length) block.texts = enlargedTexts(block, end)
  block.texts.set(text, start)
  addPairs(block.pairs, row, text)
  block.ends[row] = end
  // A full block gets no more texts, so its buffer is trimmed.
  if (row === block.capacity - 1 && end < block.texts.length * wellFilled) block.texts = block.texts.slice(0, end)
}

function enlargedTexts({ texts, rows, capacity }: Block, needed: number): Uint8Array {
  const expected = Math.ceil((needed / (rows + 1)) * Math.min(capacity, rows * 1.25 + 16))
  const longer = new Uint8Array(Math.max(needed, Math.min(expected, textBytesMax)))
  longer.set(texts)
  return longer
}

/** Removes the entry at this position; its row stays empty. */
export function removeEntry(block: Block, position: number): void {
  const row = block.order[position] as number
  block.order.copyWithin(position, position + 1, block.count)
  if (block.byReward) removeByReward(block, block.byReward, row)
  // NaN compares false with every bound, so empty rows never match a reward filter.
  block.rewards[row] = Number.NaN
  clearBit(block.taken, row)
  block.count--
}

export function entryAt(block: Block, row: number): Entry {
  const { category, platform, audience } = block.kinds.known[block.kind[row] as number] as Kind
  return {
    id: block.ids[row] as number,
    at: block.ats[row] as number,
    rewardUnits: block.rewards[row] as number,
    category,
    platform,
    advertiser: block.advertisers[row] as number,
    audience: block.kinds.audiences[audience] as string,
    text: block.texts.subarray(textStart(block, row), block.ends[row]),
  }
}
