import { msg } from '@lingui/core/macro'
import { StatusIn, type StatusWords } from '../../ui/status-words.tsx'
import type { Words } from '../../ui/words.ts'

const withdrawalStatuses: StatusWords = {
  Requested: { label: msg`Awaiting an operator`, tone: 'waiting' },
  Processing: { label: msg`Being paid out`, tone: 'active' },
  Paid: { label: msg`Paid`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Cancelled: { label: msg`Withdrawn`, tone: 'over' },
}

export const withdrawalStatusWords: Words = Object.fromEntries(
  Object.entries(withdrawalStatuses).map(([status, { label }]) => [status, label]),
)

export const WithdrawalStatus = ({ status }: { readonly status: string }) => (
  <StatusIn words={withdrawalStatuses} status={status} />
)

/** Payout methods. */
export const methodWords: Words = {
  Bank: msg`Bank (IBAN)`,
  LocalBank: msg`Bank without IBAN`,
  PayPal: msg`PayPal`,
}
