import { canonical } from '../language.ts'
import { queryError, ValidationError } from './problem.ts'

/** Browsers send a handful; a list of thousands is no wish. */
const rangesMax = 50
const languageDefault = 'en'

/**
 * The language that a reader asks for: by the parameter `locale`, or else by `Accept-Language`, of which what is wrong is
 * passed over. Not to be asked before the credential was, because a malformed `locale` is refused with 400.
 */
export function requestedLanguage(locale: string | undefined, acceptLanguage: string | undefined): string {
  return requestedLocale('locale', locale) ?? firstAccepted(acceptLanguage ?? '') ?? languageDefault
}

/** The language that a parameter names, or nothing where it is not given; refused where it is no language tag. */
export function requestedLocale(parameter: string, locale: string | undefined): string | undefined {
  if (locale === undefined) return undefined
  const tag = canonical(locale)
  if (tag !== undefined) return tag
  throw ValidationError([queryError(parameter, 'language', 'must be a language tag (BCP 47) such as en or pt-BR.')])
}

/** The language of the greatest weight, the earlier of two equal ones; weight 0 says "not this one" (RFC 9110, 12.5.4). */
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
