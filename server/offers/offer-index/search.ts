import { type Grams, gramsIn, gramsOf, type Notes, seatsWith, seatsWithUnit } from './bigrams.ts'
import { type Block, textStart } from './block.ts'
import { both, hasBit, listOf, noSeats, packed, type Seats, wordsOf } from './rows.ts'

/** A text that is searched for, as the blocks search for it. */
export type Needle = {
  readonly text: string
  readonly bytes: Uint8Array
  readonly grams: readonly number[]
  /** How far to go on where a text has this byte at the place of the needle's last one. */
  readonly strides: Uint8Array
  /** The one gram that it is says it all, or the grams that begin with its one character. */
  readonly isGram: boolean
}

export function needleOf(text: string): Needle {
  const bytes = Buffer.from(text)
  return { text, bytes, grams: gramsOf(text), strides: stridesOf(bytes), isGram: text.length <= 2 }
}

function stridesOf(bytes: Uint8Array): Uint8Array {
  const strides = new Uint8Array(256).fill(Math.min(bytes.length, 255))
  for (let index = Math.max(0, bytes.length - 255); index < bytes.length - 1; index++)
    strides[bytes[index] as number] = bytes.length - 1 - index
  return strides
}

/** So many texts are read through at every new search rather than looked up: those that came since the grams were counted. */
const uncountedMax = 256

export const isUncounted = ({ grams, seats }: Block): boolean => seats - (grams?.upTo ?? 0) > uncountedMax

/** Counts the grams of a block, in small pieces. */
export function* countGrams(block: Block, notes: Notes): Generator<void> {
  block.grams = yield* gramsIn(notes, { texts: textsOf(block), upTo: block.seats, most: block.most })
}

function* textsOf(block: Block): Generator<[number, string]> {
  const { texts, ends, taken } = block
  const buffer = Buffer.from(texts.buffer, texts.byteOffset, texts.byteLength)
  const { seats } = block
  for (let seat = 0; seat < seats; seat++)
    if (hasBit(taken, seat)) yield [seat, buffer.toString('utf8', textStart(block, seat), ends[seat])]
}

/** Where sets are worked out, one at a time: new arrays for each block of each search would be most of the work. */
const seatsMax = 65_536
const [one, other, listed] = [new Uint16Array(seatsMax), new Uint16Array(seatsMax), new Uint16Array(seatsMax)]

/** The seats whose text has the needle in it. Some of them may be empty. Kept with the block until the needle is forgotten. */
export function seatsFound(block: Block, needle: Needle): Seats {
  const found = block.found.get(needle.text)
  if (found?.upTo === block.seats) return found.seats
  const words = wordsOf(block.most)
  const list = found ? listed.subarray(0, copied(listOf(one, found.seats, words))) : findCounted(block, needle, words)
  const upTo = found?.upTo ?? block.grams?.upTo ?? 0
  const seats = packed(findMore(block, needle, list.length, upTo), words)
  block.found.set(needle.text, { seats, upTo: block.seats })
  return seats
}

function copied(list: Uint16Array): number {
  listed.set(list)
  return list.length
}

/** Adds to so many listed seats those found among what was handed out since. */
function findMore(block: Block, needle: Needle, count: number, upTo: number): Uint16Array {
  let end = count
  for (let seat = upTo; seat < block.seats; seat++) if (hasText(block, seat, needle)) listed[end++] = seat
  return listed.subarray(0, end)
}

/** Lists those among the seats whose grams are counted: they have every gram of the needle, and then really the needle. */
function findCounted(block: Block, needle: Needle, words: number): Uint16Array {
  if (!block.grams) return listed.subarray(0, 0)
  const candidates = listOf(listed, withAll(block.grams, needle, words), words)
  if (needle.isGram) return listed.subarray(0, copied(candidates))
  let count = 0
  for (let index = 0; index < candidates.length; index++) {
    const seat = candidates[index] as number
    if (hasText(block, seat, needle)) listed[count++] = seat
  }
  return listed.subarray(0, count)
}

/** The seats that have every gram of the needle, looked for among those of the rarest first. */
function withAll(grams: Grams, needle: Needle, words: number): Seats {
  if (needle.text.length === 1) return seatsWithUnit(grams, needle.text.charCodeAt(0), words)
  const sets: Seats[] = []
  for (const gram of needle.grams) {
    const seats = seatsWith(grams, gram)
    if (seats.length === 0) return noSeats
    sets.push(seats)
  }
  sets.sort((some, others) => some.length - others.length)
  let candidates = sets[0] ?? noSeats
  for (let index = 1; index < sets.length && candidates.length > 0; index++)
    candidates = both(index % 2 === 1 ? one : other, candidates, sets[index] as Seats, words)
  return candidates
}

/** Whether the needle is in the text of the seat. Done here, because calls into a library cost more than these short texts. */
function hasText({ texts, ends }: Block, seat: number, { bytes, strides }: Needle): boolean {
  const length = bytes.length - 1
  const end = ends[seat] as number
  for (let last = (seat === 0 ? 0 : (ends[seat - 1] as number)) + length; last < end; ) {
    const byte = texts[last] as number
    let rest = byte === bytes[length] ? length : -1
    while (rest > 0 && texts[last - length + rest - 1] === bytes[rest - 1]) rest--
    if (rest === 0) return true
    last += strides[byte] as number
  }
  return false
}
