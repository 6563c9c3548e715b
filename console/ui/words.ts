import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

/** Labels of an enumeration's values. */
export type Words = Readonly<Record<string, MessageDescriptor>>

/** Returns a function that translates values; unknown ones are returned unchanged. */
export function useWords(words: Words): (value: string) => string {
  const { i18n } = useLingui()
  return (value) => {
    const known = words[value]
    return known ? i18n._(known) : value
  }
}
