import { oneOfWords, requiredCell, wholeNumber } from '../../values/csv/cells.ts'
import { type CsvColumns, CsvErrors, type CsvRow, csvError, readCsv } from '../../values/csv/table.ts'
import { type Id, idOf } from '../../values/id.ts'
import { bodyError, ValidationError } from '../../values/problems/problem.ts'
import { textFault, tidyText } from '../../values/requests/texts.ts'
import { countRu, type Sentence } from '../../values/sentences.ts'
import { bankReferenceLengthMax, resultsMax } from './withdrawal.ts'
import { methodMembers } from './withdrawal-method.ts'

export type Result = {
  readonly id: Id<'withdrawal'>
  readonly status: 'Paid' | 'Failed'
  readonly reference: string | null
  readonly reason: string | null
  /** Line number in the CSV text. */
  readonly line?: number
}
type ResultRow = {
  readonly id: number
  readonly status: 'Paid' | 'Failed'
  readonly reference?: string | null | undefined
  readonly reason?: string | null | undefined
}
export type ResultsBody = { readonly results?: readonly ResultRow[] | null; readonly csv?: string | null }

const reasonLengthMin = 3
const reasonLengthMax = 2_000

/** Parses the results of a request: a list, or CSV text with a heading. Throws ValidationError. */
export async function resultsOf({ results, csv }: ResultsBody): Promise<Result[]> {
  if (Boolean(results) === Boolean(csv))
    throw wrong('results', 'required', {
      en: 'is required, or a CSV file in its place.',
      ru: 'нужно указать, или вместо него файл CSV.',
    })
  const all = csv ? await rowsOfCsv(csv) : (results ?? []).map(checked)
  if (all.length < 1 || all.length > resultsMax)
    throw wrong(csv ? 'csv' : 'results', 'range', {
      en: `must hold 1 to ${resultsMax} results.`,
      ru: `должно быть от 1 до ${resultsMax} результатов.`,
    })
  mustBeDistinct(all)
  return all
}

const wrong = (path: string, code: string, detail: Sentence) => ValidationError([bodyError(path, code, detail)])

/** What each status needs: the member, its length, and what it must be. */
const needed = {
  Paid: {
    member: 'reference',
    min: 1,
    max: bankReferenceLengthMax,
    detail: {
      en: `is required: the bank's reference for the payment, up to ${bankReferenceLengthMax} characters.`,
      ru: `нужен номер платежа в банке, не длиннее ${countRu(bankReferenceLengthMax, 'символа', 'символов')}.`,
    },
  },
  Failed: {
    member: 'reason',
    min: reasonLengthMin,
    max: reasonLengthMax,
    detail: {
      en: `is required: the reason, ${reasonLengthMin} to ${reasonLengthMax} characters.`,
      ru: `нужна причина, от ${reasonLengthMin} до ${reasonLengthMax} символов.`,
    },
  },
} as const

/** Returns the text that a result needs; undefined if it is missing, too short or too long. */
function textIn({ status, ...texts }: Omit<ResultRow, 'id'>): string | undefined {
  const { member, min, max } = needed[status]
  const text = tidyText(texts[member] ?? '')
  return text.length >= min && text.length <= max && !textFault('prose', text) ? text : undefined
}

const resultOf = (id: number, status: Result['status'], text: string): Result => ({
  id: idOf(id),
  status,
  reference: status === 'Paid' ? text : null,
  reason: status === 'Failed' ? text : null,
})

function checked(row: ResultRow, index: number): Result {
  const text = textIn(row)
  const { member, detail } = needed[row.status]
  if (text === undefined) throw wrong(`results.${index}.${member}`, 'required', detail)
  return resultOf(row.id, row.status, text)
}

function mustBeDistinct(all: readonly Result[]): void {
  const seen = new Set<number>()
  for (const [index, { id, line }] of all.entries()) {
    const detail = { en: `repeats the withdrawal ${id}.`, ru: `повторяет вывод ${id}.` }
    if (seen.has(id) && line !== undefined) throw ValidationError([csvError(line, detail, 'id')])
    if (seen.has(id)) throw wrong(`results.${index}.id`, 'duplicate', detail)
    seen.add(id)
  }
}

/** Columns of a payout file, to which the bank's results may have been added. */
const ofPayoutFile: readonly string[] = ['executorId', 'amount', 'currency', 'method', ...methodMembers]

const columns: CsvColumns = {
  required: ['id', 'status'],
  read: ['id', 'status', 'reference', 'reason'],
  ignored: ofPayoutFile,
  aliases: { withdrawalId: 'id' },
}
const idCell = wholeNumber(1, Number.MAX_SAFE_INTEGER)
const statusCell = oneOfWords(['Paid', 'Failed'])

async function rowsOfCsv(csv: string): Promise<Result[]> {
  const errors = new CsvErrors()
  const rows: Result[] = []
  await readCsv(csv, columns, errors, (row) => {
    if (rows.length <= resultsMax) rows.push(rowOf(row, errors))
  })
  errors.throwAny()
  return rows
}

/** Adds what is wrong to `errors`; the result is then not used. */
function rowOf(row: CsvRow, errors: CsvErrors): Result {
  const id = requiredCell(row, 'id', idCell, errors) ?? 0
  const status = requiredCell(row, 'status', statusCell, errors) ?? 'Paid'
  const { member, detail } = needed[status]
  const kind = { read: (text: string) => textIn({ status, [member]: text }), expected: detail }
  const text = requiredCell(row, member, kind, errors) ?? ''
  return { ...resultOf(id, status, text), line: row.line }
}
