import type { Names } from '../../values/language.ts'
import type { Offer } from '../offer.ts'

/** Told of one offer, the latest first. */
export const decisionsMax = 50

/** What was decided about an offer, as it was written down. */
export type OfferDecision = {
  readonly actor: string
  readonly account: number | null
  readonly action: string
  readonly reason: string | null
  readonly at: string
}

type Schema = Readonly<Record<string, unknown>>

/** An offer with all that an operator judges it by: whose it is, how they fare, what it may ask for, what was decided before. */
export type ModeratedOffer = Offer & {
  readonly email: string
  readonly record: {
    readonly decided: number
    readonly accepted: number
    readonly medianReviewSeconds: number | null
    readonly disputesDecided: number
    readonly disputesLost: number
  } | null
  readonly typeOfWork: {
    readonly code: string
    readonly names: Names
    readonly offerDetailsSchema: Schema
    readonly executionDetailsSchema: Schema
  }
  readonly decisions: readonly OfferDecision[]
}
