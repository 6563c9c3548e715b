import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../values/requests/schema.ts'
import { type Balance, type Book, type Earnings, isLow, type Transaction } from './ledger.ts'

const balanceMembers = {
  currency: text,
  total: money,
  available: money,
  held: money,
  debt: Type.Number({
    description: "Amount the platform paid on the advertiser's behalf; settled first from the next deposit",
  }),
  pendingDeposits: money,
  lowBalanceThreshold: money,
  isLow: Type.Boolean(),
  updatedAtUtc: nullable(instant),
}
export const balanceSchema = Type.Object(balanceMembers, { title: 'Balance' })

export const serializeBalance = (balance: Balance, currency: string) => ({
  currency,
  total: decimalOf(balance.availableUnits + balance.heldUnits),
  available: decimalOf(balance.availableUnits),
  held: decimalOf(balance.heldUnits),
  debt: decimalOf(balance.debtUnits),
  pendingDeposits: decimalOf(balance.pendingUnits ?? 0n),
  lowBalanceThreshold: decimalOf(balance.lowThresholdUnits),
  isLow: isLow(balance),
  updatedAtUtc: isoOrNull(balance.updatedAt),
})

const earningsMembers = {
  currency: text,
  available: Type.Number({ description: 'Available for withdrawal' }),
  pending: Type.Number({ description: 'Earned but not cleared yet' }),
  withdrawing: Type.Number({ description: 'In an open withdrawal' }),
  total: money,
  debt: Type.Number({ description: 'Debt to the platform, settled before any withdrawal' }),
  nextClearingAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'When the next pending amount becomes available' }),
  ),
  updatedAtUtc: nullable(instant),
}
export const earningsSchema = Type.Object(earningsMembers, { title: 'Earnings' })

export const serializeEarnings = (earnings: Earnings, currency: string) => ({
  currency,
  available: decimalOf(earnings.availableUnits),
  pending: decimalOf(earnings.pendingUnits),
  withdrawing: decimalOf(earnings.withdrawingUnits),
  total: decimalOf(earnings.availableUnits + earnings.pendingUnits + earnings.withdrawingUnits),
  debt: decimalOf(earnings.debtUnits),
  nextClearingAtUtc: isoOrNull(earnings.nextClearingAt),
  updatedAtUtc: isoOrNull(earnings.updatedAt),
})

/** Adds the minimum withdrawal, which only the executor needs. */
export const ownEarningsSchema = Type.Object(
  {
    ...earningsMembers,
    withdrawalMinimum: Type.Number({ description: 'Minimum withdrawal' }),
  },
  { title: 'OwnEarnings' },
)

export const serializeOwnEarnings = (earnings: Earnings, currency: string, withdrawalMinimum: number) => ({
  ...serializeEarnings(earnings, currency),
  withdrawalMinimum,
})

/** `amount` was added to the named account (negative: taken); `balanceAfter` is that account's balance. */
const transactionMembers = {
  id,
  type: text,
  account: Type.String({
    description: 'available or held (advertiser); pending, available or withdrawing (executor)',
  }),
  amount: money,
  balanceAfter: money,
  currency: text,
  taskId: nullable(id),
  reportId: nullable(id),
  description: nullable(text),
  createdAtUtc: instant,
}
export const transactionSchema = Type.Object(transactionMembers, { title: 'Transaction' })
export const transactionsSchema = listOf(transactionSchema)

/** Returns the state in a book's name, without the owner. */
const stateOf = (book: Book): string => book.slice(book.indexOf('.') + 1)

export const serializeTransactions = (list: PageOf<Transaction>, currency: string) =>
  mapItems(list, (transaction) => ({
    id: transaction.id,
    type: transaction.kind,
    account: stateOf(transaction.book),
    amount: decimalOf(transaction.units),
    balanceAfter: decimalOf(transaction.balanceAfterUnits),
    currency,
    taskId: transaction.offer,
    reportId: transaction.execution,
    description: transaction.description,
    createdAtUtc: iso(transaction.createdAt),
  }))
