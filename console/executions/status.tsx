import { msg } from '@lingui/core/macro'
import { StatusIn, type StatusWords } from '../ui/status-words.tsx'

/** Labels of the statuses of submitted work. */
export const workStatuses: StatusWords = {
  Pending: { label: msg`Under review`, tone: 'waiting' },
  ReworkRequested: { label: msg`Returned`, tone: 'active' },
  Accepted: { label: msg`Accepted`, tone: 'good' },
  Rejected: { label: msg`Rejected`, tone: 'bad' },
  Disputed: { label: msg`Disputed`, tone: 'active' },
  Withdrawn: { label: msg`Withdrawn`, tone: 'over' },
}

export const WorkStatus = ({ status }: { readonly status: string }) => <StatusIn words={workStatuses} status={status} />
