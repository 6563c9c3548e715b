import { canonicalJson } from '../values/canonical.ts'
import type { Offer } from './offer.ts'

/** What an offer tells executors to do. Moderation approves it, and a reservation keeps it as it was. */
export type OfferContent = Pick<
  Offer,
  'title' | 'description' | 'proofInstructions' | 'acceptanceCriteria' | 'details' | 'sourceLanguage' | 'translations'
>

/** The content of an offer, without its other members. */
export const contentOf = (offer: OfferContent): OfferContent => ({
  title: offer.title,
  description: offer.description,
  proofInstructions: offer.proofInstructions,
  acceptanceCriteria: offer.acceptanceCriteria,
  details: offer.details,
  sourceLanguage: offer.sourceLanguage,
  translations: offer.translations,
})

/** Whether two offers have the same content. The order of members in objects does not count. */
export const hasSameContent = (one: OfferContent, other: OfferContent): boolean =>
  canonicalJson(contentOf(one)) === canonicalJson(contentOf(other))
