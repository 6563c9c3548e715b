import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { amount, arrayOf, id, instant, known, money, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import {
  type Balance,
  type Book,
  type Earnings,
  isLow,
  type ListedTransaction,
  type MonthsOfEarnings,
  type OwnEarnings,
  type PeriodOfEarnings,
  transferKinds,
} from './ledger.ts'

export const balanceJson = serializer<Balance, string>({ title: 'Balance' })({
  currency: [text, (_, currency) => currency],
  total: [money, (balance) => decimalOf(balance.availableUnits + balance.heldUnits)],
  available: [money, 'availableUnits'],
  held: [money, 'heldUnits'],
  debt: [
    amount({
      description: "Amount the platform paid on the advertiser's behalf; settled first from the next deposit",
    }),
    'debtUnits',
  ],
  pendingDeposits: [money, (balance) => decimalOf(balance.pendingUnits ?? 0n)],
  lowBalanceThreshold: [money, 'lowThresholdUnits'],
  isLow: [Type.Boolean(), isLow],
  updatedAtUtc: nullable(instant),
})

export const earningsJson = serializer<Earnings, string>({ title: 'Earnings' })({
  currency: [text, (_, currency) => currency],
  available: [amount({ description: 'Available for withdrawal' }), 'availableUnits'],
  pending: [amount({ description: 'Earned but not cleared yet' }), 'pendingUnits'],
  withdrawing: [amount({ description: 'In an open withdrawal' }), 'withdrawingUnits'],
  total: [money, (earnings) => decimalOf(earnings.availableUnits + earnings.pendingUnits + earnings.withdrawingUnits)],
  debt: [amount({ description: 'Debt to the platform, settled before any withdrawal' }), 'debtUnits'],
  nextClearingAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'When the next pending amount becomes available' }),
  ),
  updatedAtUtc: nullable(instant),
})

/** Adds the minimum withdrawal, which only the executor needs. */
export const ownEarningsJson = serializer<OwnEarnings, string>({
  title: 'OwnEarnings',
})({
  ...earningsJson.members,
  withdrawalMinimum: amount({ description: 'Minimum withdrawal' }),
})

/** `amount` was added to the named account (negative: taken). The balances are those of the statement as CSV. */
export const transactionJson = serializer<ListedTransaction, string>({ title: 'Transaction' })({
  id,
  type: [known('TransactionType', transferKinds), 'kind'],
  account: [
    known(
      'TransactionAccount',
      ['available', 'held', 'pending', 'withdrawing'],
      'available or held (advertiser); pending, available or withdrawing (executor)',
    ),
    (transaction) => stateOf(transaction.book),
  ],
  amount: [money, 'units'],
  balanceAfter: [
    amount({ description: 'Balance of the named account after it; of held, the sum for all tasks' }),
    'balanceAfterUnits',
  ],
  totalAfter: [amount({ description: 'Sum of all these accounts after it' }), 'totalAfterUnits'],
  currency: [text, (_, currency) => currency],
  taskId: [nullable(id), 'offer'],
  taskTitle: nullable(Type.String({ description: 'The current title of the task; null without one' })),
  reportId: [nullable(id), 'execution'],
  reference: nullable(
    Type.String({ description: 'The reference under which an operator booked a deposit; null for other entries' }),
  ),
  description: nullable(text),
  createdAtUtc: instant,
  availableAtUtc: [
    nullable(
      Type.String({
        format: 'date-time',
        description: 'When pending earnings become available, or became it; null for other entries',
      }),
    ),
    'clearsAt',
  ],
})

const weekJson = serializer<PeriodOfEarnings>({ title: 'WeekOfEarnings' })({
  from: Type.String({ format: 'date', description: 'The Monday on which the week begins, in UTC' }),
  amount: [amount({ description: 'Accepted work and bonuses of this week, pending or available' }), 'units'],
})

export const weeksJson = serializer<readonly PeriodOfEarnings[], string>({ title: 'WeeksOfEarnings' })({
  currency: [text, (_, currency) => currency],
  weeks: [arrayOf(weekJson.schema), (weeks) => weeks.map(weekJson.serialize)],
})

const monthJson = serializer<PeriodOfEarnings>({ title: 'MonthOfEarnings' })({
  from: Type.String({ format: 'date', description: 'The first day of the month (UTC)' }),
  amount: [amount({ description: 'Accepted work and bonuses of this month, pending or available' }), 'units'],
})

export const monthsJson = serializer<MonthsOfEarnings, string>({ title: 'MonthsOfEarnings' })({
  currency: [text, (_, currency) => currency],
  total: [amount({ description: 'All that was ever earned, paid out or not' }), 'totalUnits'],
  months: [arrayOf(monthJson.schema), ({ months }) => months.map(monthJson.serialize)],
})

/** Returns the state in a book's name, without the owner. */
const stateOf = (book: Book): string => book.slice(book.indexOf('.') + 1)
