import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react'

/** Labels of an enumeration's values. */
export type Labels = Readonly<Record<string, MessageDescriptor>>

export const genderLabels = { Male: msg`Male`, Female: msg`Female` } satisfies Labels

/** Returns the value if it has a label; addresses can have any value. */
export const labelled = (labels: Labels, value: string | undefined): string | undefined =>
  value !== undefined && Object.hasOwn(labels, value) ? value : undefined

/** Returns a function that translates values; unknown ones are returned unchanged. */
export function useLabels(labels: Labels): (value: string) => string {
  const { i18n } = useLingui()
  return (value) => {
    const label = labels[value]
    return label ? i18n._(label) : value
  }
}
