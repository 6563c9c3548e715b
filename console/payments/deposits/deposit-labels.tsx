import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'
import { StatusLabel, type StatusLabels } from '../../ui/status-label.tsx'

const depositStatuses: StatusLabels = {
  Pending: { label: msg`Not paid yet`, tone: 'waiting' },
  Paid: { label: msg`Received`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Expired: { label: msg`Not paid in time`, tone: 'over' },
  Refunded: { label: msg`Refunded`, tone: 'over' },
  PartlyRefunded: { label: msg`Partially refunded`, tone: 'active' },
  ChargedBack: { label: msg`Charged back`, tone: 'bad' },
  Voided: { label: msg`Voided: recorded by mistake`, tone: 'over' },
}
export const depositStatusLabels: Labels = Object.fromEntries(
  Object.entries(depositStatuses).map(([status, { label }]) => [status, label]),
)
export const DepositStatus = ({ status }: { readonly status: string }) => (
  <StatusLabel labels={depositStatuses} status={status} />
)

/** Payment methods of deposits. */
export const depositMethodLabels: Labels = {
  Stripe: msg`Card`,
  Bank: msg`Bank transfer`,
  Manual: msg`Entered by an operator`,
}
