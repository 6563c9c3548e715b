import { formsRu, sentencesRu } from './details-ru.ts'
import { inFileRu } from './details-ru-files.ts'
import { requestedLanguage } from './locale.ts'
import { type FieldError, inOneText } from './problem.ts'

type Language = {
  readonly sentences: Readonly<Record<string, string>>
  readonly inFile: (line: string, column: string | undefined) => string
  readonly forms: readonly (readonly [RegExp, (...parts: string[]) => string])[]
}
const languages: Readonly<Record<string, Language>> = {
  ru: { sentences: sentencesRu, forms: formsRu, inFile: inFileRu },
}

/** An error of a CSV file: its line and column, and what is wrong. */
const cellOfFile = /^line (?<line>\d+)(?:, column (?<column>\S+))?: (?<rest>.+)$/s

/** Translates a field error, if a translation exists. */
function translate({ sentences, forms, inFile }: Language, detail: string): string {
  if (Object.hasOwn(sentences, detail)) return sentences[detail] ?? detail
  const cell = cellOfFile.exec(detail)?.groups
  if (cell)
    return `${inFile(cell['line'] ?? '', cell['column'])}: ${translate({ sentences, forms, inFile }, cell['rest'] ?? '')}`
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
