import { canonical } from '../language.ts'
import { queryError, ValidationError } from './problem.ts'

/** Maximum ranges read from the header; browsers send a handful. */
const rangesMax = 50
const languageDefault = 'en'

/**
 * Returns the requested language: from the parameter `locale`, or else from `Accept-Language`, whose invalid parts are ignored.
 * Call it after the credential was checked, because a malformed `locale` is refused with 400.
 */
export function requestedLanguage(locale: string | undefined, acceptLanguage: string | undefined): string {
  return requestedLocale('locale', locale) ?? firstAccepted(acceptLanguage ?? '') ?? languageDefault
}

/** Returns the language in a parameter, or undefined if it is missing. Throws ValidationError if it is no language tag. */
export function requestedLocale(parameter: string, locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined
  const tag = canonical(locale)
  if (tag !== undefined) return tag
  throw ValidationError([
    queryError(parameter, 'language', {
      en: 'must be a language tag (BCP 47) such as en or pt-BR.',
      ru: 'должно быть обозначением языка, например en или pt-BR.',
    }),
  ])
}

/** Returns the language with the highest weight, the first of equal ones; weight 0 means "not acceptable" (RFC 9110, 12.5.4). */
function firstAccepted(header: string): string | undefined {
  const ranges = header.split(',', rangesMax).flatMap(rangeOf)
  return ranges.toSorted((a, b) => b.weight - a.weight)[0]?.tag
}

function rangeOf(text: string): { tag: string; weight: number }[] {
  const [range = '', parameter] = text.split(';').map((part) => part.trim())
  const tag = canonical(range)
  const weight = parameter === undefined ? 1 : Number(/^q=([01](?:\.\d{0,3})?)$/i.exec(parameter)?.[1] ?? 0)
  return tag === undefined || weight === 0 ? [] : [{ tag, weight }]
}
