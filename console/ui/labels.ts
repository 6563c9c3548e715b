import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

/** Labels of an enumeration's values. */
export type Labels = Readonly<Record<string, MessageDescriptor>>

/** Returns a function that translates values; unknown ones are returned unchanged. */
export function useLabels(labels: Labels): (value: string) => string {
  const { i18n } = useLingui()
  return (value) => {
    const label = labels[value]
    return label ? i18n._(label) : value
  }
}
