/** CSV by RFC 4180: CRLF line endings, texts in quotes, numbers without. */
export type Cell = string | number | bigint | null

export type Style = { readonly separator: ',' | ';' | '\t'; readonly decimal: '.' | ',' }

const plainStyle: Style = { separator: ',', decimal: '.' }

/**
 * Positions where a spreadsheet may start a formula: at the start of a text and, if it splits at other separators and ignores our quotes,
 * after each of these and at the start of each line. Matches formulas that follow an apostrophe too, so that reading removes exactly what
 * writing added.
 */
const formulas = {
  ',': { plain: /(?<=^|[;\t\r\n])(?='*[ "]*[=+\-@\t\r])/g, defused: /(?<=^|[;\t\r\n])'(?='*[ "]*[=+\-@\t\r])/g },
  other: { plain: /(?<=^|[,;\t\r\n])(?='*[ "]*[=+\-@\t\r])/g, defused: /(?<=^|[,;\t\r\n])'(?='*[ "]*[=+\-@\t\r])/g },
}
const formulasOf = (separator: Style['separator']) => (separator === ',' ? formulas[','] : formulas.other)

/** Removes the apostrophes that writing added before each formula, so that spreadsheets treat the cell as text. */
export const restored = (text: string, separator: Style['separator']): string =>
  text.includes("'") ? text.replace(formulasOf(separator).defused, '') : text

function csvCell(cell: Cell, { separator, decimal }: Style): string {
  if (typeof cell === 'string') return `"${cell.replace(formulasOf(separator).plain, "'").replaceAll('"', '""')}"`
  return cell === null ? '' : String(cell).replace('.', decimal)
}

export const csvLine = (cells: readonly Cell[], style: Style = plainStyle): string =>
  `${cells.map((cell) => csvCell(cell, style)).join(style.separator)}\r\n`
