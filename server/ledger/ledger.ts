import type { Id } from '../values/id.ts'
import { decimalOf, type Units } from '../values/money.ts'
import { conflict } from '../values/problems/problem.ts'

/** The books of the ledger: who owns the money, and its state. */
export const books = [
  'advertiser.available',
  'advertiser.held',
  'executor.pending',
  'executor.available',
  'executor.withdrawing',
  'platform.revenue',
  'platform.guarantee',
  'external.in',
  'external.out',
] as const
export type Book = (typeof books)[number]

export const transferKinds = [
  'Deposit',
  'Hold',
  'Release',
  'Charge',
  'Fee',
  'Bonus',
  'ScreenOut',
  'Clearing',
  'Guarantee',
  'Settlement',
  'Refund',
  'Chargeback',
  'Void',
  'Withdrawal',
  'Return',
] as const
export type TransferKind = (typeof transferKinds)[number]

/** A change of one book by a transfer. The units of a transfer (all postings with its cause) sum to zero. */
export type Posting = TransferFacts & Place & { readonly units: Units }

/** What a transfer is for. No two have the same cause. */
export type TransferFacts = {
  readonly cause: string
  readonly kind: TransferKind
  readonly description?: string | null
  readonly offer?: number
  readonly execution?: number
}

/** Where money lies: the owner is an account or, for held money, an offer; 0: the platform or the outside. */
export type Place = {
  readonly book: Book
  readonly owner: number
  /** The account in whose statement the posting appears; null: none. */
  readonly account: number | null
}

export const InsufficientFunds = conflict<{ required: number; available: number; shortfall: number; currency: string }>(
  'insufficient_funds',
  'Insufficient funds',
  ({ required, available, currency }) =>
    `This requires ${required.toFixed(4)} ${currency}, but only ${available.toFixed(4)} ${currency} is available.`,
)

/** Throws InsufficientFunds if less is available than required. */
export function mustHaveFunds(required: Units, available: Units, currency: string): void {
  if (available >= required) return
  const shown = { required: decimalOf(required), available: decimalOf(available), currency }
  throw InsufficientFunds({ ...shown, shortfall: decimalOf(required - available) })
}

export const DebtUnsettled = conflict<{ debt: number; currency: string }>(
  'debt_unsettled',
  'Unsettled debt',
  ({ debt, currency }) =>
    `The account owes the platform ${debt} ${currency}. Settle it first: make a deposit, or pay from earnings with POST /api/executor/balance/settle-debt.`,
)

/** Throws DebtUnsettled if the account owes the platform. */
export function mustOweNothing(debtUnits: Units, currency: string): void {
  if (debtUnits > 0n) throw DebtUnsettled({ debt: decimalOf(debtUnits), currency })
}

/** An advertiser's money: available, held for offers, and incoming if requested. */
export type Balance = {
  readonly account: Id<'account'>
  readonly pendingUnits?: Units
  readonly availableUnits: Units
  readonly heldUnits: Units
  /** The debt covered by the platform; incoming money settles it first. */
  readonly debtUnits: Units
  readonly lowThresholdUnits: Units
  readonly updatedAt: Date | null
}

/** Books of each role's accounts, by state. */
export const advertiserBooks: readonly Book[] = ['advertiser.available', 'advertiser.held']
export const executorBooks: readonly Book[] = ['executor.pending', 'executor.available', 'executor.withdrawing']

/** An executor's money: available, pending, and being withdrawn. */
export type Earnings = {
  readonly availableUnits: Units
  readonly pendingUnits: Units
  readonly withdrawingUnits: Units
  /** The account's debt to the platform; it must be settled before a withdrawal. */
  readonly debtUnits: Units
  /** When the next pending earnings become available. */
  readonly nextClearingAt: Date | null
  readonly updatedAt: Date | null
}

/** The same as its executor reads it. */
export type OwnEarnings = Earnings & { readonly withdrawalMinimum: number }

/** A ledger entry, as its owner sees it. */
export type Transaction = {
  readonly id: number
  readonly kind: TransferKind
  readonly book: Book
  readonly units: Units
  readonly offer: Id<'offer'> | null
  readonly execution: Id<'execution'> | null
  readonly description: string | null
  readonly createdAt: Date
}

/** An entry in a list, with the task that it concerns. */
export type ListedTransaction = Transaction & {
  /** The balance of the book after the entry; of `advertiser.held`, the sum of all holds. */
  readonly balanceAfterUnits: Units
  /** The sum of the role's books after the entry. */
  readonly totalAfterUnits: Units
  readonly taskTitle: string | null
  /** Under which an operator booked a deposit; null for other entries. */
  readonly reference: string | null
  /** When an amount that was pending became or becomes available; null for other entries. */
  readonly clearsAt: Date | null
}

/** An executor's income of a week or month, which begins on this day (UTC). */
export type PeriodOfEarnings = { readonly from: string; readonly units: Units }

/** An executor's income of the last months, oldest first, and all that they ever earned. */
export type MonthsOfEarnings = { readonly totalUnits: Units; readonly months: readonly PeriodOfEarnings[] }

/** A stored balance that differs from the sum of its entries, or a transfer that does not sum to zero. */
export type Mismatch = { readonly what: string; readonly keptUnits: Units; readonly summedUnits: Units }

export type BookSum = { readonly book: Book; readonly units: Units }

/** The result of adding up the books. */
export type Verdict = {
  readonly ok: boolean
  readonly accounts: number
  readonly transfers: number
  readonly sumUnits: Units
  readonly sums: readonly BookSum[]
  readonly mismatches: readonly Mismatch[]
}

export const isLow = (balance: Balance): boolean => balance.availableUnits < balance.lowThresholdUnits
