import { type Bigrams, bigramsIn, bigramsOf, type Occurrences, rowsWith, rowsWithUnit } from './bigrams.ts'
import { type Block, rowsMax, textStart } from './block.ts'
import { compact, hasBit, intersect, listOf, noRows, type Rows, wordsOf } from './rows.ts'

/** A text to search for, prepared for the blocks. */
export type TextQuery = {
  readonly text: string
  readonly bytes: Uint8Array
  readonly bigrams: readonly number[]
  /** By byte: how far to advance if a text has it at the position of the query's last byte. */
  readonly strides: Uint8Array
  /** One or two characters: the bigram index answers such a query alone. */
  readonly isBigram: boolean
}

export function textQueryOf(text: string): TextQuery {
  const bytes = Buffer.from(text)
  return { text, bytes, bigrams: bigramsOf(text), strides: stridesOf(bytes), isBigram: text.length <= 2 }
}

function stridesOf(bytes: Uint8Array): Uint8Array {
  const strides = new Uint8Array(256).fill(Math.min(bytes.length, 255))
  for (let index = Math.max(0, bytes.length - 255); index < bytes.length - 1; index++)
    strides[bytes[index] as number] = bytes.length - 1 - index
  return strides
}

/** Up to this many new texts per block are scanned in each search; with more, their bigrams are indexed. */
const unindexedTextsMax = 256

export const needsIndexing = ({ bigrams, rows }: Block): boolean => rows - (bigrams?.upTo ?? 0) > unindexedTextsMax

/** Indexes the bigrams of a block; yields periodically. */
export function* indexBlock(block: Block, occurrences: Occurrences): Generator<void> {
  block.bigrams = yield* bigramsIn(occurrences, { texts: textsOf(block), upTo: block.rows, capacity: block.capacity })
}

function* textsOf(block: Block): Generator<[number, string]> {
  const { texts, ends, taken } = block
  const buffer = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)
  const { rows } = block
  for (let row = 0; row < rows; row++)
    if (hasBit(taken, row)) yield [row, buffer.toString('utf8', textStart(block, row), ends[row])]
}

/** Shared scratch buffers, used by one operation at a time: allocating per block and search would dominate the cost. */
const [one, other, listed] = [new Uint16Array(rowsMax), new Uint16Array(rowsMax), new Uint16Array(rowsMax)]

/** Returns the rows whose text contains the query; some may be empty. Cached in the block until the query is evicted. */
export function matchingRows(block: Block, query: TextQuery): Rows {
  const known = block.matches.get(query.text)
  if (known?.upTo === block.rows) return known.rows
  const words = wordsOf(block.capacity)
  const list = known
    ? listed.subarray(0, copyToListed(listOf(one, known.rows, words)))
    : findIndexed(block, query, words)
  const upTo = known?.upTo ?? block.bigrams?.upTo ?? 0
  const rows = compact(findUnindexed(block, query, list.length, upTo), words)
  block.matches.set(query.text, { rows, upTo: block.rows })
  return rows
}

function copyToListed(list: Uint16Array): number {
  listed.set(list)
  return list.length
}

/** Appends matches among the rows added since `upTo` to the first `count` listed rows. */
function findUnindexed(block: Block, query: TextQuery, count: number, upTo: number): Uint16Array {
  let end = count
  for (let row = upTo; row < block.rows; row++) if (hasText(block, row, query)) listed[end++] = row
  return listed.subarray(0, end)
}

/** Lists the matching rows among the indexed ones: candidates have every bigram of the query, then their text is compared. */
function findIndexed(block: Block, query: TextQuery, words: number): Uint16Array {
  if (!block.bigrams) return listed.subarray(0, 0)
  const candidates = listOf(listed, withAll(block.bigrams, query, words), words)
  if (query.isBigram) return listed.subarray(0, copyToListed(candidates))
  let count = 0
  for (let index = 0; index < candidates.length; index++) {
    const row = candidates[index] as number
    if (hasText(block, row, query)) listed[count++] = row
  }
  return listed.subarray(0, count)
}

/** Returns the rows that have every bigram of the query, starting with the rarest bigram. */
function withAll(bigrams: Bigrams, query: TextQuery, words: number): Rows {
  if (query.text.length === 1) return rowsWithUnit(bigrams, query.text.charCodeAt(0), words)
  const sets: Rows[] = []
  for (const bigram of query.bigrams) {
    const rows = rowsWith(bigrams, bigram)
    if (rows.length === 0) return noRows
    sets.push(rows)
  }
  sets.sort((some, others) => some.length - others.length)
  let candidates = sets[0] ?? noRows
  for (let index = 1; index < sets.length && candidates.length > 0; index++)
    candidates = intersect(index % 2 === 1 ? one : other, candidates, sets[index] as Rows, words)
  return candidates
}

/** Whether the row's text contains the query (Horspool search). Calling a library costs more for such short texts. */
function hasText({ texts, ends }: Block, row: number, { bytes, strides }: TextQuery): boolean {
  const length = bytes.length - 1
  const end = ends[row] as number
  for (let last = (row === 0 ? 0 : (ends[row - 1] as number)) + length; last < end; ) {
    const byte = texts[last] as number
    let rest = byte === bytes[length] ? length : -1
    while (rest > 0 && texts[last - length + rest - 1] === bytes[rest - 1]) rest--
    if (rest === 0) return true
    last += strides[byte] as number
  }
  return false
}
