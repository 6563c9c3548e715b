import { CsvBroken, csvRecords } from '../../values/csv.ts'
import { type Id, idFromPath, idOf } from '../../values/id.ts'
import { bodyError, type Problem, ValidationError } from '../../values/problems/problem.ts'
import { bankReferenceLengthMax, resultsMax } from './withdrawal.ts'

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

/** Makes the problem for an invalid member of a result. */
type ProblemOf = (member: string, code: string, detail: string) => Problem

/** Parses the results of a request: a list, or CSV text with a header. Throws for the first invalid one. */
export function resultsOf({ results, csv }: ResultsBody): Result[] {
  if (Boolean(results) === Boolean(csv)) throw wrong('results', 'required', 'is required, or csv in its place.')
  const at =
    (index: number): ProblemOf =>
    (member, code, detail) =>
      wrong(`results.${index}.${member}`, code, detail)
  const all = csv ? rowsOfCsv(csv) : (results ?? []).map((each, index) => checked(each, at(index)))
  if (all.length < 1 || all.length > resultsMax)
    throw wrong(csv ? 'csv' : 'results', 'range', `must hold 1 to ${resultsMax} results.`)
  mustBeDistinct(all)
  return all
}

const wrong = (path: string, code: string, detail: string) => ValidationError([bodyError(path, code, detail)])

/** Makes the problem for a CSV line; `params` also contains its number, for programs. */
const wrongLine = (line: number, code: string, detail: string) =>
  ValidationError([bodyError('csv', code, `line ${line}: ${detail}`, { line })])

function checked({ id, status, reference, reason }: ResultRow, problem: ProblemOf): Result {
  const [bank, why] = [reference?.trim() || null, reason?.trim() || null]
  if (status === 'Paid' && (bank === null || bank.length > bankReferenceLengthMax))
    throw problem(
      'reference',
      'required',
      `is required: the bank's reference for the payment, up to ${bankReferenceLengthMax} characters.`,
    )
  if (status === 'Failed' && (why === null || why.length < reasonLengthMin || why.length > reasonLengthMax))
    throw problem('reason', 'required', `is required: the reason, ${reasonLengthMin} to ${reasonLengthMax} characters.`)
  return { id: idOf(id), status, reference: status === 'Paid' ? bank : null, reason: status === 'Failed' ? why : null }
}

function mustBeDistinct(all: readonly Result[]): void {
  const seen = new Set<number>()
  for (const [index, { id, line }] of all.entries()) {
    const detail = `repeats the withdrawal ${id}.`
    if (seen.has(id) && line !== undefined) throw wrongLine(line, 'duplicate', detail)
    if (seen.has(id)) throw wrong(`results.${index}.id`, 'duplicate', detail)
    seen.add(id)
  }
}

/** Column names that payout files and banks use for the id. */
const idColumns = ['id', 'withdrawalid']

function rowsOfCsv(csv: string): Result[] {
  const [heading, ...records] = recordsOf(csv)
  const names = (heading?.cells ?? []).map((name) => name.trim().toLowerCase())
  const place = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const [id, status] = [place(...idColumns), place('status')]
  if (id < 0 || status < 0)
    throw wrong('csv', 'format', 'must begin with a header of the columns id, status, reference and reason.')
  return records.map(({ line, cells }) => {
    const at = (column: number) => (column < 0 ? null : (cells[column] ?? null))
    const problem: ProblemOf = (member, code, detail) => wrongLine(line, code, `${member} ${detail}`)
    const row = {
      id: idIn(at(id), problem),
      status: statusIn(at(status), problem),
      reference: at(place('reference')),
      reason: at(place('reason')),
    }
    return { ...checked(row, problem), line }
  })
}

function recordsOf(csv: string) {
  try {
    return csvRecords(csv)
  } catch (error) {
    if (error instanceof CsvBroken) throw wrongLine(error.line, 'format', `${error.message}.`)
    throw error
  }
}

function idIn(cell: string | null, problem: ProblemOf): Id<'withdrawal'> {
  const id = idFromPath<'withdrawal'>((cell ?? '').trim())
  if (id > 0) return id
  throw problem('id', 'format', 'must be the id of a withdrawal, in digits.')
}

function statusIn(cell: string | null, problem: ProblemOf): Result['status'] {
  if (cell === 'Paid' || cell === 'Failed') return cell
  throw problem('status', 'enum', 'must be Paid or Failed.')
}
