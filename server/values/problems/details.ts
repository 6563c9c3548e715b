import { formsRu, sentencesRu } from './details-ru.ts'
import { requestedLanguage } from './locale.ts'
import { type FieldError, inOneText } from './problem.ts'

type Language = {
  readonly sentences: Readonly<Record<string, string>>
  readonly forms: readonly (readonly [RegExp, (...parts: string[]) => string])[]
}
const languages: Readonly<Record<string, Language>> = { ru: { sentences: sentencesRu, forms: formsRu } }

/** Translates a field error, if a translation exists. */
function translate({ sentences, forms }: Language, detail: string): string {
  if (Object.hasOwn(sentences, detail)) return sentences[detail] ?? detail
  for (const [form, words] of forms) {
    const found = form.exec(detail)
    if (found) return words(...found.slice(1))
  }
  return detail
}

/** The texts of a problem: about the whole request, and for each field. */
type DetailTexts = { readonly detail: string; readonly errors: readonly FieldError[] }

/** Returns the field errors in the reader's most accepted language; untranslated ones stay unchanged. */
export function detailsIn(acceptLanguage: string | undefined, texts: DetailTexts): DetailTexts {
  if (acceptLanguage === undefined || texts.errors.length === 0) return texts
  const language = languages[requestedLanguage(undefined, acceptLanguage).split('-')[0] ?? '']
  if (!language) return texts
  const errors = texts.errors.map((error) => ({ ...error, detail: translate(language, error.detail) }))
  return { errors, detail: texts.detail === inOneText(texts.errors) ? inOneText(errors) : texts.detail }
}
