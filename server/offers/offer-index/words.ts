import {
  addOccurrence,
  addText,
  type Bigrams,
  bigramsOf,
  clear,
  type Occurrences,
  type RowsByKey,
  rowsWith,
  rowsWithUnit,
  sortByKey,
} from './bigrams.ts'
import { addRowsAt, intersect, listOf, noRows, type Rows, wordsOf } from './rows.ts'

/** Concatenated texts in UTF-8, and where each ends. */
export type Texts = { readonly texts: Uint8Array; readonly ends: Uint32Array }

/** The distinct words of some rows, as `splitWords` returns them. */
export type Words = Texts & {
  readonly count: number
  /** The numbers of the words with each bigram. */
  readonly bigrams: Bigrams
  /** The rows with each word, whose key is its number. */
  readonly rows: Omit<RowsByKey, 'keys'>
}

/** Limits the words, so that a number of a word has 16 bits. */
const wordsMax = 65_536
/** How much of the next word belongs to a word, so that most queries with a space lie in one word. */
const overlap = 2

/** Returns the words of a text, each with the space or line break behind it and the next characters. */
function splitWords(text: string): string[] {
  const words: string[] = []
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    if (unit !== space && unit !== lineBreak) continue
    const end = index + 1 + overlap
    // Half a character has no bytes.
    words.push(text.slice(start, isHighSurrogate(text.charCodeAt(end - 1)) ? end - 1 : end))
    start = index + 1
  }
  if (start < text.length) words.push(text.slice(start))
  return words
}

const [space, lineBreak] = [32, 10]
const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00

const charactersPerSlice = 16_384

/** Numbers the words of texts, given with their rows. Yields periodically, and when there are too many words for one index. */
export function* wordsIn(
  occurrences: Occurrences,
  texts: Iterable<readonly [number, string]>,
  capacity: number,
): Generator<void, Words[]> {
  const parts: Words[] = []
  let numbers = new Map<string, number>()
  let characters = 0
  clear(occurrences)
  for (const [row, text] of texts) {
    const words = splitWords(text)
    if (numbers.size + words.length > wordsMax && numbers.size > 0) {
      parts.push(yield* indexOf(occurrences, numbers, capacity))
      numbers = new Map()
      clear(occurrences)
    }
    for (const word of words) addOccurrence(occurrences, numberOf(numbers, word), row)
    characters += text.length
    if (characters < charactersPerSlice) continue
    characters = 0
    yield
  }
  if (numbers.size > 0) parts.push(yield* indexOf(occurrences, numbers, capacity))
  return parts
}

function numberOf(numbers: Map<string, number>, word: string): number {
  const known = numbers.get(word)
  if (known !== undefined) return known
  numbers.set(word, numbers.size)
  return numbers.size - 1
}

function* indexOf(
  occurrences: Occurrences,
  numbers: ReadonlyMap<string, number>,
  capacity: number,
): Generator<void, Words> {
  yield
  const { keys: _, ...rows } = yield* sortByKey(occurrences, wordsOf(capacity))
  clear(occurrences)
  const count = numbers.size
  const ends = new Uint32Array(count)
  let end = 0
  for (const [word, number] of numbers) {
    addText(occurrences, word, number)
    end += Buffer.byteLength(word)
    ends[number] = end
    if (number % charactersPerSlice === charactersPerSlice - 1) yield
  }
  const texts = new Uint8Array(Buffer.from([...numbers.keys()].join('')))
  yield
  return { texts, ends, count, rows, bigrams: yield* sortByKey(occurrences, wordsOf(count)) }
}

/** A text to search for, prepared for comparisons. */
export type Sought = {
  readonly text: string
  readonly bytes: Uint8Array
  /** By byte: how far to advance if a text has it at the position of the last sought byte. */
  readonly strides: Uint8Array
}

