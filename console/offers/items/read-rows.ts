import { decodeText, type OtherEncoding } from '../../../cli/src/input/encoding.ts'
import { isRecord, type Values } from '../../ui/schema/schema.ts'

export type NewItem = { readonly externalId?: string; readonly data: Values; readonly goldAnswer?: Values }
export type Delimiter = ',' | ';' | '\t'

/** Why rows cannot be read. `line` counts from 1. */
export type RowsFault =
  | { readonly code: 'encoding'; readonly encoding: OtherEncoding }
  | { readonly code: 'columns' | 'json' | 'noRows' | 'quotes' | 'tooMany' | 'tooLarge' }
  | { readonly code: 'cells'; readonly line: number; readonly expected: number; readonly found: number }

/** Rows were not read. */
export class UnreadableRows extends Error {
  readonly fault: RowsFault
  constructor(fault: RowsFault) {
    super(fault.code)
    this.fault = fault
  }
}

export type Sample = {
  readonly columns: readonly string[]
  /** The first items. */
  readonly items: readonly NewItem[]
  /** How many there are. */
  readonly count: number
}
export type FileSample = Sample & { readonly delimiter: Delimiter }

const idColumn = 'externalId'
/** Begins the names of columns with known answers. */
const goldColumns = 'goldAnswer.'
const sampleItems = 3
export const rowsMax = 1_000
const headBytes = 262_144
const convertedBytesMax = 50_000_000
const [quote, lineFeed] = [0x22, 0x0a]

/** Returns the sign between cells: the one that the line of names has most often. */
export function delimiterIn(text: string): Delimiter {
  const first = (text.split('\n', 1)[0] ?? '').replace(/"[^"]*"/g, '')
  const count = (sign: string) => first.split(sign).length
  const [best = ','] = ([',', ';', '\t'] as const).toSorted((one, other) => count(other) - count(one))
  return best
}

type Parsed = readonly (readonly string[])[]

/** Reads CSV. Its parser is loaded when a file or rows are given. Throws UnreadableRows. */
async function recordsOf(text: string, delimiter: Delimiter, to?: number): Promise<Parsed> {
  const { parse } = await import('csv-parse/browser/esm/sync')
  try {
    return parse(text, {
      delimiter,
      bom: true,
      relax_column_count: true,
      skip_empty_lines: true,
      // Lines of separators, which spreadsheets write for rows that were emptied.
      skip_records_with_empty_values: true,
      ...(to ? { to } : {}),
    }) as unknown as Parsed
  } catch {
    throw new UnreadableRows({ code: 'quotes' })
  }
}

/** An address in the first line is the value of a first item, not the name of a column. */
const address = /^(?:https?:\/\/|data:)/i

/** Returns the items of records whose first one names the columns. Throws UnreadableRows. */
function itemsIn([names = [], ...rows]: Parsed): NewItem[] {
  const columns = names.map((name) => name.trim())
  if (columns.some((name, place) => name === '' || columns.indexOf(name) !== place || address.test(name)))
    throw new UnreadableRows({ code: 'columns' })
  return rows.map((cells, place) => {
    if (cells.length !== columns.length)
      throw new UnreadableRows({ code: 'cells', line: place + 2, expected: columns.length, found: cells.length })
    const named = columns.map((name, at) => [name, cells[at] ?? ''] as const)
    const isGold = ([name]: readonly [string, string]) => name.startsWith(goldColumns)
    const { [idColumn]: externalId = '', ...data } = Object.fromEntries(named.filter((one) => !isGold(one)))
    const known = named.filter((one) => isGold(one) && one[1] !== '')
    return {
      ...(externalId === '' ? {} : { externalId }),
      data,
      ...(known.length === 0
        ? {}
        : { goldAnswer: Object.fromEntries(known.map(([name, cell]) => [name.slice(goldColumns.length), cell])) }),
    }
  })
}

