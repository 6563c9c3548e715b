import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import type { Listed } from '../values/page.ts'
import { id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../values/schema.ts'
import { type Balance, isLow, type Transaction } from './ledger.ts'

const balanceMembers = {
  currency: text,
  total: money,
  available: money,
  held: money,
  pendingDeposits: money,
  lowBalanceThreshold: money,
  isLow: Type.Boolean(),
  updatedAtUtc: nullable(instant),
}
export const balanceSchema = Type.Object(balanceMembers, { title: 'Balance' })

export const showBalance = (balance: Balance, currency: string) => ({
  currency,
  total: decimalOf(balance.availableUnits + balance.heldUnits),
  available: decimalOf(balance.availableUnits),
  held: decimalOf(balance.heldUnits),
  pendingDeposits: 0,
  lowBalanceThreshold: decimalOf(balance.lowThresholdUnits),
  isLow: isLow(balance),
  updatedAtUtc: isoOrNull(balance.updatedAt),
})

const earningsMembers = {
  currency: text,
  available: money,
  total: money,
  updatedAtUtc: nullable(instant),
}
export const earningsSchema = Type.Object(earningsMembers, { title: 'Earnings' })

export const showEarnings = (balance: Balance, currency: string) => ({
  currency,
  available: decimalOf(balance.availableUnits),
  total: decimalOf(balance.availableUnits),
  updatedAtUtc: isoOrNull(balance.updatedAt),
})

/** `amount` is what was added to the account named, negative when taken; `balanceAfter` is of that account. */
const transactionMembers = {
  id,
  type: text,
  account: Type.String({ description: 'available, or held for one task' }),
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

export const showTransactions = (list: Listed<Transaction>, currency: string) => ({
  ...list,
  items: list.items.map((transaction) => ({
    id: transaction.id,
    type: transaction.kind,
    account: transaction.book === 'advertiser.held' ? 'held' : 'available',
    amount: decimalOf(transaction.units),
    balanceAfter: decimalOf(transaction.balanceAfterUnits),
    currency,
    taskId: transaction.offer,
    reportId: transaction.execution,
    description: transaction.description,
    createdAtUtc: iso(transaction.createdAt),
  })),
})
