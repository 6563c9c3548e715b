import type { Sentence } from '../values/sentences.ts'
import type { Price } from './catalog.ts'
import { detailsRules } from './details.ts'

/** Why executors probably cannot do an offer that is accepted all the same. */
export type OfferWarning = { readonly code: string; readonly field: string; readonly message: Sentence }
export type Warned = { readonly warnings?: readonly OfferWarning[] | undefined }

const warningsMax = 20

/**
 * Returns what the whole schema would refuse in details that their price accepts leniently, and the ranges in them that have no value.
 * Strict details were already checked against the whole schema.
 */
export function detailsWarnings(
  { offerDetailsSchema, detailsMode }: Pick<Price, 'offerDetailsSchema' | 'detailsMode'>,
  details: object,
): OfferWarning[] {
  const wrong = detailsMode === 'lenient' ? detailsRules(offerDetailsSchema, 'strict')(details) : []
  const warnings = wrong.map(({ code, field, detail }) => ({ code, field, message: detail }))
  return [...warnings, ...emptyRanges(details, 'details')].slice(0, warningsMax)
}

const isBranch = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Reports each `max…` that is less than the `min…` beside it. */
function emptyRanges(value: object, path: string): OfferWarning[] {
  const members = new Map<string, unknown>(Object.entries(value))
  return [...members].flatMap(([name, member]) => {
    const field = `${path}.${name}`
    if (isBranch(member)) return emptyRanges(member, field)
    const least = /^max(?![a-z])/.test(name) ? members.get(name.replace('max', 'min')) : undefined
    return typeof member === 'number' && typeof least === 'number' && member < least
      ? [{ code: 'range', field, message: { en: `Must be at least ${least}.`, ru: `Должно быть не меньше ${least}.` } }]
      : []
  })
}

/** Adds the warnings to an answer, which stays as it is without any. */
export const withWarnings = <T extends object>(answer: T, warnings: readonly OfferWarning[]): T & Warned =>
  warnings.length > 0 ? { ...answer, warnings } : answer
