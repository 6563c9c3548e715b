/** Limits the capacity of a block, so that a row has 16 bits. */
export const rowsMax = 65_536

/** A set of rows in a block: one bit per row. */
export type Rows = Uint16Array

/** Returns how many 16-bit words a set for `capacity` rows has. */
export const wordsOf = (capacity: number): number => Math.ceil(capacity / 16)

export const hasBit = (bits: Rows, row: number): boolean => (((bits[row >> 4] as number) >> (row & 15)) & 1) === 1

export function setBit(bits: Rows, row: number): void {
  bits[row >> 4] = (bits[row >> 4] as number) | (1 << (row & 15))
}

export function clearBit(bits: Rows, row: number): void {
  bits[row >> 4] = (bits[row >> 4] as number) & ~(1 << (row & 15))
}

function bitCount(word: number): number {
  const pairs = word - ((word >> 1) & 0x5555)
  const fours = (pairs & 0x3333) + ((pairs >> 2) & 0x3333)
  const eights = (fours + (fours >> 4)) & 0x0f0f
  return (eights + (eights >> 8)) & 31
}

/** Counts the rows that are in both sets. */
export function countIntersection(some: Rows, others: Rows): number {
  let count = 0
  for (let word = 0; word < some.length; word++) count += bitCount((some[word] as number) & (others[word] as number))
  return count
}

/** Reused by one caller at a time: allocating it for each block would dominate the cost of a search. */
const listed = new Uint16Array(rowsMax)

/** Returns the rows as a list in ascending order, valid until the next call. */
export function rowsIn(rows: Rows): Uint16Array {
  let count = 0
  for (let index = 0; index < rows.length; index++)
    for (let word = rows[index] as number; word !== 0; word &= word - 1)
      listed[count++] = index * 16 + 31 - Math.clz32(word & -word)
  return listed.subarray(0, count)
}
