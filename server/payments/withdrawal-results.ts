import { CsvBroken, csvRecords } from '../values/csv.ts'
import { type Id, idFromPath, idOf } from '../values/id.ts'
import { bodyError, ValidationError } from '../values/problem.ts'
import { bankReferenceLengthMax, resultsMax } from './withdrawal.ts'

/** What became of a withdrawal, as the bank tells it. */
export type Result = {
  readonly id: Id<'withdrawal'>
  readonly status: 'Paid' | 'Failed'
  readonly reference: string | null
  readonly reason: string | null
}
type Told = {
  readonly id: number
  readonly status: 'Paid' | 'Failed'
  readonly reference?: string | null | undefined
  readonly reason?: string | null | undefined
}
export type ResultsBody = { readonly results?: readonly Told[] | null; readonly csv?: string | null }

const reasonLengthMin = 3
const reasonLengthMax = 2_000

type Named = (member: string) => string

/** The results of a request: a list, or a CSV text with a heading. Refused with the first that is wrong. */
export function resultsOf({ results, csv }: ResultsBody): Result[] {
  if (Boolean(results) === Boolean(csv)) throw wrong('results', 'required', 'is required, or csv in its place.')
  const told = results ? results.map((each, index) => checked(each, (member) => `results.${index}.${member}`)) : []
  const all = csv ? linesOf(csv) : told
  if (all.length < 1 || all.length > resultsMax)
    throw wrong(csv ? 'csv' : 'results', 'range', `must hold 1 to ${resultsMax} results.`)
  mustBeDifferent(all, csv ? () => 'csv' : (index) => `results.${index}.id`)
  return all
}

const wrong = (path: string, code: string, detail: string) => ValidationError([bodyError(path, code, detail)])

function checked({ id, status, reference, reason }: Told, named: Named): Result {
  const [bank, why] = [reference?.trim() || null, reason?.trim() || null]
  if (status === 'Paid' && (bank === null || bank.length > bankReferenceLengthMax))
    throw wrong(
      named('reference'),
      'required',
      `must say by what the bank knows the payment, in at most ${bankReferenceLengthMax} characters.`,
    )
  if (status === 'Failed' && (why === null || why.length < reasonLengthMin || why.length > reasonLengthMax))
    throw wrong(named('reason'), 'required', `must say why, in ${reasonLengthMin} to ${reasonLengthMax} characters.`)
  return { id: idOf(id), status, reference: status === 'Paid' ? bank : null, reason: status === 'Failed' ? why : null }
}

function mustBeDifferent(all: readonly Result[], named: (index: number) => string): void {
  const seen = new Set<number>()
  for (const [index, { id }] of all.entries()) {
    if (seen.has(id)) throw wrong(named(index), 'duplicate', `names the withdrawal ${id} a second time.`)
    seen.add(id)
  }
}

/** Names of columns that payout files and banks use for an id. */
const idColumns = ['id', 'withdrawalid']

function linesOf(csv: string): Result[] {
  const [heading, ...records] = recordsOf(csv)
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase())
  const place = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const [id, status] = [place(...idColumns), place('status')]
  if (id < 0 || status < 0)
    throw wrong('csv', 'format', 'must begin with a heading that names id, status, reference and reason.')
  return records.map(({ line, cells }) => {
    const at = (column: number) => (column < 0 ? null : (cells[column] ?? null))
    const told = {
      id: idFromPath(at(id) ?? ''),
      status: statusIn(at(status), line),
      reference: at(place('reference')),
      reason: at(place('reason')),
    }
    return checked(told, (member) => `csv.line ${line}.${member}`)
  })
}

function recordsOf(csv: string) {
  try {
    return csvRecords(csv)
  } catch (error) {
    if (error instanceof CsvBroken) throw wrong('csv', 'format', `line ${error.line}: ${error.message}.`)
    throw error
  }
}

function statusIn(cell: string | null, line: number): Result['status'] {
  if (cell === 'Paid' || cell === 'Failed') return cell
  throw wrong('csv', 'enum', `line ${line}: the status must be Paid or Failed.`)
}
