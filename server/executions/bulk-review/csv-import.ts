import { CsvBroken, type CsvRecord, eachCsvRecord } from '../../values/csv.ts'
import { bodyError, type FieldError, ValidationError } from '../../values/problems/problem.ts'
import { bonusMin } from '../bonus/bonus.ts'
import { type ReasonCode, reasonCodes } from '../execution.ts'
import { columnNames } from '../report-export/report-export.ts'
import { reworkSecondsMax, reworkSecondsMin } from '../rework/rework.ts'
import { type BulkAction, type BulkItem, bulkActions, itemsMax } from './bulk-review.ts'

/** Longer texts are refused, not truncated. */
const textMax = 2_000
const errorsMax = 20
const criteriaMax = 20
const criterionMax = 64

export type Line = { readonly line: number; readonly item: BulkItem }

type CellParser = (text: string) => unknown
type Column = { readonly read: CellParser; readonly expected: string }

const whole = (min: number, max: number): Column => ({
  read: (text) => (/^\d{1,16}$/.test(text) && Number(text) >= min && Number(text) <= max ? Number(text) : undefined),
  expected: `must be a whole number from ${min} to ${max}.`,
})
const oneOf = (names: readonly string[]): Column => ({
  read: (text) => (names.includes(text) ? text : undefined),
  expected: `must be one of ${names.join(', ')}.`,
})
const words: Column = {
  read: (text) => (text.length <= textMax ? text : undefined),
  expected: `must have at most ${textMax} characters.`,
}

/** The parsers of an import's columns. Columns of an export that are not listed here are ignored. */
export const importColumns: Readonly<Record<string, Column>> = {
  id: whole(1, Number.MAX_SAFE_INTEGER),
  action: oneOf(bulkActions),
  reason: words,
  reasonCode: oneOf(reasonCodes),
  failedCriteria: { read: criteriaIn, expected: `must be at most ${criteriaMax} ids with spaces between.` },
  comment: words,
  rating: whole(1, 5),
  overrideRejection: { read: (text) => ({ true: true, false: false })[text], expected: 'must be true or false.' },
  bonus: {
    read: (text) => (/^\d{1,9}(\.\d{1,4})?$/.test(text) && Number(text) >= bonusMin ? Number(text) : undefined),
    expected: `must be an amount of at least ${bonusMin}, with at most four digits behind the point.`,
  },
  blockExecutor: { read: (text) => ({ true: true, false: false })[text], expected: 'must be true or false.' },
  deadlineSeconds: whole(reworkSecondsMin, reworkSecondsMax),
  version: whole(1, 2_147_483_647),
}

function criteriaIn(text: string): string[] | undefined {
  const ids = text.split(/\s+/).filter((id) => id !== '')
  return ids.length <= criteriaMax && ids.every((id) => id.length <= criterionMax) ? ids : undefined
}

const wrong = (line: number, detail: string): FieldError => bodyError('csv', 'csv', `line ${line}: ${detail}`, { line })

/**
 * Reads the decisions of a CSV with a heading. Skips lines without an action; throws if any line is invalid. Yields after each line: four
 * mebibytes of short lines would otherwise block the process for seconds.
 */
export function* readLines(csv: string): Generator<undefined, Line[]> {
  const records = eachCsvRecord(csv)
  const names = headingOf(next(records))
  const index = names.indexOf('action')
  const acting: CsvRecord[] = []
  for (let record = next(records); record; record = next(records)) {
    if ((record.cells[index] ?? '').trim() !== '') acting.push(record)
    if (acting.length > itemsMax)
      throw ValidationError([bodyError('csv', 'max_items', `must have at most ${itemsMax} lines with an action.`)])
    yield
  }
  if (acting.length === 0) throw ValidationError([bodyError('csv', 'min_items', 'must have a line with an action.')])
  const errors: FieldError[] = []
  const lines = acting.map((record) => ({ line: record.line, item: itemOf(record, names, errors) }))
  if (errors.length > 0) throw ValidationError(errors.slice(0, errorsMax))
  mustNameOnce(lines)
  return lines
}

function next(records: Generator<CsvRecord>): CsvRecord | undefined {
  try {
    return records.next().value
  } catch (error) {
    if (!(error instanceof CsvBroken)) throw error
    throw ValidationError([wrong(error.line, `${error.message}.`)])
  }
}

function headingOf(heading: CsvRecord | undefined): string[] {
  const names = (heading?.cells ?? []).map((name) => name.trim())
  const missing = ['id', 'action'].filter((name) => !names.includes(name))
  const known = [...Object.keys(importColumns), ...columnNames]
  const unknown = names.filter((name, index) => !known.includes(name) || names.indexOf(name) !== index)
  const errors = [
    ...missing.map((name) => wrong(1, `the heading must name the column ${name}.`)),
    ...unknown.map((name) =>
      wrong(1, `there is no column ${JSON.stringify(name.slice(0, 40))}, or it is named twice.`),
    ),
  ]
  if (errors.length > 0) throw ValidationError(errors.slice(0, errorsMax))
  return names
}

function itemOf({ line, cells }: CsvRecord, names: readonly string[], errors: FieldError[]): BulkItem {
  if (cells.length !== names.length) errors.push(wrong(line, `must have ${names.length} cells, as the heading has.`))
  const members: Record<string, unknown> = {}
  names.forEach((name, index) => {
    const column = Object.hasOwn(importColumns, name) ? importColumns[name] : undefined
    const text = (cells[index] ?? '').trim()
    if (!column || (text === '' && name !== 'id')) return
    members[name] = column.read(text)
    if (members[name] === undefined) errors.push(wrong(line, `${name} ${column.expected}`))
  })
  return members as { id: number; action: BulkAction; reasonCode?: ReasonCode }
}

function mustNameOnce(lines: readonly Line[]): void {
  const firsts = new Map<number, number>()
  const errors = lines.flatMap(({ line, item: { id } }) => {
    const first = firsts.get(id)
    if (first === undefined) firsts.set(id, line)
    return first === undefined ? [] : [wrong(line, `the report ${id} stands on line ${first}, too.`)]
  })
  if (errors.length > 0) throw ValidationError(errors.slice(0, errorsMax))
}
