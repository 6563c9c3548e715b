/** CSV as RFC 4180 has it: commas, lines that end in CRLF, quotes where they are needed. */
export type Cell = string | number | bigint | null

/** What a spreadsheet would take for the beginning of a formula. */
const formula = /^[=+\-@\t\r]/
const special = /[",\r\n]/

/** Text that people wrote must not become a formula in the spreadsheet of whoever opens it: an apostrophe keeps it text. */
const defused = (text: string): string => (formula.test(text) ? `'${text}` : text)

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  const text = defused(cell)
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text
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

// A cell with what ends it: a comma or a semicolon, the end of a line, or the end of the text.
const pieces = {
  ',': /(?:"([^"]*(?:""[^"]*)*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y,
  ';': /(?:"([^"]*(?:""[^"]*)*)"|([^";\r\n]*))(;|\r\n|\n|\r|$)/y,
}

/** Where a comma stands in numbers, spreadsheets write semicolons between cells: the heading tells. */
function separatorOf(text: string): keyof typeof pieces {
  const [heading = ''] = text.split(/[\r\n]/, 1)
  return heading.includes(';') && !heading.includes(',') ? ';' : ','
}

/** The records of a CSV text, without empty lines. The first may be a heading. A byte order mark is skipped. */
export function csvRecords(text: string): CsvRecord[] {
  const separator = separatorOf(text)
  const piece = pieces[separator]
  const records: CsvRecord[] = []
  let [cells, line, first, at]: [string[], number, number, number] = [[], 1, 1, text.startsWith('\ufeff') ? 1 : 0]
  for (;;) {
    piece.lastIndex = at
    const found = piece.exec(text)
    if (!found) throw new CsvBroken(line, 'a quote stands where none may be, or is never closed')
    const [all, quoted, plain = '', end] = found
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    at += all.length
    line += all.match(/\r\n|\n|\r/g)?.length ?? 0
    if (end === separator) continue
    if (cells.length > 1 || cells[0] !== '') records.push({ line: first, cells })
    if (end === '') return records
    ;[cells, first] = [[], line]
  }
}
