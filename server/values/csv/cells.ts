import { commaSigns, pointSigns, readNumber } from '../../../cli/src/input/amount.ts'
import { textFault, tidyText } from '../requests/texts.ts'
import { mustBeOneOf, type Sentence } from '../sentences.ts'
import type { CsvErrors, CsvRow } from './table.ts'

/** A kind of cell: how it is read, and what it must be. `read` returns undefined if the text is something else. */
export type CellKind<Value> = {
  readonly read: (text: string, row: CsvRow) => Value | undefined
  readonly expected: Sentence
}

/** In any case; spreadsheets write the words of their language. */
const trueWords = ['true', '1', 'yes', 'истина', 'да']
const falseWords = ['false', '0', 'no', 'ложь', 'нет']
const booleans = new Map([
  ...trueWords.map((word) => [word, true] as const),
  ...falseWords.map((word) => [word, false] as const),
])

export const yesOrNo: CellKind<boolean> = {
  read: (text) => booleans.get(text.toLowerCase()),
  expected: { en: 'must be "true" or "false".', ru: 'должно быть "true" (да) или "false" (нет).' },
}

/** A whole number in plain digits, without leading zeros. */
export const wholeNumber = (min: number, max: number): CellKind<number> => ({
  read: (text) =>
    /^(?:0|[1-9]\d{0,15})$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined,
  expected: {
    en: `must be a whole number from ${min} to ${max}, in plain digits.`,
    ru: `должно быть целым числом от ${min} до ${max}.`,
  },
})

/** One of some words, in any case. */
export const oneOfWords = <Word extends string>(words: readonly Word[]): CellKind<Word> => ({
  read: (text) => words.find((word) => word.toLowerCase() === text.toLowerCase()),
  expected: mustBeOneOf(words),
})

/** Longer texts are refused, not truncated. */
export const textUpTo = (lengthMax: number): CellKind<string> => ({
  read: (text) => {
    const tidy = tidyText(text)
    return tidy.length <= lengthMax && !textFault('prose', tidy) ? tidy : undefined
  },
  expected: {
    en: `must have at most ${lengthMax} characters, without control characters and overrides of direction.`,
    ru: `должно быть не длиннее ${lengthMax} символов, без управляющих символов и смены направления текста.`,
  },
})

/** An amount of money of up to four decimals. Files with commas between cells have decimal points; others may have decimal commas. */
export const amountFrom = (min: number): CellKind<number> => ({
  read: (text, { hasDecimalComma }) => {
    const signs = hasDecimalComma ? commaSigns : pointSigns
    const amount = readNumber(text, { signs, fractionDigitsMax: 4, isByProgram: true })
    return amount.isRead && Number(amount.decimal) >= min ? Number(amount.decimal) : undefined
  },
  expected: {
    en: `must be an amount of at least ${min}, such as 1500.25, with at most four decimals.`,
    ru: `должно быть суммой не меньше ${min}, например 1500.25, не больше четырёх знаков после запятой.`,
  },
})

/** Reads a cell; undefined if it is empty. Adds an error, and returns undefined, if it is something else. */
export function readCell<Value>(
  row: CsvRow,
  column: string,
  { read, expected }: CellKind<Value>,
  errors: CsvErrors,
): Value | undefined {
  const text = row.cell(column)
  if (text === '') return undefined
  if (text.includes('\ufffd')) {
    errors.add(
      row.line,
      {
        en: 'has characters that were lost because the file is not UTF-8. Save it as UTF-8.',
        ru: 'символы потеряны, потому что файл не в UTF-8. Сохраните его в UTF-8.',
      },
      column,
    )
    return undefined
  }
  const value = read(text, row)
  if (value === undefined) errors.add(row.line, expected, column)
  return value
}

/** Reads a cell that must not be empty. Adds an error, and returns undefined, if it is empty or something else. */
export function requiredCell<Value>(
  row: CsvRow,
  column: string,
  kind: CellKind<Value>,
  errors: CsvErrors,
): Value | undefined {
  if (row.cell(column) === '') errors.add(row.line, kind.expected, column)
  return readCell(row, column, kind, errors)
}
