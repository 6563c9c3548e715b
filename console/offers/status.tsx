import { msg } from '@lingui/core/macro'
import { StatusLabel, type StatusLabels } from '../ui/status-label.tsx'

/** Labels of the offer statuses, in the order of the lifecycle. */
export const offerStatuses: StatusLabels = {
  Draft: { label: msg`Draft`, tone: 'over' },
  PendingModeration: { label: msg`In moderation`, tone: 'waiting' },
  Rejected: { label: msg`Rejected`, tone: 'bad' },
  Active: { label: msg({ message: 'Active', context: 'offer' }), tone: 'good' },
  Paused: { label: msg`Paused`, tone: 'waiting' },
  Completed: { label: msg`Completed`, tone: 'active' },
  Archived: { label: msg`Archived`, tone: 'over' },
}

export const OfferStatus = ({ status }: { readonly status: string }) => (
  <StatusLabel labels={offerStatuses} status={status} />
)
