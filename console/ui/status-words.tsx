import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'
import { Status, type Tone } from './status.tsx'

export type StatusWords = Readonly<Record<string, { readonly label: MessageDescriptor; readonly tone: Tone }>>

/** A status with its label; unknown ones are shown by their code. */
export function StatusIn({ words, status }: { readonly words: StatusWords; readonly status: string }) {
  const { i18n } = useLingui()
  const known = words[status]
  return <Status label={known ? i18n._(known.label) : status} tone={known?.tone ?? 'over'} />
}
