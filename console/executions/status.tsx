import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'
import { Status, type Tone } from '../ui/status.tsx'

export type StatusWords = Readonly<Record<string, { readonly label: MessageDescriptor; readonly tone: Tone }>>

/** The statuses of submitted work, as everybody reads them. */
export const workStatuses: StatusWords = {
  Pending: { label: msg`Under review`, tone: 'waiting' },
  ReworkRequested: { label: msg`Sent back`, tone: 'active' },
  Accepted: { label: msg`Accepted`, tone: 'good' },
  Rejected: { label: msg`Rejected`, tone: 'bad' },
  Disputed: { label: msg`Disputed`, tone: 'active' },
  Withdrawn: { label: msg`Withdrawn`, tone: 'over' },
}

/** A status by its table; one that nobody knows yet is shown as it is. */
export function StatusIn({ words, status }: { readonly words: StatusWords; readonly status: string }) {
  const { i18n } = useLingui()
  const known = words[status]
  return <Status label={known ? i18n._(known.label) : status} tone={known?.tone ?? 'over'} />
}

export const WorkStatus = ({ status }: { readonly status: string }) => <StatusIn words={workStatuses} status={status} />
