import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Change, Draft } from './draft.ts'

/** What the parts of the editor share. */
export type Editing = {
  readonly form: PersistedForm<Draft>
  readonly saved: Draft
  readonly currency: string
  readonly changes: readonly Change[]
  /** Forgets all that was changed. */
  readonly drop: () => void
}

/** The name of an entry in a language, or else in English, or else its code. */
export function nameIn(language: string, { names, code }: { readonly names: unknown; readonly code: string }): string {
  const words = names as Readonly<Record<string, string>>
  return words[language] || words.en || code || '–'
}
