import type { NewItem } from '../item.ts'
import type { LineError } from './import.ts'
import type { Line } from './lines.ts'

export type ReadItem = NewItem & { readonly line: number }

/** Reads the lines of a file in their order. A line that ends no item returns undefined. */
export type LineReader = {
  read(line: Line): ReadItem | LineError | undefined
  /** Returns what is wrong at the end of the file. */
  end(): LineError | undefined
}

const carriageReturn = 0x0d
export const isBlank = (line: Buffer): boolean => line.length === 0 || (line.length === 1 && line[0] === carriageReturn)

/** A fault after which no line can be read. */
export class Unreadable extends Error {
  readonly fault: LineError
  constructor(fault: LineError) {
    super(`line ${fault.line}: ${fault.code}`)
    this.fault = fault
  }
}
