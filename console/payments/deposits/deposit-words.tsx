import { msg } from '@lingui/core/macro'
import { StatusIn, type StatusWords } from '../../ui/status-words.tsx'
import type { Words } from '../../ui/words.ts'

const depositStatuses: StatusWords = {
  Pending: { label: msg`In transit`, tone: 'waiting' },
  Paid: { label: msg`Received`, tone: 'good' },
  Failed: { label: msg`Failed`, tone: 'bad' },
  Expired: { label: msg`Not paid in time`, tone: 'over' },
  Refunded: { label: msg`Refunded`, tone: 'over' },
  PartlyRefunded: { label: msg`Partially refunded`, tone: 'active' },
  ChargedBack: { label: msg`Charged back`, tone: 'bad' },
}
export const depositStatusWords: Words = Object.fromEntries(
  Object.entries(depositStatuses).map(([status, { label }]) => [status, label]),
)
export const DepositStatus = ({ status }: { readonly status: string }) => (
  <StatusIn words={depositStatuses} status={status} />
)

/** Payment methods of deposits. */
export const depositMethods: Words = {
  Stripe: msg`Card`,
  Bank: msg`Bank transfer`,
  Manual: msg`By hand`,
}
