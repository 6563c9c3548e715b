/** CSV as RFC 4180 has it: commas, lines that end in CRLF, every text in quotes. Numbers stand without. */
export type Cell = string | number | bigint | null

/**
 * Where a spreadsheet may begin a cell with a formula: at the start of a text and, if it splits at semicolons or tabs and so
 * takes no notice of our quotes, behind each of these and at the start of each line. An apostrophe before a formula counts
 * too, so that reading takes away exactly what writing added.
 */
const formula = /(?<=^|[;\t\r\n])(?='*[ "]*[=+\-@\t\r])/g
const defusedFormula = /(?<=^|[;\t\r\n])'(?='*[ "]*[=+\-@\t\r])/g

/** Returns the text as it can be written: an apostrophe makes a spreadsheet take a cell as text. */
const defused = (text: string): string => text.replace(formula, "'")
const restored = (text: string): string => (text.includes("'") ? text.replace(defusedFormula, '') : text)

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return `"${defused(cell).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`

/** A record of a CSV text, and the line that it begins on. */
export type CsvRecord = { readonly line: number; readonly cells: readonly string[] }

/** The text breaks the format at this line. */
export class CsvBroken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

// A cell without quotes, and what ends a cell: a comma or a semicolon, the end of a line, or the end of the text.
const plain = { ',': /[^",\r\n]*/y, ';': /[^";\r\n]*/y }
const ends = { ',': /,|\r\n|\n|\r|$/y, ';': /;|\r\n|\n|\r|$/y }
const emptyLines = /[\r\n]*/y

/** The name of a first column is not longer. */
const headingCharsMax = 1_000

/** Where a comma stands in numbers, spreadsheets write semicolons between cells: the first separator of the heading tells. */
function separatorOf(text: string, start: number): keyof typeof plain {
  const heading = text.slice(start, start + headingCharsMax)
  const end = heading[0] === '"' ? quotedEnd(heading, 0) : 0
  return end !== undefined && /[,;\r\n]/.exec(heading.slice(end))?.[0] === ';' ? ';' : ','
}

/** Far more cells in a record, and characters in a cell, than any file of ours has. */
const cellsMax = 1_000
const cellCharsMax = 1024 * 1024

/** Returns the records of a CSV text, without empty lines. The first may be a heading. A byte order mark is skipped. */
export const csvRecords = (text: string): CsvRecord[] => [...eachCsvRecord(text)]

/** Yields the same records one by one: a long text can be read a part at a time. Throws CsvBroken. */
export function* eachCsvRecord(text: string): Generator<CsvRecord> {
  let at = text.startsWith('\ufeff') ? 1 : 0
  const separator = separatorOf(text, at)
  let line = 1
  const take = (pattern: RegExp): string => {
    pattern.lastIndex = at
    const [found] = pattern.exec(text) ?? broken(line, 'a quote stands where none may be, or is never closed')
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

/** Returns the position behind the closing quote of a cell. */
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
