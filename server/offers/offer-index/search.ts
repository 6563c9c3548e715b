import { type Block, textStart } from './block.ts'
import { setsOf } from './pairs.ts'
import { type Rows, rowsIn, setBit } from './rows.ts'

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
  const rows = new Uint16Array(block.taken.length)
  for (const row of rowsIn(candidates(block, query))) if (hasText(block, row, query)) setBit(rows, row)
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

/** Whether the text of a row contains the sought one (Horspool search). Calling a library costs more for such short texts. */
function hasText(block: Block, row: number, { bytes, strides }: TextQuery): boolean {
  const { texts, ends } = block
  const length = bytes.length - 1
  const end = ends[row] as number
  for (let last = textStart(block, row) + length; last < end; ) {
    const byte = texts[last] as number
    let rest = byte === bytes[length] ? length : -1
    while (rest > 0 && texts[last - length + rest - 1] === bytes[rest - 1]) rest--
    if (rest === 0) return true
    last += strides[byte] as number
  }
  return false
}
