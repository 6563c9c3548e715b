import type { Occurrences } from './bigrams.ts'
import { type Block, rowsMax, textStart } from './block.ts'
import { compact, hasBit, listOf, type Rows, wordsOf } from './rows.ts'
import { addRowsWith, hasText, type Sought, type SoughtWord, soughtOf, soughtWordsOf, wordsIn } from './words.ts'

/** A text to search for, prepared for the blocks. */
export type TextQuery = Sought & { readonly words: readonly SoughtWord[] }

export const textQueryOf = (text: string): TextQuery => ({ ...soughtOf(text), words: soughtWordsOf(text) })

/** Up to this many new texts per block are scanned in each search; with more, their words are indexed. */
const unindexedTextsMax = 256

export const needsIndexing = ({ words, rows }: Block): boolean => rows - (words?.upTo ?? 0) > unindexedTextsMax

/** Indexes the words of a block; yields periodically. */
export function* indexBlock(block: Block, occurrences: Occurrences): Generator<void> {
  const upTo = block.rows
  block.words = { parts: yield* wordsIn(occurrences, textsOf(block), block.capacity), upTo }
}

function* textsOf(block: Block): Generator<[number, string]> {
  const { texts, ends, taken, rows } = block
  const buffer = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)
  for (let row = 0; row < rows; row++)
    if (hasBit(taken, row)) yield [row, buffer.toString('utf8', textStart(block, row), ends[row])]
}

/** Shared scratch buffers, used by one operation at a time. */
const [listed, found] = [new Uint16Array(rowsMax), new Uint16Array(rowsMax)]

/** Returns the rows whose text contains the query; some may be empty. Cached in the block until the query is evicted. */
export function matchingRows(block: Block, query: TextQuery): Rows {
  const known = block.matches.get(query.text)
  if (known?.upTo === block.rows) return known.rows
  const words = wordsOf(block.capacity)
  const list = known ? listOf(found, known.rows, words) : findIndexed(block, query, words)
  listed.set(list)
  const upTo = known?.upTo ?? block.words?.upTo ?? 0
  const rows = compact(findUnindexed(block, query, list.length, upTo), words)
  block.matches.set(query.text, { rows, upTo: block.rows })
  return rows
}

/** Appends matches among the rows added since `upTo` to the first `count` listed rows. */
function findUnindexed(block: Block, query: TextQuery, count: number, upTo: number): Uint16Array {
  let end = count
  for (let row = upTo; row < block.rows; row++) if (hasText(block, row, query)) listed[end++] = row
  return listed.subarray(0, end)
}

/** Lists the matching rows among the indexed ones. A row with all words of the query may have them in another order. */
function findIndexed(block: Block, query: TextQuery, words: number): Uint16Array {
  const [rows = new Uint16Array(words), ...others] = query.words.map((word) => rowsWithWord(block, word, words))
  for (const bits of others)
    for (let word = 0; word < words; word++) rows[word] = (rows[word] as number) & (bits[word] as number)
  const candidates = listOf(found, rows, words)
  if (others.length === 0) return candidates
  let count = 0
  for (let index = 0; index < candidates.length; index++) {
    const row = candidates[index] as number
    if (hasText(block, row, query)) found[count++] = row
  }
  return found.subarray(0, count)
}

function rowsWithWord(block: Block, word: SoughtWord, words: number): Uint16Array {
  const bits = new Uint16Array(words)
  for (const part of block.words?.parts ?? []) addRowsWith(bits, part, word)
  return bits
}
