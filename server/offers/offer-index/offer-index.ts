import {
  addEntry,
  type Block,
  blockOf,
  type Entry,
  entryAt,
  hasCapacity,
  type IndexPosition,
  isAt,
  type Kinds,
  newBlock,
  newKinds,
  positionOf,
  removeEntry,
} from './block.ts'
import { allDifferences, locateCallerOffers } from './caller-offers.ts'
import { countEntry, countKinds, countOf, type FacetCounts, newFacetCounts } from './facet-counts.ts'
import { collect, countIn } from './filter.ts'
import { type Filter, hasTimeRange, type IndexQuery, indexQueryOf } from './query.ts'
import { rowsMax } from './rows.ts'
import { type TextQuery, textQueryOf } from './search.ts'

/**
 * The offers that can be reserved, in blocks small enough to change and large enough to count in. Blocks are in order of activation and
 * read backwards.
 */
export type OfferIndex = {
  readonly blockCapacity: number
  readonly kinds: Kinds
  readonly blocks: Block[]
  readonly facets: FacetCounts
  readonly advertisers: Map<number, number>
  count: number
  /** The latest text queries; blocks cache their matches for these. */
  readonly queries: Map<string, TextQuery>
}

const entriesInBlock = 16_384
const queriesMax = 128

export const newOfferIndex = (blockCapacity = entriesInBlock): OfferIndex => ({
  blockCapacity,
  kinds: newKinds(),
  blocks: [],
  facets: newFacetCounts(),
  advertisers: new Map(),
  count: 0,
  queries: new Map(),
})

/** Adds an entry, replacing the one at its position. */
export function put(offerIndex: OfferIndex, entry: Entry): void {
  remove(offerIndex, entry)
  const index = blockOf(offerIndex.blocks, entry)
  const block = offerIndex.blocks[index]
  const kind = addEntry(block && hasCapacity(block) ? block : blockWithCapacity(offerIndex, index, entry), entry)
  count(offerIndex, entry, kind, 1)
}

/** Removes the entry at this position, if there is one. */
export function remove(offerIndex: OfferIndex, target: IndexPosition): void {
  const index = blockOf(offerIndex.blocks, target)
  const block = offerIndex.blocks[index]
  if (!block) return
  const position = positionOf(block, target.at, target.id)
  if (!isAt(block, position, target)) return
  const row = block.order[position] as number
  const entry = entryAt(block, row)
  removeEntry(block, position)
  count(offerIndex, entry, block.kind[row] as number, -1)
  mergeIfSmall(offerIndex, index)
}

/** Adds an entry to the counts, or removes it. */
function count(offerIndex: OfferIndex, entry: Entry, kind: number, change: 1 | -1): void {
  const { category, platform, rewardUnits, advertiser } = entry
  countEntry(offerIndex.facets, { category, platform, kind }, rewardUnits, change)
  const remaining = (offerIndex.advertisers.get(advertiser) ?? 0) + change
  if (remaining === 0) offerIndex.advertisers.delete(advertiser)
  else offerIndex.advertisers.set(advertiser, remaining)
  offerIndex.count += change
}

/** At either end, a split cuts off little: most new entries belong near the end, or near the start while the index loads backwards. */
const cutAtEnds = 1 / 16

/** Returns a block for a position: a new one at either end; elsewhere, splits a full block or compacts one with many empty rows. */
function blockWithCapacity(offerIndex: OfferIndex, index: number, entry: IndexPosition): Block {
  const { blocks } = offerIndex
  const full = blocks[index]
  const last = blocks.length - 1
  const position = full ? positionOf(full, entry.at, entry.id) : 0
  if (!full || (index === 0 && position === 0)) return newBlockAt(offerIndex, 0)
  if (index === last && position === full.count) return newBlockAt(offerIndex, blocks.length)
  const isCrowded = full.count > (full.rows * 3) / 4
  const share = index === last ? 1 - cutAtEnds : index === 0 ? cutAtEnds : 1 / 2
  const cut = isCrowded ? Math.ceil((full.count - 1) * share) : full.count
  const parts = [copyEntries([full], 0, cut), copyEntries([full], cut)].filter(({ count }) => count > 0)
  blocks.splice(index, 1, ...parts)
  const [first, second] = parts as [Block, Block?]
  return second && position >= cut ? second : first
}

function newBlockAt({ blocks, blockCapacity, kinds }: OfferIndex, index: number): Block {
  const neighbour = blocks[Math.max(0, index - 1)]
  const block = newBlock(blockCapacity, kinds, neighbour && textBytesFor(neighbour))
  blocks.splice(index, 0, block)
  return block
}

/** Returns the expected text size of a full block with texts like this one's. */
const textBytesFor = ({ ends, rows, capacity }: Block): number =>
  Math.ceil(((ends[rows - 1] as number) / rows) * capacity * 1.02)

/** Returns a new block with the entries between two positions of these blocks, without empty rows. */
function copyEntries(blocks: readonly Block[], from = 0, to = Number.POSITIVE_INFINITY): Block {
  const like = blocks[0] as Block
  const made = newBlock(like.capacity, like.kinds, textBytesFor(like))
  for (const block of blocks)
    for (let position = from; position < Math.min(block.count, to); position++)
      addEntry(made, entryAt(block, block.order[position] as number))
  return made
}

