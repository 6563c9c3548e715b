import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'
import { StatusLabel, type StatusLabels } from '../../ui/status-label.tsx'

const withdrawalStatuses: StatusLabels = {
  Requested: { label: msg`Awaiting approval`, tone: 'waiting' },
  Processing: { label: msg`Being paid out`, tone: 'active' },
  Paid: { label: msg`Paid`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Cancelled: { label: msg`Cancelled`, tone: 'over' },
}

export const withdrawalStatusLabels: Labels = Object.fromEntries(
  Object.entries(withdrawalStatuses).map(([status, { label }]) => [status, label]),
)

export const WithdrawalStatus = ({ status }: { readonly status: string }) => (
  <StatusLabel labels={withdrawalStatuses} status={status} />
)

/** Payout methods. */
export const methodLabels: Labels = {
  Bank: msg`Bank (IBAN)`,
  LocalBank: msg`Bank without IBAN`,
  PayPal: msg`PayPal`,
}
