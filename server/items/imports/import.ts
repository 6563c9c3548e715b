import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import { bodyError, conflict, type FieldError, invalid, missing } from '../../values/problems/problem.ts'
import type { Sentence } from '../../values/sentences.ts'

export const importStatuses = ['Processing', 'Completed', 'Failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** The format of a file, by its media type. */
export const formats = { 'text/csv': 'csv', 'application/x-ndjson': 'jsonl' } as const
export type ImportFormat = (typeof formats)[keyof typeof formats]

export const fileBytesMax = 1024 ** 3
/** A line, or a CSV record with line breaks in quotes. JSON may escape each byte of the data of an item. */
export const lineBytesMax = 128 * 1024
/** Blank lines and line breaks in quotes count too: without a limit, a file of them would take minutes. */
export const linesMax = 10_000_000
export const columnsMax = 1_000
/** Faults that an import keeps; the others are only counted. */
export const errorsMax = 1_000
/** The imports that one account keeps, and for how many days. */
export const importsMax = 1_000
export const importDays = 30
/** After this many attempts, none of which ended, an import fails. */
export const attemptsMax = 5
export const leaseSeconds = 30

const nameLengthMax = 128

/** Whether a text has the length of an externalId, or of the name of a column. */
export const isName = (text: string): boolean => text !== '' && [...text].length <= nameLengthMax

/** A wrong line of a file. */
export type LineError = {
  readonly line: number
  readonly field: string
  readonly code: string
  readonly detail: Sentence
}

/** Why an import failed, apart from its lines. */
export type FailureReason = { readonly code: string; readonly detail: Sentence }

export type Import = {
  readonly id: Id<'import'>
  readonly offer: Id<'offer'>
  readonly status: ImportStatus
  readonly format: ImportFormat
  readonly bytes: number
  readonly readBytes: number
  readonly readLines: number
  /** How many lines are wrong. */
  readonly faults: number
  readonly errors: readonly LineError[]
  readonly reason: FailureReason | null
  /** How many items it added; null until it is completed. */
  readonly items: number | null
  readonly createdAt: Date
  readonly endedAt: Date | null
}

/** An import to process. */
export type Claimed = Pick<Import, 'id' | 'offer' | 'format'> & {
  readonly file: string
  readonly maxCostUnits: Units | null
  readonly keyHash: Buffer | null
  readonly attempts: number
}

export const ImportNotFound = missing('import_not_found', 'Import not found', 'This task has no such import.')
export const ImportInterrupted = conflict(
  'import_interrupted',
  'Import interrupted',
  'The file could not be processed to its end. Nothing was added. Send it again.',
)
export const ImportFileTooLarge = invalid('file_too_large', 'File too large')

export const fault = (line: number, field: string, code: string, detail: Sentence): LineError => ({
  line,
  field,
  code,
  detail,
})

export const tooLarge = (): FieldError =>
  bodyError('', 'max_size', { en: `has more than ${fileBytesMax} bytes.`, ru: `имеет больше ${fileBytesMax} байт.` })

export const sentences = {
  tooLong: {
    en: `has more than ${lineBytesMax} bytes. Without it, the lines after it may be wrong, too.`,
    ru: `имеет больше ${lineBytesMax} байт.`,
  },
  tooManyLines: {
    en: `is line ${linesMax + 1}: a file has at most ${linesMax} lines.`,
    ru: `в файле больше ${linesMax} строк.`,
  },
  encoding: { en: 'must be UTF-8.', ru: 'должно быть в кодировке UTF-8.' },
  quote: {
    en: 'has a quote that is not closed, or that stands in the middle of a cell. Double the quotes of a quoted cell.',
    ru: 'содержит незакрытую кавычку или кавычку внутри ячейки. В ячейке в кавычках удваивайте кавычки.',
  },
  noText: { en: 'must not contain the NUL character.', ru: 'не должно содержать знак NUL.' },
  noName: {
    en: 'must name each column once, with 1 to 128 characters, and not __proto__.',
    ru: 'должно называть каждый столбец один раз, длиной от 1 до 128 знаков, и не __proto__.',
  },
  tooManyColumns: {
    en: `must have at most ${columnsMax} columns.`,
    ru: `должно иметь не больше ${columnsMax} столбцов.`,
  },
  externalId: { en: 'must have 1 to 128 characters.', ru: 'должно иметь от 1 до 128 знаков.' },
  taken: {
    en: 'is the externalId of an earlier line or of an item of the task.',
    ru: 'уже есть в строке выше или у элемента задания.',
  },
  members: {
    en: 'must be an object with "data", an object, and at most "externalId" beside it.',
    ru: 'должно быть объектом с объектом "data" и, возможно, "externalId".',
  },
  noItems: {
    en: 'has no items. Lines end with LF or CR LF.',
    ru: 'не содержит элементов. Строки заканчиваются знаком LF или CR LF.',
  },
  notJson: { en: 'is not valid JSON.', ru: 'не разбирается как JSON.' },
} satisfies Record<string, Sentence>

/** The message about a row with another number of cells than the first line. */
export const wrongCells = (cells: number, columns: number): Sentence => ({
  en: `has ${cells} cells; the first line names ${columns} columns.`,
  ru: `ячеек: ${cells}, а столбцов в первой строке: ${columns}.`,
})
