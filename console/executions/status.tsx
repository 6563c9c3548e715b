import { msg } from '@lingui/core/macro'
import { StatusLabel, type StatusLabels } from '../ui/status-label.tsx'

/** Labels of the statuses of submitted work. */
export const workStatuses: StatusLabels = {
  Pending: { label: msg`Under review`, tone: 'waiting' },
  ReworkRequested: { label: msg`Changes requested`, tone: 'returned' },
  Accepted: { label: msg`Accepted`, tone: 'good' },
  Rejected: { label: msg`Rejected`, tone: 'bad' },
  Disputed: { label: msg`Disputed`, tone: 'active' },
  Withdrawn: { label: msg`Withdrawn`, tone: 'over' },
}

export const WorkStatus = ({ status }: { readonly status: string }) => (
  <StatusLabel labels={workStatuses} status={status} />
)
