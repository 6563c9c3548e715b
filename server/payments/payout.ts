import { type Cell, csvLine } from '../values/csv.ts'
import type { Id } from '../values/id.ts'
import { decimalOf, type Units } from '../values/money.ts'
import { conflict, missing } from '../values/problem.ts'
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
}

/** One line of the file: a withdrawal, and where it is to go. */
export type Payable = {
  readonly id: Id<'withdrawal'>
  readonly executor: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly method: Method
}

export const PayoutNotFound = missing('payout_not_found', 'Payout not found', 'There is no such payout.')
export const NothingToPayOut = conflict(
  'nothing_to_pay_out',
  'Nothing to pay out',
  'No approved withdrawal waits to be paid out. Approve some first.',
)
export const PayoutUnreadable = conflict<{ withdrawalIds: readonly number[] }>(
  'payout_unreadable',
  'Details cannot be read',
  ({ withdrawalIds }) =>
    `Where ${withdrawalIds.length} of these withdrawals are to go was sealed with another secret key. Mark them as failed: their executors get the money back and can ask again.`,
)

const heading: readonly string[] = ['withdrawalId', 'executorId', 'amount', 'currency', 'method', ...methodMembers]

const line = ({ id, executor, units, currency, method }: Payable): readonly Cell[] => [
  id,
  executor,
  decimalOf(units),
  currency,
  method.type,
  ...methodMembers.map((member) => method[member] ?? ''),
]

/** The file of a payout. Nothing of what is in it changes, so it is the same whenever it is made. */
export const payoutFile = (payables: readonly Payable[]): string =>
  [heading, ...payables.map(line)].map(csvLine).join('')
