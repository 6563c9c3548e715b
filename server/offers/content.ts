import { canonicalJson } from '../values/canonical.ts'
import type { OfferContent } from './offer.ts'

/** The content members that can change while an offer runs. */
export const contentNames = [
  'title',
  'description',
  'proofInstructions',
  'acceptanceCriteria',
  'details',
  'translations',
  'page',
] as const

/** Returns the content of an offer. Content that was stored before there were pages has none. */
export const contentOf = (offer: OfferContent): OfferContent => ({
  title: offer.title,
  description: offer.description,
  proofInstructions: offer.proofInstructions,
  acceptanceCriteria: offer.acceptanceCriteria,
  details: offer.details,
  sourceLanguage: offer.sourceLanguage,
  translations: offer.translations,
  page: offer.page ?? null,
})

/** Whether two offers have the same content. The order of object members is ignored. */
export const hasSameContent = (one: OfferContent, other: OfferContent): boolean =>
  canonicalJson(contentOf(one)) === canonicalJson(contentOf(other))
