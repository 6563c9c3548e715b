import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Status, type Tone } from './status.tsx'

export type StatusLabels = Readonly<Record<string, { readonly label: MessageDescriptor; readonly tone: Tone }>>

/** A status with its label; unknown ones are shown by their code. */
export function StatusLabel({ labels, status }: { readonly labels: StatusLabels; readonly status: string }) {
  const { i18n } = useLingui()
  const entry = labels[status]
  return <Status label={entry ? i18n._(entry.label) : status} tone={entry?.tone ?? 'over'} />
}