/** Merges a nearly empty block into its neighbour. */
function mergeIfSmall(offerIndex: OfferIndex, index: number): void {
  const { blocks, blockCapacity } = offerIndex
  const block = blocks[index] as Block
  if (block.count === 0) blocks.splice(index, 1)
  else if (block.count <= blockCapacity / 16) {
    const first = index === 0 ? 0 : index - 1
    const pair = blocks.slice(first, first + 2)
    const entries = pair.reduce((sum, each) => sum + each.count, 0)
    if (pair.length === 2 && entries <= blockCapacity / 4) blocks.splice(first, 2, copyEntries(pair))
  }
}

/** Returns the query for a text and marks it as recently used. Evicts the least recently used query with its cached matches. */
export function textQueryFor(offerIndex: OfferIndex, text: string): TextQuery {
  const query = offerIndex.queries.get(text) ?? textQueryOf(text)
  offerIndex.queries.delete(text)
  offerIndex.queries.set(text, query)
  const oldest = offerIndex.queries.keys().next().value as string
  if (offerIndex.queries.size > queriesMax) {
    offerIndex.queries.delete(oldest)
    for (const { matches } of offerIndex.blocks) matches.delete(oldest)
  }
  return query
}

/** Whether every block has current matches for the query, so that answering is quick. */
export const isCached = ({ blocks }: OfferIndex, { text }: TextQuery): boolean =>
  blocks.every(({ matches, rows }) => matches.get(text)?.upTo === rows)

/** A page of the index: the filter, an offset or a position to continue after, and up to `limit` entries. */
export type IndexSearch = {
  readonly filter: Filter
  readonly offset: number
  readonly after: IndexPosition | undefined
  readonly limit: number
  /** No total is needed, so reading stops at the end of the page. */
  readonly skipsTotal?: boolean
}
/** The position of a match in either sort order. */
export type MatchPosition = IndexPosition & { readonly rewardUnits: number }
/** A matching entry. `entry` changes whenever a fact of the offer does. */
export type Match = MatchPosition & { readonly advertiser: number; readonly entry: number }
export type SearchResult = { readonly total: number; readonly positions: readonly Match[] }

/** Returns the number of matches if the facet counts give it without reading entries; otherwise undefined. */
function knownCount({ facets }: OfferIndex, query: IndexQuery): number | undefined {
  if (hasTimeRange(query) || query.advertisers || query.query) return undefined
  const count = query.isEveryAudience ? countOf(facets, query) : undefined
  return (count ?? countKinds(facets, query)) + allDifferences(query)
}

export const countAll = (offerIndex: OfferIndex, query: IndexQuery): number =>
  knownCount(offerIndex, query) ?? offerIndex.blocks.reduce((sum, block) => sum + countIn(block, query), 0)

/** Returns a page of positions in order of activation and the total, in one pass over the blocks. */
export function findPage(offerIndex: OfferIndex, search: IndexSearch): SearchResult {
  const filter = prepareQuery(offerIndex, search.filter)
  const known = search.skipsTotal ? Number.POSITIVE_INFINITY : knownCount(offerIndex, filter)
  const { after, limit } = search
  const last = offerIndex.blocks.length - 1
  const first = after ? blockOf(offerIndex.blocks, after) : last
  const positions: Match[] = []
  let [total, past] = [0, after ? 0 : search.offset]
  for (let index = known === undefined ? last : first; index >= 0; index--) {
    if (known !== undefined && (positions.length === limit || past >= known)) break
    const block = offerIndex.blocks[index] as Block
    const isCounted = known === undefined || past > 0
    const here = isCounted ? countIn(block, filter) : block.count
    total += here
    if (here === 0 || index > first || positions.length === limit) continue
    if (past >= here) past -= here
    else {
      const below = after && index === first ? positionOf(block, after.at, after.id) : block.count
      for (const row of collect(block, filter, { below, past, limit: limit - positions.length }))
        positions.push(matchAt(block, row))
      past = 0
    }
  }
  return { total: known ?? total, positions }
}

export const matchAt = ({ number, ids, ats, rewards, advertisers }: Block, row: number): Match => ({
  id: ids[row] as number,
  at: ats[row] as number,
  rewardUnits: rewards[row] as number,
  advertiser: advertisers[row] as number,
  entry: number * rowsMax + row,
})

export const prepareQuery = (offerIndex: OfferIndex, filter: Filter): IndexQuery => {
  const { callerOffers } = filter
  const query = indexQueryOf(offerIndex.kinds, withoutRedundantCategory(offerIndex, filter))
  return callerOffers ? { ...query, located: locateCallerOffers(offerIndex.blocks, callerOffers) } : query
}

/** Drops the category from a filter whose platform belongs to that category only. */
function withoutRedundantCategory({ kinds }: OfferIndex, filter: Filter): Filter {
  const { category, platform } = filter
  if (category === undefined || platform === undefined) return filter
  const categories = kinds.numbers.get(platform)
  return categories?.size === 1 && categories.has(category) ? { ...filter, category: undefined } : filter
}
