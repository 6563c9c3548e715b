import { isRecord } from '../ui/schema/schema.ts'

/** The texts in a further language; an empty one is not translated. */
export type Translation = { readonly title: string; readonly description: string }
/** By language tag. */
export type Translations = Readonly<Record<string, Translation>>

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Returns translations for their fields. */
export const translationsOf = (translations: unknown): Translations =>
  Object.fromEntries(
    Object.entries(isRecord(translations) ? translations : {}).map(([tag, texts]) => {
      const { title, description } = isRecord(texts) ? texts : {}
      return [tag, { title: text(title), description: text(description) }]
    }),
  )

/** Returns the translations that have a text. */
export const filledTranslations = (translations: Translations): Readonly<Record<string, Partial<Translation>>> =>
  Object.fromEntries(
    Object.entries(translations).flatMap(([tag, { title, description }]) => {
      const filled = {
        ...(title.trim() === '' ? {} : { title }),
        ...(description.trim() === '' ? {} : { description }),
      }
      return Object.keys(filled).length > 0 ? [[tag, filled]] : []
    }),
  )
