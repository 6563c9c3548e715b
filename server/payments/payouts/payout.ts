import { fileFormats, type RecordFile } from '../../values/csv/file.ts'
import type { Cell } from '../../values/csv/write.ts'
import type { Id } from '../../values/id.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import { conflict, missing } from '../../values/problems/problem.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { type Method, methodMembers } from '../withdrawals/withdrawal-method.ts'

/** Maximum number of withdrawals in one payout. The rest is left for the next. */
export const payoutMax = 5_000

/** What a payout may contain: any approved withdrawal, or only those that a SEPA credit transfer can pay. */
export const payoutKinds = ['Any', 'Sepa'] as const
export type PayoutKind = (typeof payoutKinds)[number]

/** The formats of a payout's file. ISO 20022 pain.001 is what banks take as SEPA credit transfers. */
export const payoutFormats = [...fileFormats, 'pain.001'] as const

/** Approved withdrawals exported together in one file for the bank. */
export type Payout = {
  readonly id: Id<'payout'>
  readonly kind: PayoutKind
  readonly withdrawals: number
  readonly units: Units
  readonly currency: string
  readonly createdAt: Date
  readonly paid: number
  readonly failed: number
  /** Number of withdrawals without a result whose payout account another executor uses too. */
  readonly shared: number
  /** Number of exports; null: the payout is older than this counter, so it may have been exported. */
  readonly exports: number | null
  readonly exportedAt: Date | null
  /** When its file was exported first, which dates a SEPA file. */
  readonly firstExportedAt: Date | null
}

/** A line of the file: a withdrawal and its payment details. */
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

export const SepaNeedsEuro = conflict<{ currency: string }>(
  'sepa_needs_euro',
  'SEPA transfers are in euros',
  ({ currency }) =>
    `SEPA credit transfers are in EUR, and this marketplace pays in ${currency}. Create a payout of kind Any.`,
)
export const PayoutNotSepa = conflict(
  'payout_not_sepa',
  'Not a payout by SEPA transfers',
  'This payout may contain withdrawals that no SEPA transfer can pay. Export it as CSV, or create payouts of kind Sepa.',
)

export type ExportRequest = { readonly isAgain: boolean; readonly reason: string | null }

/** Parses an export request. Throws ValidationError if it repeats an export without a reason. */
export function exportRequestOf({ again = false, reason }: { again?: boolean; reason?: string }): ExportRequest {
  const given = reason?.trim() ?? ''
  if (!again && given === '') return { isAgain: false, reason: null }
  return { isAgain: again, reason: reasonOf(given) }
}

/** Whether the payout still has withdrawals without a result. */
const isOpen = ({ withdrawals, paid, failed }: Payout): boolean => paid + failed < withdrawals

/** Returns what an operator may do with a payout. */
export const payoutActions = (payout: Payout): string[] =>
  isOpen(payout) ? [payout.exports === 0 ? 'Export' : 'ExportAgain'] : []

/** Throws PayoutNotSepa unless SEPA transfers can pay all withdrawals of the payout. */
export function mustBeSepa({ kind }: Payout): void {
  if (kind !== 'Sepa') throw PayoutNotSepa({})
}

/**
 * Throws PayoutFinished if nothing is left to pay, and PayoutExported if the file was exported before and the request does not say
 * `again`.
 */
export function mustExport(payout: Payout, { isAgain }: ExportRequest): void {
  const { exports, exportedAt } = payout
  if (!isOpen(payout)) throw PayoutFinished({})
  if (exports !== 0 && !isAgain)
    throw PayoutExported({ exportCount: exports, exportedAtUtc: exportedAt?.toISOString() ?? null })
}

const names: readonly string[] = ['withdrawalId', 'executorId', 'amount', 'currency', 'method', ...methodMembers]

const cells = ({ id, executor, units, currency, method }: Payable): readonly Cell[] => [
  id,
  executor,
  decimalOf(units),
  currency,
  method.type,
  ...methodMembers.map((member) => method[member] ?? ''),
]

export const payoutFile = (payables: readonly Payable[], file: RecordFile): string =>
  file.heading(names) + payables.map((payable) => file.line(names, cells(payable))).join('')
