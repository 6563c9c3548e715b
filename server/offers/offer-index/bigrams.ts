import { addRowsAt, noRows, type Rows } from './rows.ts'

/** Sets of rows by key. Keys are sorted; the rows of the nth key lie between the nth start and the next. */
export type RowsByKey = {
  readonly keys: Uint32Array
  readonly starts: Uint32Array
  readonly rows: Uint16Array
}

/** The words (as rows) that contain each bigram: two adjacent characters (UTF-16 units), or the last one and 0. */
export type Bigrams = RowsByKey

/** Returns two characters as one number. Texts never contain the character 0. */
const bigramOf = (before: number, unit: number): number => ((before << 16) | unit) >>> 0

/** Returns the bigrams that every text containing this one has. */
export function bigramsOf(text: string): number[] {
  const found = new Set<number>()
  for (let index = 1; index < text.length; index++)
    found.add(bigramOf(text.charCodeAt(index - 1), text.charCodeAt(index)))
  return [...found]
}

/** Returns the index of the bigram among the keys, or where it would be inserted. */
function keyIndexOf({ keys }: Bigrams, bigram: number): number {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as number) < bigram) low = middle + 1
    else high = middle
  }
  return low
}

export function rowsWith(bigrams: Bigrams, bigram: number): Rows {
  const index = keyIndexOf(bigrams, bigram)
  const { keys, starts, rows } = bigrams
  return keys[index] === bigram ? rows.subarray(starts[index], starts[index + 1]) : noRows
}

/** Returns the rows that contain a character, as a bit set, whatever follows it. */
export function rowsWithUnit(bigrams: Bigrams, unit: number, words: number): Rows {
  const bits = new Uint16Array(words)
  const end = bigramOf(unit, 0xffff)
  for (let index = keyIndexOf(bigrams, bigramOf(unit, 0)); (bigrams.keys[index] ?? end + 1) <= end; index++)
    addRowsAt(bits, bigrams, index)
  return bits
}

/** A hash table that numbers keys: a Map takes five times as long, and there are about as many bigrams as characters. */
type Table = { mask: number; slots: Int32Array; keys: Uint32Array; counts: Uint32Array; last: Int32Array; size: number }

/** Occurrences noted while a block is indexed: the number of a key and a row that has it. */
export type Occurrences = { table: Table; numbers: Uint32Array; rows: Uint16Array; count: number }

const firstTableBits = 13
const initialOccurrences = 65_536

const newTable = (bits: number): Table => ({
  mask: (1 << bits) - 1,
  slots: new Int32Array(1 << bits).fill(-1),
  keys: new Uint32Array(1 << (bits - 1)),
  counts: new Uint32Array(1 << (bits - 1)),
  last: new Int32Array(1 << (bits - 1)),
  size: 0,
})

const hashOf = (key: number): number => Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 8

function slotOf({ mask, slots, keys }: Table, key: number): number {
  let slot = hashOf(key) & mask
  for (let index = slots[slot] as number; index !== -1 && keys[index] !== key; index = slots[slot] as number)
    slot = (slot + 1) & mask
  return slot
}

function grow(table: Table): Table {
  const larger = newTable(Math.log2(table.mask + 1) + 1)
  larger.keys.set(table.keys)
  larger.counts.set(table.counts)
  larger.last.set(table.last)
  larger.size = table.size
  for (let index = 0; index < table.size; index++) larger.slots[slotOf(larger, table.keys[index] as number)] = index
  return larger
}

function numberOf(occurrences: Occurrences, key: number): number {
  const slot = slotOf(occurrences.table, key)
  const known = occurrences.table.slots[slot] as number
  if (known !== -1) return known
  if (occurrences.table.size === occurrences.table.keys.length) {
    occurrences.table = grow(occurrences.table)
    return numberOf(occurrences, key)
  }
  const { table } = occurrences
  const number = table.size++
  table.slots[slot] = number
  table.keys[number] = key
  table.last[number] = -1
  return number
}

/** Notes once that the row has the key. Rows are added in order. */
export function addOccurrence(occurrences: Occurrences, key: number, row: number): void {
  const number = numberOf(occurrences, key)
  const { counts, last } = occurrences.table
  if (last[number] === row) return
  last[number] = row
  counts[number] = (counts[number] as number) + 1
  if (occurrences.count === occurrences.rows.length) lengthen(occurrences)
  occurrences.numbers[occurrences.count] = number
  occurrences.rows[occurrences.count++] = row
}

function lengthen(occurrences: Occurrences): void {
  const { numbers, rows, count } = occurrences
  occurrences.numbers = new Uint32Array(count * 2)
  occurrences.rows = new Uint16Array(count * 2)
  occurrences.numbers.set(numbers)
  occurrences.rows.set(rows)
}

/** Notes the bigrams of a text. */
export function addText(occurrences: Occurrences, text: string, row: number): void {
  if (text === '') return
  let before = text.charCodeAt(0)
  for (let index = 1; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    addOccurrence(occurrences, bigramOf(before, unit), row)
    before = unit
  }
  addOccurrence(occurrences, bigramOf(before, 0), row)
}

const occurrencesPerSlice = 65_536

/** Reused for all blocks that are indexed one after another. */
export const newOccurrences = (): Occurrences => ({
  table: newTable(firstTableBits),
  numbers: new Uint32Array(initialOccurrences),
  rows: new Uint16Array(initialOccurrences),
  count: 0,
})

export function clear(occurrences: Occurrences): void {
  occurrences.table.slots.fill(-1)
  occurrences.table.counts.fill(0)
  occurrences.table.size = 0
  occurrences.count = 0
}

/** Returns the occurrences sorted by key: for each its rows, or a bit set of `words` if that is not longer. Yields periodically. */
export function* sortByKey(occurrences: Occurrences, words: number): Generator<void, RowsByKey> {
  const { size, counts, slots } = occurrences.table
  const keys = occurrences.table.keys.slice(0, size).sort()
  const starts = new Uint32Array(size + 1)
  const startOf = new Uint32Array(size)
  let end = 0
  for (let index = 0; index < size; index++) {
    const number = slots[slotOf(occurrences.table, keys[index] as number)] as number
    starts[index] = end
    startOf[number] = end
    end += Math.min(counts[number] as number, words)
  }
  starts[size] = end
  const rows = new Uint16Array(end)
  const ends = startOf.slice()
  for (let first = 0; first < occurrences.count; first += occurrencesPerSlice) {
    placeRows(occurrences, first, { rows, startOf, ends, words })
    yield
  }
  return { keys, starts, rows }
}

type SortTarget = { rows: Uint16Array; startOf: Uint32Array; ends: Uint32Array; words: number }

function placeRows(occurrences: Occurrences, first: number, { rows, startOf, ends, words }: SortTarget): void {
  const { counts } = occurrences.table
  const last = Math.min(occurrences.count, first + occurrencesPerSlice)
  for (let index = first; index < last; index++) {
    const number = occurrences.numbers[index] as number
    const row = occurrences.rows[index] as number
    if ((counts[number] as number) < words) {
      const end = ends[number] as number
      rows[end] = row
      ends[number] = end + 1
    } else {
      const word = (startOf[number] as number) + (row >> 4)
      rows[word] = (rows[word] as number) | (1 << (row & 15))
    }
  }
}
