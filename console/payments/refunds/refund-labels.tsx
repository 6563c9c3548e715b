import { msg } from '@lingui/core/macro'
import type { Labels } from '../../ui/labels.ts'
import { StatusLabel, type StatusLabels } from '../../ui/status-label.tsx'

const refundStatuses: StatusLabels = {
  Requested: { label: msg`Awaiting approval`, tone: 'waiting' },
  Processing: { label: msg`Being paid out`, tone: 'active' },
  Paid: { label: msg`Paid`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Rejected: { label: msg`Refused`, tone: 'bad' },
  Cancelled: { label: msg`Cancelled`, tone: 'over' },
}

export const refundStatusLabels: Labels = Object.fromEntries(
  Object.entries(refundStatuses).map(([status, { label }]) => [status, label]),
)

export const RefundStatus = ({ status }: { readonly status: string }) => (
  <StatusLabel labels={refundStatuses} status={status} />
)
