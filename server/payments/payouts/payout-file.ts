import { type Cell, csvLine } from '../../values/csv/write.ts'
import { decimalOf } from '../../values/money.ts'
import { methodMembers } from '../withdrawals/withdrawal-method.ts'
import type { Payable } from './payout.ts'

const heading: readonly string[] = ['withdrawalId', 'executorId', 'amount', 'currency', 'method', ...methodMembers]

const line = ({ id, executor, units, currency, method }: Payable): readonly Cell[] => [
  id,
  executor,
  decimalOf(units),
  currency,
  method.type,
  ...methodMembers.map((member) => method[member] ?? ''),
]

export const payoutFile = (payables: readonly Payable[]): string =>
  [heading, ...payables.map(line)].map(csvLine).join('')
