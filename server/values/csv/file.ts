import { Type } from 'typebox'
import { jsonLine } from '../json-lines.ts'
import { queryError, ValidationError } from '../problems/problem.ts'
import { type Cell, csvLine } from './write.ts'

/** The format of a file of records: CSV for spreadsheets, or the same as JSON lines, where no text is changed. */
export const fileFormats = ['csv', 'jsonl'] as const
const separators = { comma: ',', semicolon: ';', tab: '\t' } as const
const decimals = { point: '.', comma: ',' } as const

type Separator = keyof typeof separators
type Decimal = keyof typeof decimals

/** Parameters of every operation that returns CSV. */
export const csvQuery = {
  separator: Type.Optional(
    Type.Enum(Object.keys(separators) as Separator[], {
      description: 'Between the cells of CSV; default comma, or semicolon with decimal commas',
    }),
  ),
  decimal: Type.Optional(
    Type.Enum(Object.keys(decimals) as Decimal[], { description: 'The decimal sign in CSV; default point' }),
  ),
  bom: Type.Optional(
    Type.Boolean({
      description: 'Whether CSV begins with a byte order mark, by which spreadsheets know UTF-8; default true',
    }),
  ),
}
export const fileQuery = {
  format: Type.Optional(
    Type.Enum([...fileFormats], { description: 'Default csv; jsonl: one JSON object per line, with texts unchanged' }),
  ),
  ...csvQuery,
}

export type FileRequest = {
  readonly format?: string | undefined
  readonly separator?: string | undefined
  readonly decimal?: string | undefined
  readonly bom?: boolean | undefined
}

/** How a file of records is written. */
export type RecordFile = {
  readonly mediaType: string
  readonly extension: (typeof fileFormats)[number]
  /** Whatever stands before the first record. */
  readonly heading: (names: readonly string[]) => string
  readonly line: (names: readonly string[], cells: readonly Cell[]) => string
}

/** Returns how the file of a request is written. Throws ValidationError if one sign would separate cells and decimals. */
export function recordFile({ format, separator, decimal = 'point', bom = true }: FileRequest = {}): RecordFile {
  if (format === 'jsonl')
    return {
      mediaType: 'application/jsonl; charset=utf-8',
      extension: 'jsonl',
      heading: () => '',
      line: (names, cells) => jsonLine(Object.fromEntries(names.map((name, index) => [name, cells[index] ?? null]))),
    }
  const style = {
    separator: separators[(separator ?? (decimal === 'comma' ? 'semicolon' : 'comma')) as Separator],
    decimal: decimals[decimal as Decimal],
  }
  if (style.separator === style.decimal)
    throw ValidationError([
      queryError('decimal', 'conflict', {
        en: 'must not be the separator; choose semicolon or tab.',
        ru: 'не должно совпадать с разделителем; выберите точку с запятой или табуляцию.',
      }),
    ])
  return {
    mediaType: 'text/csv; charset=utf-8',
    extension: 'csv',
    heading: (names) => (bom ? '\ufeff' : '') + csvLine(names, style),
    line: (_names, cells) => csvLine(cells, style),
  }
}
