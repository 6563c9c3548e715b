import type { RecordFile } from '../../values/csv/file.ts'
import type { Cell } from '../../values/csv/write.ts'
import { decimalOf } from '../../values/money.ts'
import { methodMembers } from '../withdrawals/withdrawal-method.ts'
import type { Payable } from './payout.ts'

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
