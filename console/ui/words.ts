import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react'

/** What each value of an enumeration is called. */
export type Words = Readonly<Record<string, MessageDescriptor>>

/** Says a value in the reader's language; one that nobody knows yet as it is. */
export function useWords(words: Words): (value: string) => string {
  const { i18n } = useLingui()
  return (value) => {
    const known = words[value]
    return known ? i18n._(known) : value
  }
}