/** The part of a query that lies in one word. */
export type SoughtWord = Sought & {
  readonly bigrams: readonly number[]
  /** The word begins with it, because the query has something before it. */
  readonly isBeginning: boolean
}

export function soughtOf(text: string): Sought {
  const bytes = Buffer.from(text)
  return { text, bytes, strides: stridesOf(bytes) }
}

/** Returns the words of a query. If there is one, a text that has it contains the query. */
export function soughtWordsOf(text: string): SoughtWord[] {
  const words = splitWords(text)
  // It overlaps with the word before, and lies in it.
  if (words.length > 1 && (words.at(-1) as string).length <= overlap) words.pop()
  return words.map((word, index) => ({ ...soughtOf(word), bigrams: bigramsOf(word), isBeginning: index > 0 }))
}

function stridesOf(bytes: Uint8Array): Uint8Array {
  const strides = new Uint8Array(256).fill(Math.min(bytes.length, 255))
  for (let index = Math.max(0, bytes.length - 255); index < bytes.length - 1; index++)
    strides[bytes[index] as number] = bytes.length - 1 - index
  return strides
}

/** Shared scratch buffers, used by one operation at a time: allocating them for each search would dominate the cost. */
const [one, other, listed] = [new Uint16Array(wordsMax), new Uint16Array(wordsMax), new Uint16Array(wordsMax)]

/** Adds the rows that have a word with the sought text to a bit set. */
export function addRowsWith(bits: Uint16Array, words: Words, sought: SoughtWord): void {
  const size = wordsOf(words.count)
  const candidates = listOf(listed, withAll(words.bigrams, sought, size), size)
  // The bigrams have found one or two characters already.
  const isFound = sought.text.length <= 2 && !sought.isBeginning
  for (let index = 0; index < candidates.length; index++) {
    const word = candidates[index] as number
    if (isFound || hasWord(words, word, sought)) addRowsAt(bits, words.rows, word)
  }
}

const hasWord = (words: Words, word: number, sought: SoughtWord): boolean =>
  sought.isBeginning ? beginsWith(words, word, sought) : hasText(words, word, sought)

/** Comparing this many words is faster than reading another set. */
const fewCandidates = 32

/** Returns the numbers of few words, among them those that have every bigram. Starts with the rarest one. */
function withAll(bigrams: Bigrams, { text, bigrams: wanted }: SoughtWord, size: number): Rows {
  if (text.length === 1) return rowsWithUnit(bigrams, text.charCodeAt(0), size)
  const sets: Rows[] = []
  for (const bigram of wanted) {
    const rows = rowsWith(bigrams, bigram)
    if (rows.length === 0) return noRows
    sets.push(rows)
  }
  sets.sort((some, others) => some.length - others.length)
  let candidates = sets[0] ?? noRows
  for (let index = 1; index < sets.length && candidates.length > fewCandidates; index++)
    candidates = intersect(index % 2 === 1 ? one : other, candidates, sets[index] as Rows, size)
  return candidates
}

const startOf = ({ ends }: Texts, index: number): number => (index === 0 ? 0 : (ends[index - 1] as number))

function beginsWith(all: Texts, index: number, { bytes }: Sought): boolean {
  const start = startOf(all, index)
  if ((all.ends[index] as number) - start < bytes.length) return false
  for (let place = 0; place < bytes.length; place++) if (all.texts[start + place] !== bytes[place]) return false
  return true
}

/** Whether a text contains the sought one (Horspool search). Calling a library costs more for such short texts. */
export function hasText(all: Texts, index: number, { bytes, strides }: Sought): boolean {
  const { texts, ends } = all
  const length = bytes.length - 1
  const end = ends[index] as number
  for (let last = startOf(all, index) + length; last < end; ) {
    const byte = texts[last] as number
    let rest = byte === bytes[length] ? length : -1
    while (rest > 0 && texts[last - length + rest - 1] === bytes[rest - 1]) rest--
    if (rest === 0) return true
    last += strides[byte] as number
  }
  return false
}
