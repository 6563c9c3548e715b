import type { PersistedForm } from '../ui/persisted-form.ts'
import type { Change, Draft } from './draft.ts'

/** State shared by the parts of the editor. */
export type Editing = {
  readonly form: PersistedForm<Draft>
  readonly saved: Draft
  readonly currency: string
  readonly changes: readonly Change[]
  /** Discards all changes. */
  readonly drop: () => void
}

/** Returns an entry's name in a language, otherwise in English, otherwise its code. */
export function nameIn(language: string, { names, code }: { readonly names: unknown; readonly code: string }): string {
  const words = names as Readonly<Record<string, string>>
  return words[language] || words.en || code || '–'
}
