/** CSV by RFC 4180: commas, CRLF line endings, texts in quotes, numbers without. */
export type Cell = string | number | bigint | null

/**
 * Positions where a spreadsheet may start a formula: at the start of a text and, if it splits at semicolons or tabs and ignores
 * our quotes, after each of these and at the start of each line. Matches formulas that follow an apostrophe too, so that
 * reading removes exactly what writing added.
 */
const formula = /(?<=^|[;\t\r\n])(?='*[ "]*[=+\-@\t\r])/g
const defusedFormula = /(?<=^|[;\t\r\n])'(?='*[ "]*[=+\-@\t\r])/g

/** Adds an apostrophe before each formula: spreadsheets then treat the cell as text. */
const defused = (text: string): string => text.replace(formula, "'")
const restored = (text: string): string => (text.includes("'") ? text.replace(defusedFormula, '') : text)

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return `"${defused(cell).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A record of a CSV text, and the line on which it starts. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** The CSV text is invalid at this line. */
export class CsvBroken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

// A cell without quotes; and the end of a cell: a separator, the end of a line, or the end of the text.
const plain = { ',': /[^",\r\n]*/y, ';': /[^";\r\n]*/y }
const ends = { ',': /,|\r\n|\n|\r|$/y, ';': /;|\r\n|\n|\r|$/y }
const emptyLines = /[\r\n]*/y

/** Maximum length of the first column's name. */
const headingCharsMax = 1_000

/** Spreadsheets separate cells by semicolons in locales with decimal commas. The first separator of the heading decides. */
function separatorOf(text: string, start: number): keyof typeof plain {
  const heading = text.slice(start, start + headingCharsMax)
  const end = heading[0] === '"' ? quotedEnd(heading, 0) : 0
  return end !== undefined && /[,;\r\n]/.exec(heading.slice(end))?.[0] === ';' ? ';' : ','
}

/** Limits on cells per record and characters per cell, far above our own files. */
const cellsMax = 1_000
const cellCharsMax = 1024 * 1024

/** Returns the records of a CSV text, without empty lines; the first may be a heading. Skips a byte order mark. Throws CsvBroken. */
export const csvRecords = (text: string): CsvRecord[] => [...eachCsvRecord(text)]

/** Yields the records one by one, so that a long text can be read in parts. Throws CsvBroken. */
export function* eachCsvRecord(text: string): Generator<CsvRecord> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  const separator = separatorOf(text, at)
  let line = 1
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? broken(line, 'a quote is in the wrong place, or is never closed')
    at += found.length
    return found
  }
  const takeCell = (): string => {
    if (text[at] !== '"') return restored(take(plain[separator]))
    const end = quotedEnd(text, at) ?? broken(line, 'a quote is never closed, or a cell is too long')
    const quoted = text.slice(at + 1, end - 1)
    at = end
    line += lineEndsIn(quoted)
    return restored(quoted.replaceAll('""', '"'))
  }
  while (at < text.length) {
    line += lineEndsIn(take(emptyLines))
    const [first, cells]: [number, string[]] = [line, []]
    for (let end: string = separator; end === separator; end = take(ends[separator])) {
      if (cells.length === cellsMax) broken(line, `there are more than ${cellsMax} cells`)
      cells.push(takeCell())
    }
    line++
    if (cells.length > 1 || cells[0] !== '') yield { line: first, cells }
  }
}

function broken(line: number, message: string): never {
  throw new CsvBroken(line, message)
}

/** Returns the position after the closing quote of a cell, or undefined if there is none. */
function quotedEnd(text: string, start: number): number | undefined {
  for (let at = text.indexOf('"', start + 1); at !== -1 && at - start <= cellCharsMax; at = text.indexOf('"', at + 2))
    if (text[at + 1] !== '"') return at + 1
  return undefined
}

function lineEndsIn(text: string): number {
  let count = 0
  for (let at = 0; at < text.length; at++) {
    const isEnd = text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')
    if (isEnd) count++
  }
  return count
}
