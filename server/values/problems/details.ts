import { formsRu, sentencesRu } from './details-ru.ts'
import { requestedLanguage } from './locale.ts'
import { type FieldError, inOneText } from './problem.ts'

type Language = {
  readonly sentences: Readonly<Record<string, string>>
  readonly forms: readonly (readonly [RegExp, (...parts: string[]) => string])[]
}
const languages: Readonly<Record<string, Language>> = { ru: { sentences: sentencesRu, forms: formsRu } }

/** What is told of single members, in a language of which we have more than English. */
function said({ sentences, forms }: Language, detail: string): string {
  if (Object.hasOwn(sentences, detail)) return sentences[detail] ?? detail
  for (const [form, words] of forms) {
    const found = form.exec(detail)
    if (found) return words(...found.slice(1))
  }
  return detail
}

/** A refusal's words: what is wrong as a whole, and member by member. */
type DetailTexts = { readonly detail: string; readonly errors: readonly FieldError[] }

/** What is said of members in the language that the reader accepts most; as it was said where we do not know better. */
export function detailsIn(acceptLanguage: string | undefined, told: DetailTexts): DetailTexts {
  if (acceptLanguage === undefined || told.errors.length === 0) return told
  const language = languages[requestedLanguage(undefined, acceptLanguage).split('-')[0] ?? '']
  if (!language) return told
  const errors = told.errors.map((error) => ({ ...error, detail: said(language, error.detail) }))
  return { errors, detail: told.detail === inOneText(told.errors) ? inOneText(errors) : told.detail }
}
