import { setImmediate } from 'node:timers/promises'
import { CsvError, parse } from 'csv-parse'
import type { Sentence } from '../sentences.ts'
import { restored } from './write.ts'

/** A record of a CSV text, and the line on which it starts. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** The CSV text is invalid at this line. */
export class CsvBroken extends Error {
  readonly line: number
  readonly detail: Sentence

  constructor(line: number, detail: Sentence) {
    super(detail.en)
    this.line = line
    this.detail = detail
  }
}

export type Separator = ',' | ';' | '\t'

/** Limits on cells per record and bytes per record, far above our own files. */
const cellsMax = 1_000
const recordBytesMax = 1024 * 1024
/** Parsed at once. Other requests are answered between two parts. */
const partBytes = 16 * 1024

const options = {
  relax_column_count: true,
  skip_empty_lines: true,
  info: true,
  trim: true,
  record_delimiter: ['\r\n', '\n', '\r'],
  max_record_size: recordBytesMax,
}

/** Yields the records of a CSV text, with trimmed cells, without empty lines and lines of separators. Throws CsvBroken. */
export async function* csvRecords(text: string, separator: Separator, firstLine = 1): AsyncGenerator<CsvRecord> {
  const parser = parse({ ...options, delimiter: separator })
  let failure: Error | undefined
  parser.on('error', (error) => {
    failure = error
  })
  const bytes = Buffer.from(text)
  let counted = firstLine
  for (let at = 0; at <= bytes.length; at += partBytes) {
    parser.write(bytes.subarray(at, at + partBytes))
    if (at + partBytes > bytes.length) parser.end()
    await setImmediate()
    if (failure) throw brokenBy(failure, counted)
    for (let read: Parsed | null = parser.read(); read !== null; read = parser.read()) {
      const record = recordOf(read, separator, counted)
      // The parser counts the two characters that end a line inside quotes as two lines.
      counted -= lineEndsIn(read.record, /\r\n/g)
      if (record.cells.some((cell) => cell !== '')) yield record
    }
  }
}

type Parsed = { readonly info: { readonly lines: number }; readonly record: readonly string[] }

const lineEndsIn = (cells: readonly string[], lineEnd: RegExp): number =>
  cells.reduce((count, cell) => count + (cell.match(lineEnd)?.length ?? 0), 0)

/** The parser counts lines up to the end of the record. */
function recordOf({ info: { lines }, record }: Parsed, separator: Separator, firstLine: number): CsvRecord {
  const line = lines - lineEndsIn(record, /[\r\n]/g) + firstLine - 1
  if (record.length > cellsMax)
    throw new CsvBroken(line, { en: `there are more than ${cellsMax} cells.`, ru: `больше ${cellsMax} ячеек.` })
  return { line, cells: record.map((cell) => restored(cell, separator).trim()) }
}

function brokenBy(error: Error, firstLine: number): Error {
  if (!(error instanceof CsvError)) return error
  const line = Number(error['lines'] ?? 1) + firstLine - 1
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return new CsvBroken(line, {
      en: 'a quote is never closed, or a line is too long.',
      ru: 'кавычка не закрыта, или строка слишком длинная.',
    })
  return new CsvBroken(line, {
    en: 'a quote is in the wrong place, or is never closed.',
    ru: 'кавычка стоит не на месте или не закрыта.',
  })
}

/** Maximum length of the heading. */
const headingCharsMax = 10_000
const separatorLine = /^"?sep=([,;\t])"?\s*(?:\r\n|\n|\r|$)/i

/**
 * Returns the separator of a CSV text: that of its line `sep=`, or the first of comma, semicolon and tab in the heading. `body` is the
 * text without that line, and `firstLine` the number of its first line.
 */
export function separatorOf(text: string): { separator: Separator; body: string; firstLine: number } {
  const start = text.startsWith('\ufeff') ? text.slice(1) : text
  const named = separatorLine.exec(start)
  if (named) return { separator: named[1] as Separator, body: start.slice(named[0].length), firstLine: 2 }
  const unquoted = start
    .slice(0, headingCharsMax)
    .trimStart()
    .replace(/"[^"]*"/g, '')
  const heading = /^[^\r\n]*/.exec(unquoted)?.[0] ?? ''
  return { separator: (/[,;\t]/.exec(heading)?.[0] ?? ',') as Separator, body: start, firstLine: 1 }
}
