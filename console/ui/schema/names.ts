import { useLingui } from '@lingui/react'
import { memberLabels, nameFromKey } from '../field-labels.ts'
import type { Schema } from './schema.ts'

/**
 * Returns a member's description, in the schema's language. Omitted if the user has another language and the translated name
 * suffices.
 */
export function useMemberDescription(): (
  key: string,
  schema: Pick<Schema, 'title' | 'description'>,
) => string | undefined {
  const { i18n } = useLingui()
  return (key, { title, description }) =>
    i18n.locale !== 'en' && !title && key in memberLabels ? undefined : description
}

/** Returns a member's name: its title in the schema, in the user's language if it has one, a common translated name, or its key. */
export function useMemberName(): (key: string, schema?: Pick<Schema, 'title' | 'titles'>) => string {
  const { i18n } = useLingui()
  return (key, schema) => {
    const label = memberLabels[key]
    return schema?.titles?.[i18n.locale] ?? schema?.title ?? (label ? i18n._(label) : nameFromKey(key))
  }
}
