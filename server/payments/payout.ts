import { type Cell, csvLine } from '../values/csv.ts'
import type { Id } from '../values/id.ts'
import { decimalOf, type Units } from '../values/money.ts'
import { conflict, missing } from '../values/problems/problem.ts'
import { reasonOf } from '../values/requests/reason.ts'
import { type Method, methodMembers } from './withdrawal-method.ts'

/** Withdrawals in one payout; what is left waits for the next. */
export const payoutMax = 5_000

/** Approved withdrawals that go to whoever transfers the money, in one file. */
export type Payout = {
  readonly id: Id<'payout'>
  readonly withdrawals: number
  readonly units: Units
  readonly currency: string
  readonly createdAt: Date
  /** How many of them are paid, and how many failed. */
  readonly paid: number
  readonly failed: number
  /** How many that have no result yet go to an account that another executor uses, too. */
  readonly shared: number
  /** How often the file was exported; null: the payout is older than the count, so it may have been. */
  readonly exports: number | null
  readonly exportedAt: Date | null
}

/** One line of the file: a withdrawal, and where it is to go. */
export type Payable = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly method: Method
}

export const PayoutNotFound = missing('payout_not_found', 'Payout not found', 'No payout has this id.')
export const NothingToPayOut = conflict(
  'nothing_to_pay_out',
  'Nothing to pay out',
  'There are no approved withdrawals to pay out. Approve some first.',
)
export const PayoutUnreadable = conflict<{ withdrawalIds: readonly number[] }>(
  'payout_unreadable',
  'Bank details unreadable',
  ({ withdrawalIds }) =>
    `The bank details of ${withdrawalIds.length} of these withdrawals were encrypted with another secret key. Mark them as failed: their executors get the money back and can request a withdrawal again.`,
)

export const PayoutExported = conflict<{ exportCount: number | null; exportedAtUtc: string | null }>(
  'payout_exported',
  'Payout already exported',
  ({ exportedAtUtc }) =>
    `The file was already exported${exportedAtUtc === null ? '' : ` at ${exportedAtUtc}`} and may be at the bank. To export it again, send again=true and a reason.`,
)
export const PayoutFinished = conflict(
  'payout_finished',
  'Nothing left to pay',
  'Every withdrawal of this payout has a result: its file would be empty.',
)

export type ExportRequest = { readonly isAgain: boolean; readonly reason: string | null }

/** Reads what an export asks for. Throws ValidationError where it is asked for again without a reason. */
export function exportAsked({ again = false, reason }: { again?: boolean; reason?: string }): ExportRequest {
  const given = reason?.trim() ?? ''
  if (!again && given === '') return { isAgain: false, reason: null }
  return { isAgain: again, reason: reasonOf(given) }
}

/** Whether a payout still has withdrawals without a result. */
const isOpen = ({ withdrawals, paid, failed }: Payout): boolean => paid + failed < withdrawals

/** What an operator may do with a payout. */
export const payoutActions = (payout: Payout): string[] =>
  isOpen(payout) ? [payout.exports === 0 ? 'Export' : 'ExportAgain'] : []

/**
 * Throws PayoutFinished where nothing is left to pay, and PayoutExported where the file was exported before and the caller does
 * not ask for it again.
 */
export function mustExport(payout: Payout, { isAgain }: ExportRequest): void {
  const { exports, exportedAt } = payout
  if (!isOpen(payout)) throw PayoutFinished({})
  if (exports !== 0 && !isAgain)
    throw PayoutExported({ exportCount: exports, exportedAtUtc: exportedAt?.toISOString() ?? null })
}

const heading: readonly string[] = ['withdrawalId', 'executorId', 'amount', 'currency', 'method', ...methodMembers]

const line = ({ id, executor, units, currency, method }: Payable): readonly Cell[] => [
  id,
  executor,
  decimalOf(units),
  currency,
  method.type,
  ...methodMembers.map((member) => method[member] ?? ''),
]

/** The file of a payout: a line for each withdrawal. */
export const payoutFile = (payables: readonly Payable[]): string =>
  [heading, ...payables.map(line)].map(csvLine).join('')
