import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { conflict } from '../values/problems/problem.ts'

/** The books of the ledger: whose money it is, and in which state. */
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
  'Clearing',
  'Guarantee',
  'Settlement',
  'Refund',
  'Chargeback',
  'Withdrawal',
  'Return',
] as const
export type TransferKind = (typeof transferKinds)[number]

export const InsufficientFunds = conflict<{ required: number; available: number; shortfall: number; currency: string }>(
  'insufficient_funds',
  'Insufficient funds',
  ({ required, available, currency }) =>
    `This requires ${required.toFixed(4)} ${currency}, but only ${available.toFixed(4)} ${currency} is available.`,
)

/** An advertiser's money: what is free, what is held for offers, and what is on its way in, where that was asked. */
export type Balance = {
  readonly account: Id<'account'>
  readonly pendingUnits?: Units
  readonly availableUnits: Units
  readonly heldUnits: Units
  /** What the platform paid in the advertiser's place: settled first by what comes in. */
  readonly debtUnits: Units
  readonly lowThresholdUnits: Units
  readonly updatedAt: Date | null
}

/** The books of each side of the market: what its accounts have, and in which state. */
export const advertiserBooks: readonly Book[] = ['advertiser.available', 'advertiser.held']
export const executorBooks: readonly Book[] = ['executor.pending', 'executor.available', 'executor.withdrawing']

/** An executor's money: what can be withdrawn, what is not clear yet, and what is on its way out. */
export type Earnings = {
  readonly availableUnits: Units
  readonly pendingUnits: Units
  readonly withdrawingUnits: Units
  /** What the account owes the platform: it is settled before anything is withdrawn. */
  readonly debtUnits: Units
  /** When the next of what is pending becomes available. */
  readonly nextClearingAt: Date | null
  readonly updatedAt: Date | null
}

/** One entry on money of an account, as its owner reads it. */
export type Transaction = {
  readonly id: number
  readonly kind: TransferKind
  readonly book: Book
  readonly units: Units
  readonly balanceAfterUnits: Units
  readonly offer: Id<'offer'> | null
  readonly execution: Id<'execution'> | null
  readonly description: string | null
  readonly createdAt: Date
}

/** A ledger account whose kept balance is not what its entries sum to, or a transfer that does not sum to zero. */
export type Mismatch = { readonly what: string; readonly keptUnits: Units; readonly summedUnits: Units }

export type BookSum = { readonly book: Book; readonly units: Units }

/** The result of adding up the books. */
export type Verdict = {
  readonly ok: boolean
  readonly accounts: number
  readonly transfers: number
  readonly sumUnits: Units
  /** What the entries of each book sum to. */
  readonly sums: readonly BookSum[]
  readonly mismatches: readonly Mismatch[]
}

export const isLow = (balance: Balance): boolean => balance.availableUnits < balance.lowThresholdUnits
