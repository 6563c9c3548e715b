import { msg } from '@lingui/core/macro'
import type { StatusLabels } from '../../ui/status-label.tsx'

/** Labels of the statuses of items, in the order of their life. */
export const itemStatuses: StatusLabels = {
  Open: { label: msg({ message: 'Open', context: 'item' }), tone: 'active' },
  InProgress: { label: msg({ message: 'In progress', context: 'item' }), tone: 'waiting' },
  Completed: { label: msg({ message: 'Completed', context: 'item' }), tone: 'good' },
  Waiting: { label: msg({ message: 'Waiting for you', context: 'item' }), tone: 'bad' },
  Cancelled: { label: msg({ message: 'Cancelled', context: 'item' }), tone: 'over' },
  Gold: { label: msg`Known answer`, tone: 'active' },
}

/** The member of the counts for each status. */
export const countNames = {
  Open: 'open',
  InProgress: 'inProgress',
  Completed: 'completed',
  Waiting: 'waiting',
  Cancelled: 'cancelled',
  Gold: 'gold',
} as const
