import type { Names } from '../../values/language.ts'
import type { Offer } from '../offer.ts'

/** Maximum decisions shown for an offer, latest first. */
export const decisionsMax = 50

/** A decision about an offer, from the audit log. */
export type OfferDecision = {
  readonly actor: string
  readonly account: number | null
  readonly action: string
  readonly reason: string | null
  readonly at: string
}

type Schema = Readonly<Record<string, unknown>>

/** An offer with the facts for moderation: its advertiser and their record, its task type, and earlier decisions. */
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
