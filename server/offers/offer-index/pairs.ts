import { setBit, wordsOf } from './rows.ts'

/**
 * The rows of a block by the pairs of adjacent bytes in their texts. A text that contains another has all its pairs. Different pairs
 * share a set, so the rows that all sets of a query have in common are compared.
 */
export type PairSets = Uint16Array

const setsOfBlock = 256
export const newPairSets = (capacity: number): PairSets => new Uint16Array(setsOfBlock * wordsOf(capacity))

/** Spreads the pairs of any script evenly. */
const setOf = (before: number, byte: number): number =>
  ((Math.imul(before, 0x9e3779b1) + Math.imul(byte, 0x85ebca6b)) >>> 16) % setsOfBlock

/** Returns the sets of the pairs of a text. */
export const setsOf = (text: Uint8Array): number[] =>
  Array.from(text.subarray(1), (byte, index) => setOf(text[index] as number, byte))

export function addPairs(pairs: PairSets, row: number, text: Uint8Array): void {
  const bits = (pairs.length / setsOfBlock) * 16
  for (let index = 1; index < text.length; index++)
    setBit(pairs, setOf(text[index - 1] as number, text[index] as number) * bits + row)
}
