import type { Block } from './block.ts'
import { setsOf } from './pairs.ts'
import { clearBit, type Rows, rowsIn } from './rows.ts'

/** A text to search for, prepared for the blocks. */
export type TextQuery = {
  readonly text: string
  readonly bytes: Uint8Array
  /** By byte: how far to advance if a text has it at the position of the last sought byte. */
  readonly strides: Uint8Array
  /** The sets of its pairs (`PairSets`). */
  readonly sets: readonly number[]
}

export function textQueryOf(text: string): TextQuery {
  const bytes = Buffer.from(text)
  return { text, bytes, strides: stridesOf(bytes), sets: [...new Set(setsOf(bytes))] }
}

function stridesOf(bytes: Uint8Array): Uint8Array {
  const strides = new Uint8Array(256).fill(Math.min(bytes.length, 255))
  for (let index = Math.max(0, bytes.length - 255); index < bytes.length - 1; index++)
    strides[bytes[index] as number] = bytes.length - 1 - index
  return strides
}

/** Returns the rows whose text contains the query. Cached in the block until the query is evicted. */
export function matchingRows(block: Block, query: TextQuery): Rows {
  const known = block.matches.get(query.text)
  if (known?.upTo === block.rows) return known.rows
  const rows = candidates(block, query)
  keepMatching(rows, block, query)
  block.matches.set(query.text, { rows, upTo: block.rows })
  return rows
}

function candidates({ taken, pairs }: Block, { sets }: TextQuery): Rows {
  const rows = taken.slice()
  const words = rows.length
  for (const set of sets)
    for (let word = 0; word < words; word++) rows[word] = (rows[word] as number) & (pairs[set * words + word] as number)
  return rows
}

/** Removes the rows whose text lacks the sought one (Horspool search). Calling a library costs more for such short texts. */
function keepMatching(rows: Rows, { texts, ends }: Block, { bytes, strides }: TextQuery): void {
  const length = bytes.length - 1
  const lastByte = bytes[length] as number
  const list = rowsIn(rows)
  for (let index = 0; index < list.length; index++) {
    const row = list[index] as number
    const end = ends[row] as number
    let last = (row === 0 ? 0 : (ends[row - 1] as number)) + length
    let rest = -1
    while (last < end) {
      const byte = texts[last] as number
      if (byte === lastByte) {
        rest = length
        while (rest > 0 && texts[last - length + rest - 1] === bytes[rest - 1]) rest--
        if (rest === 0) break
      }
      last += strides[byte] as number
    }
    if (rest !== 0) clearBit(rows, row)
  }
}