const namesOf = (items: readonly NewItem[]): string[] => [...new Set(items.flatMap(({ data }) => Object.keys(data)))]

/** Reads items that were typed or pasted: rows below a line of names, from a spreadsheet or CSV, or JSON. Throws UnreadableRows. */
export async function readRows(text: string): Promise<readonly NewItem[]> {
  const isJson = /^\s*[[{]/.test(text)
  const items = isJson ? jsonItems(text) : itemsIn(await recordsOf(text, delimiterIn(text)))
  if (items.length === 0) throw new UnreadableRows({ code: 'noRows' })
  if (items.length > rowsMax) throw new UnreadableRows({ code: 'tooMany' })
  return items
}

/** An object is the data of an item, unless it has the members of an item. */
function jsonItems(text: string): NewItem[] {
  const parsed = parsedJson(text)
  const list: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed]
  if (!list.every(isRecord)) throw new UnreadableRows({ code: 'json' })
  return list.map((each) => {
    const { data, externalId, goldAnswer, ...further } = each
    if (!isRecord(data) || Object.keys(further).length > 0) return { data: each }
    return {
      ...(externalId === undefined ? {} : { externalId: String(externalId) }),
      data,
      ...(isRecord(goldAnswer) ? { goldAnswer } : {}),
    }
  })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new UnreadableRows({ code: 'json' })
  }
}

export const sampleOf = (items: readonly NewItem[]): Sample => ({
  columns: namesOf(items.slice(0, sampleItems)),
  items: items.slice(0, sampleItems),
  count: items.length,
})

/** Reads the beginning of a CSV file, and counts its rows. Throws UnreadableRows. */
export async function readSample(file: Blob): Promise<FileSample> {
  const bytes = new Uint8Array(await file.slice(0, headBytes).arrayBuffer())
  // A file that goes on is cut in the middle of a line.
  const whole = file.size > headBytes ? bytes.subarray(0, bytes.lastIndexOf(lineFeed) + 1) : bytes
  const decoded = decodeText(whole)
  if (!decoded.isText) throw new UnreadableRows({ code: 'encoding', encoding: decoded.encoding })
  const delimiter = delimiterIn(decoded.text)
  // The beginning of a larger file may end within a quote.
  const to = file.size > headBytes ? sampleItems + 1 : undefined
  const items = itemsIn(await recordsOf(decoded.text, delimiter, to)).slice(0, sampleItems)
  if (items.length === 0) throw new UnreadableRows({ code: 'noRows' })
  return { columns: namesOf(items), items, delimiter, count: (await countRecords(file, delimiter)) - 1 }
}

/** Counts the records of a file: its lines with a value, without line breaks in quotes. */
async function countRecords(file: Blob, delimiter: Delimiter): Promise<number> {
  const fillers = [...'\r\t "', delimiter].map((sign) => sign.charCodeAt(0))
  let [records, isQuoted, isEmpty] = [0, false, true]
  for (const reader = file.stream().getReader(); ; ) {
    const { done, value } = await reader.read()
    if (done) return isEmpty ? records : records + 1
    for (const byte of value) {
      if (byte === quote) isQuoted = !isQuoted
      if (byte === lineFeed && !isQuoted) {
        if (!isEmpty) records++
        isEmpty = true
      } else if (!fillers.includes(byte)) isEmpty = false
    }
  }
}

const cell = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Returns the file with commas between cells, as imports read it. Spreadsheets of many languages write others. Throws UnreadableRows. */
export async function withCommas(file: Blob, delimiter: Delimiter): Promise<Blob> {
  if (delimiter === ',') return file
  if (file.size > convertedBytesMax) throw new UnreadableRows({ code: 'tooLarge' })
  const records = await recordsOf(await file.text(), delimiter)
  return new Blob([records.map((cells) => `${cells.map(cell).join(',')}\r\n`).join('')], { type: 'text/csv' })
}
