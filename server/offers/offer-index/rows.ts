/**
 * A set of rows in a block: either a sorted list or, if that would be longer, one bit per row. A set with the length of the bits is a bit
 * set.
 */
export type Rows = Uint16Array

export const noRows: Rows = new Uint16Array(0)

/** Returns how many 16-bit words a bit set for `capacity` rows has. */
export const wordsOf = (capacity: number): number => Math.ceil(capacity / 16)

export const hasBit = (bits: Uint16Array, row: number): boolean =>
  (((bits[row >> 4] as number) >> (row & 15)) & 1) === 1

export function setBit(bits: Uint16Array, row: number): void {
  bits[row >> 4] = (bits[row >> 4] as number) | (1 << (row & 15))
}

export function clearBit(bits: Uint16Array, row: number): void {
  bits[row >> 4] = (bits[row >> 4] as number) & ~(1 << (row & 15))
}

function bitCount(word: number): number {
  const pairs = word - ((word >> 1) & 0x5555)
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
  const eights = (fours + (fours >> 4)) & 0x0f0f
  return (eights + (eights >> 8)) & 31
}

/** Returns how many of the rows are in the bit set. */
export function countIntersection(rows: Rows, bits: Uint16Array): number {
  let count = 0
  if (rows.length === bits.length) {
    for (let word = 0; word < bits.length; word++) count += bitCount((rows[word] as number) & (bits[word] as number))
  } else for (let index = 0; index < rows.length; index++) if (hasBit(bits, rows[index] as number)) count++
  return count
}

/** Adds the rows between a start and the next to a bit set. */
export function addRowsAt(
  bits: Uint16Array,
  { starts, rows }: { readonly starts: Uint32Array; readonly rows: Uint16Array },
  index: number,
): void {
  const [start, end] = [starts[index] as number, starts[index + 1] as number]
  if (end - start === bits.length) {
    for (let word = 0; word < bits.length; word++) bits[word] = (bits[word] as number) | (rows[start + word] as number)
  } else for (let place = start; place < end; place++) setBit(bits, rows[place] as number)
}

/** Returns the intersection, written to `out`, which must be neither input. `words` is the length of bit sets. */
export function intersect(out: Uint16Array, some: Rows, others: Rows, words: number): Rows {
  if (some.length === words && others.length === words) return intersectBits(out, some, others)
  if (some.length === words) return intersectListWithBits(out, others, some)
  return others.length === words ? intersectListWithBits(out, some, others) : intersectLists(out, some, others)
}

function intersectBits(out: Uint16Array, some: Rows, others: Rows): Rows {
  const words = some.length
  for (let word = 0; word < words; word++) out[word] = (some[word] as number) & (others[word] as number)
  return out.subarray(0, words)
}

function intersectListWithBits(out: Uint16Array, list: Rows, bits: Rows): Rows {
  let count = 0
  for (let index = 0; index < list.length; index++) {
    const row = list[index] as number
    if (hasBit(bits, row)) out[count++] = row
  }
  return out.subarray(0, count)
}

function intersectLists(out: Uint16Array, some: Rows, others: Rows): Rows {
  let [count, place] = [0, 0]
  for (let index = 0; index < some.length; index++) {
    const row = some[index] as number
    while (place < others.length && (others[place] as number) < row) place++
    if (others[place] === row) out[count++] = row
  }
  return out.subarray(0, count)
}

/** Returns the rows as a list, written to `out` unless they are a list already. `words` is the length of bit sets. */
export function listOf(out: Uint16Array, rows: Rows, words: number): Uint16Array {
  if (rows.length !== words) return rows
  let count = 0
  for (let index = 0; index < words; index++)
    for (let word = rows[index] as number; word !== 0; word &= word - 1)
      out[count++] = index * 16 + 31 - Math.clz32(word & -word)
  return out.subarray(0, count)
}

/** Returns a copy of a sorted list as a compact set. */
export function compact(list: Uint16Array, words: number): Rows {
  if (list.length === 0) return noRows
  return list.length < words ? list.slice() : bitsOfList(list, words)
}

/** Returns any set of rows as a new bit set. */
export const bitsOf = (rows: Rows, words: number): Uint16Array =>
  rows.length === words ? rows.slice() : bitsOfList(rows, words)

function bitsOfList(list: Uint16Array, words: number): Uint16Array {
  const bits = new Uint16Array(words)
  for (let index = 0; index < list.length; index++) setBit(bits, list[index] as number)
  return bits
}
