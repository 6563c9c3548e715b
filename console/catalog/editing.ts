import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Change, Draft } from './draft.ts'

/** State shared by the parts of the editor. */
export type CatalogEditing = {
  readonly form: PersistedForm<Draft>
  readonly saved: Draft
  readonly currency: string
  readonly changes: readonly Change[]
  /** Discards all changes. */
  readonly discard: () => void
}

/** Returns an entry's name in a language, otherwise in English, otherwise its code. */
export function localizedName(
  language: string,
  { names, code }: { readonly names: unknown; readonly code: string },
): string {
  const translations = names as Readonly<Record<string, string>>
  return translations[language] || translations.en || code || '–'
}
