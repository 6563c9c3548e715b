import { noSeats, type Seats, wordsOf } from './board-seats.ts'

/**
 * In which seats of a block each gram occurs: each character (UTF-16 unit) and each two that follow one another. The keys are
 * in order, and the seats of the nth lie between the nth start and the next.
 */
export type Grams = {
  readonly keys: Uint32Array
  readonly starts: Uint32Array
  readonly seats: Uint16Array
  /** The seats that it knows of: the first so many. */
  readonly upTo: number
}

/** Two characters as one number; where the first is none, a character by itself. */
const gramOf = (before: number, unit: number): number => ((before << 16) | unit) >>> 0

/** The grams that every text with this one in it has. */
export function gramsOf(text: string): number[] {
  if (text.length === 1) return [gramOf(0, text.charCodeAt(0))]
  const found = new Set<number>()
  for (let index = 1; index < text.length; index++)
    found.add(gramOf(text.charCodeAt(index - 1), text.charCodeAt(index)))
  return [...found]
}

/** The seats in which a gram occurs. */
export function seatsWith({ keys, starts, seats }: Grams, gram: number): Seats {
  let low = 0
  let high = keys.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((keys[middle] as number) < gram) low = middle + 1
    else high = middle
  }
  return keys[low] === gram ? seats.subarray(starts[low], starts[low + 1]) : noSeats
}

/** Gives numbers to grams: a Map takes five times as long, and there are as many of them as characters. */
type Table = { mask: number; slots: Int32Array; keys: Uint32Array; counts: Uint32Array; last: Int32Array; size: number }

/** What is noted while the grams of a block are counted: pairs of a gram's number and a seat. */
type Notes = { table: Table; pairs: Uint32Array; count: number }

const firstTableBits = 13
const firstPairs = 65_536

const newTable = (bits: number): Table => ({
  mask: (1 << bits) - 1,
  slots: new Int32Array(1 << bits).fill(-1),
  keys: new Uint32Array(1 << (bits - 1)),
  counts: new Uint32Array(1 << (bits - 1)),
  last: new Int32Array(1 << (bits - 1)),
  size: 0,
})

const spread = (key: number): number => Math.imul(key ^ (key >>> 15), 0x9e3779b1) >>> 8

function slotOf({ mask, slots, keys }: Table, key: number): number {
  let slot = spread(key) & mask
  for (let index = slots[slot] as number; index !== -1 && keys[index] !== key; index = slots[slot] as number)
    slot = (slot + 1) & mask
  return slot
}

function grown(table: Table): Table {
  const larger = newTable(Math.log2(table.mask + 1) + 1)
  larger.keys.set(table.keys)
  larger.counts.set(table.counts)
  larger.last.set(table.last)
  larger.size = table.size
  for (let index = 0; index < table.size; index++) larger.slots[slotOf(larger, table.keys[index] as number)] = index
  return larger
}

function numberOf(notes: Notes, key: number): number {
  const slot = slotOf(notes.table, key)
  const known = notes.table.slots[slot] as number
  if (known !== -1) return known
  if (notes.table.size === notes.table.keys.length) {
    notes.table = grown(notes.table)
    return numberOf(notes, key)
  }
  const { table } = notes
  const number = table.size++
  table.slots[slot] = number
  table.keys[number] = key
  table.last[number] = -1
  return number
}

/** Notes that the gram is in the seat, once. */
function note(notes: Notes, key: number, seat: number): void {
  const number = numberOf(notes, key)
  const { counts, last } = notes.table
  if (last[number] === seat) return
  last[number] = seat
  counts[number] = (counts[number] as number) + 1
  if (notes.count === notes.pairs.length) {
    const longer = new Uint32Array(notes.pairs.length * 2)
    longer.set(notes.pairs)
    notes.pairs = longer
  }
  notes.pairs[notes.count++] = number
  notes.pairs[notes.count++] = seat
}

function noteText(notes: Notes, text: string, seat: number): void {
  let before = 0
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index)
    note(notes, gramOf(0, unit), seat)
    if (before !== 0) note(notes, gramOf(before, unit), seat)
    before = unit
  }
}

const charactersInOneGo = 16_384
const pairsInOneGo = 131_072

/** Counts the grams of texts, which are given by their seats. Stops now and then, for others to have their turn. */
export function* gramsIn(
  texts: Iterable<readonly [number, string]>,
  upTo: number,
  most: number,
): Generator<void, Grams> {
  const notes = { table: newTable(firstTableBits), pairs: new Uint32Array(firstPairs), count: 0 }
  let characters = 0
  for (const [seat, text] of texts) {
    noteText(notes, text, seat)
    characters += text.length
    if (characters < charactersInOneGo) continue
    characters = 0
    yield
  }
  yield
  return { ...(yield* sortedOut(notes, wordsOf(most))), upTo }
}

/** What was noted, in the order of the grams: the seats of each, or its bits where those are no longer. */
function* sortedOut({ table, pairs, count }: Notes, words: number): Generator<void, Omit<Grams, 'upTo'>> {
  const { size, counts, slots } = table
  const keys = table.keys.slice(0, size).sort()
  const starts = new Uint32Array(size + 1)
  const startOf = new Uint32Array(size)
  let end = 0
  for (let place = 0; place < size; place++) {
    const number = slots[slotOf(table, keys[place] as number)] as number
    starts[place] = end
    startOf[number] = end
    end += Math.min(counts[number] as number, words)
  }
  starts[size] = end
  const seats = new Uint16Array(end)
  const filled = new Uint32Array(size)
  for (let pair = 0; pair < count; pair += 2) {
    if (pair % pairsInOneGo === 0) yield
    const [number, seat] = [pairs[pair] as number, pairs[pair + 1] as number]
    const start = startOf[number] as number
    if ((counts[number] as number) < words) seats[start + (filled[number] as number)] = seat
    else seats[start + (seat >> 4)] = (seats[start + (seat >> 4)] as number) | (1 << (seat & 15))
    filled[number] = (filled[number] as number) + 1
  }
  return { keys, starts, seats }
}
