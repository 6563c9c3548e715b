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
/** Removes the apostrophes that `defused` added. */
export const restored = (text: string): string => (text.includes("'") ? text.replace(defusedFormula, '') : text)

function csvCell(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null ? '' : String(cell)
  return `"${defused(cell).replaceAll('"', '""')}"`
}

export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(',')}\r\n`
