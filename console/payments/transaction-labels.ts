import { msg } from '@lingui/core/macro'
import type { Labels } from '../ui/labels.ts'

/** Kinds of transactions, as the account's owner would say. */
export const transactionKindLabels: Labels = {
  Deposit: msg`Deposit`,
  Hold: msg`Held for a task`,
  Release: msg`Released from a task`,
  Charge: msg`Accepted work`,
  Fee: msg`Fee`,
  Bonus: msg`Bonus`,
  ScreenOut: msg`Pay for being screened out`,
  Clearing: msg`Became available`,
  Guarantee: msg`Paid by the marketplace`,
  Settlement: msg`Debt settled`,
  Refund: msg`Refund`,
  Chargeback: msg`Chargeback`,
  Void: msg`Deposit voided`,
  Withdrawal: msg`Withdrawal`,
  Return: msg`Returned to the balance`,
}

/** States of money. */
export const balanceLabels: Labels = {
  available: msg`available`,
  held: msg`held`,
  pending: msg`pending`,
  withdrawing: msg`being paid out`,
}
