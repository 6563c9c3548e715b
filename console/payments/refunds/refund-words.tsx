import { msg } from '@lingui/core/macro'
import { StatusIn, type StatusWords } from '../../ui/status-words.tsx'
import type { Words } from '../../ui/words.ts'

const refundStatuses: StatusWords = {
  Requested: { label: msg`Awaiting an operator`, tone: 'waiting' },
  Processing: { label: msg`Being paid out`, tone: 'active' },
  Paid: { label: msg`Paid`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Rejected: { label: msg`Refused`, tone: 'bad' },
  Cancelled: { label: msg`Withdrawn`, tone: 'over' },
}

export const refundStatusWords: Words = Object.fromEntries(
  Object.entries(refundStatuses).map(([status, { label }]) => [status, label]),
)

export const RefundStatus = ({ status }: { readonly status: string }) => (
  <StatusIn words={refundStatuses} status={status} />
)
