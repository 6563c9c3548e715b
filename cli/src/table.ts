/** A result of a command. */
export type Output = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, unknown>>

const cellLengthMax = 40

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/** Replaces control characters: texts by others must not steer the terminal. Joiners of emoji stay, and the direction of a text ends with it. */
export function cleanText(text: string): string {
  const clean = text.replace(/(?!\u200c|\u200d)[\p{Cc}\p{Cf}\u2028\u2029]/gu, '\ufffd')
  return rightToLeft.test(clean) ? `\u2068${clean}\u2069` : clean
}

/** Returns an object as one line of words, its type first: `Accuracy below=0.7`. */
export const wordsOf = ({ type, ...rest }: Output): string =>
  [
    ...(type === undefined ? [] : [type]),
    ...Object.entries(rest).map(([name, value]) => `${name}=${textOf(value)}`),
  ].join(' ')

/** Returns a result for people: a list as a table, anything else as a line per member. */
export function linesOf(output: Output): string[] {
  const { items, ...rest } = output
  if (!isList(items)) return Object.entries(output).map(lineOf)
  const { totalCount, totalCountIsExact, page, nextCursor } = rest
  const count = totalCount === undefined ? items.length : `${totalCount}${totalCountIsExact === false ? '+' : ''}`
  const next = totalCountIsExact === false && nextCursor ? [`--cursor ${textOf(nextCursor)} continues`] : []
  return [...tableOf(items), `${count} in total${page === undefined ? '' : `, page ${page}`}`, ...next]
}

const lineOf = ([name, value]: readonly [string, unknown]): string => `${name}: ${textOf(value)}`

const isList = (value: unknown): value is readonly Row[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'object' && item !== null)

const textOf = (value: unknown): string =>
  cleanText(typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value))

/** Returns the header and rows of a table. Members that are objects, or empty in all rows, have no column. */
function tableOf(rows: readonly Row[]): string[] {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))].filter((name) =>
    rows.some((row) => cellOf(row[name]) !== ''),
  )
  if (names.length === 0) return []
  const table = [names, ...rows.map((row) => names.map((name) => cellOf(row[name])))]
  const widths = names.map((_, column) => Math.max(...table.map((cells) => widthOf(cells[column] ?? ''))))
  return table.map((cells) =>
    cells
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - widthOf(cell)))
      .join('  ')
      .trimEnd(),
  )
}

const widthOf = (cell: string): number => [...cell.replace(/\u200c|\u200d|[\u2068\u2069]/g, '')].length

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value)) return value.every((item) => typeof item !== 'object') ? shortened(value.join(',')) : ''
  return typeof value === 'object' ? '' : shortened(String(value))
}

function shortened(text: string): string {
  const characters = [...text]
  return cleanText(characters.length <= cellLengthMax ? text : `${characters.slice(0, cellLengthMax - 1).join('')}…`)
}
