import { bodyError, type FieldError, ValidationError } from '../problems/problem.ts'
import type { Sentence } from '../sentences.ts'
import { CsvBroken, type CsvRecord, csvRecords, separatorOf } from './records.ts'

/** The columns of a kind of file. Names match in any case, and without regard to spaces, hyphens and underscores. */
export type CsvColumns = {
  readonly required: readonly string[]
  /** All columns that are read. */
  readonly read: readonly string[]
  /** Columns that are known but not read, and how the names of further ones begin. */
  readonly ignored?: readonly string[]
  readonly ignoredStart?: string
  /** Other names of columns. */
  readonly aliases?: Readonly<Record<string, string>>
}

/** A line of a file. */
export type CsvRow = {
  readonly line: number
  /** Whether decimals have a comma. */
  readonly hasDecimalComma: boolean
  /** Returns the trimmed cell of a column; an empty text if there is none. */
  readonly cell: (column: string) => string
}

const errorsMax = 20

/** Makes the error of a line, and of its column. */
export const csvError = (line: number, detail: Sentence, column?: string): FieldError =>
  bodyError(
    'csv',
    'csv',
    {
      en: `line ${line}${column === undefined ? '' : `, column ${column}`}: ${detail.en}`,
      ru: `строка ${line}${column === undefined ? '' : `, столбец ${column}`}: ${detail.ru}`,
    },
    { line, ...(column === undefined ? {} : { column }) },
  )

/** Collects the errors of a file, up to a number that people can read. */
export class CsvErrors {
  readonly #errors: FieldError[] = []

  add(line: number, detail: Sentence, column?: string): void {
    if (this.#errors.length < errorsMax) this.#errors.push(csvError(line, detail, column))
  }

  throwAny(): void {
    if (this.#errors.length > 0) throw ValidationError(this.#errors)
  }
}

/**
 * Reads a CSV text with a heading, calls `visit` with each of its rows, and adds surplus cells to `errors`. Throws ValidationError for a
 * wrong heading, for quotes that cannot be read, and for texts that were decoded in a wrong way.
 */
export async function readCsv(
  text: string,
  columns: CsvColumns,
  errors: CsvErrors,
  visit: (row: CsvRow) => void,
): Promise<void> {
  mustBeText(text)
  const { separator, body, firstLine } = separatorOf(text)
  let names: readonly string[] | undefined
  try {
    for await (const record of csvRecords(body, separator, firstLine)) {
      if (names === undefined) names = headingOf(record, columns)
      else visit(rowOf(record, names, separator !== ',', errors))
    }
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error
    throw ValidationError([csvError(error.line, error.detail)])
  }
  if (names === undefined) throw ValidationError([csvError(1, needsHeading(columns))])
}

/** A text of UTF-16 that was read as UTF-8 has a zero byte for each Latin character. */
function mustBeText(text: string): void {
  if (text.includes('\u0000'))
    throw ValidationError([
      csvError(1, {
        en: 'the text has zero bytes, as UTF-16 has. Save the file as UTF-8.',
        ru: 'в тексте есть нулевые байты, как в UTF-16. Сохраните файл в UTF-8.',
      }),
    ])
}

const keyOf = (name: string): string =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s_-]/g, '')

const needsHeading = ({ required }: CsvColumns): Sentence => ({
  en: `the first line must be a heading that names the ${required.length === 1 ? 'column' : 'columns'} ${required.join(' and ')}.`,
  ru: `в первой строке должны быть названия столбцов: ${required.join(', ')}.`,
})

function headingOf({ line, cells }: CsvRecord, columns: CsvColumns): readonly string[] {
  const last = cells.findLastIndex((cell) => cell !== '')
  const nameOf = namesIn(columns)
  const errors = new CsvErrors()
  const names = cells.slice(0, last + 1).map((cell, index) => {
    const name = nameOf(cell)
    const shown = JSON.stringify(cell.slice(0, 40))
    if (cell === '')
      errors.add(line, {
        en: `the heading does not name column ${index + 1}.`,
        ru: `у столбца ${index + 1} нет названия.`,
      })
    else if (name === undefined)
      errors.add(line, {
        en: `the heading names ${shown}, which is no column. Known are ${columns.read.join(', ')}.`,
        ru: `столбца ${shown} нет. Известны: ${columns.read.join(', ')}.`,
      })
    return name ?? cell
  })
  for (const name of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    errors.add(line, { en: `the heading names the column ${name} twice.`, ru: `столбец ${name} назван дважды.` })
  if (columns.required.some((name) => !names.includes(name))) errors.add(line, needsHeading(columns))
  errors.throwAny()
  return names
}

/** Returns the column that a cell of a heading names; undefined if there is none. */
function namesIn({ read, ignored = [], ignoredStart, aliases = {} }: CsvColumns): (cell: string) => string | undefined {
  const own = [...ignored, ...read].map((name) => [keyOf(name), name] as const)
  const known = new Map([...own, ...Object.entries(aliases).map(([alias, name]) => [keyOf(alias), name] as const)])
  return (cell) => known.get(keyOf(cell)) ?? (ignoredStart && cell.startsWith(ignoredStart) ? cell : undefined)
}

/** A spreadsheet leaves out empty cells at the end of a line, or adds some; a cell with text has no column. */
function rowOf(
  { line, cells }: CsvRecord,
  names: readonly string[],
  hasDecimalComma: boolean,
  errors: CsvErrors,
): CsvRow {
  const surplus = cells.findIndex((cell, index) => index >= names.length && cell !== '')
  if (surplus >= 0)
    errors.add(line, {
      en: `has ${cells.length} cells, and the heading ${names.length}. Put a text that has a separator in quotes.`,
      ru: `ячеек ${cells.length}, а столбцов ${names.length}. Возьмите текст с разделителем в кавычки.`,
    })
  return { line, hasDecimalComma, cell: (column) => cells[names.indexOf(column)] ?? '' }
}
