import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, money, nullable, text, whole } from '../values/requests/schema.ts'
import { type AdvertiserReputation, type AvailableOffer, actionsOnAvailable, type ListedOffer } from './available.ts'
import { serializeTexts } from './serialize.ts'

const rate = nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const availableMembers = {
  id,
  title: text,
  rewardPerAction: money,
  status: text,
  currency: text,
  platformId: id,
  categoryId: id,
  type: text,
  remainingCount: whole,
  reservationDurationSeconds: whole,
  reviewPeriodSeconds: whole,
  activatedAtUtc: instant,
  contentLanguage: text,
  eligible: Type.Boolean(),
  ineligibleReasons: arrayOf(text),
  allowedActions: arrayOf(text),
  advertiser: Type.Object({
    acceptanceRate: rate,
    medianReviewSeconds: nullable(whole),
    disputeLossRate: rate,
    since: instant,
  }),
}
export const availableSchema = listOf(Type.Object(availableMembers, { title: 'AvailableOffer' }))

type AvailableForExecutor = AvailableOffer & { readonly ineligibleReasons: readonly string[] }

export function serializeAvailable(offer: AvailableForExecutor, locale: string | undefined) {
  const { title, contentLanguage } = serializeTexts(offer, locale)
  return {
    ...namesAndReward(offer, title),
    remainingCount: offer.remaining,
    ...periods(offer, contentLanguage),
    eligible: offer.ineligibleReasons.length === 0,
    ineligibleReasons: offer.ineligibleReasons,
    allowedActions: actionsOnAvailable(offer.ineligibleReasons),
    advertiser: serializeReputation(offer),
  }
}

const namesAndReward = (offer: ListedOffer & { readonly status: string }, title: string) => ({
  id: offer.id,
  title,
  rewardPerAction: decimalOf(offer.rewardUnits),
  status: offer.status,
  currency: offer.currency,
  platformId: offer.platform,
  categoryId: offer.category,
  type: offer.type,
})

const periods = (offer: ListedOffer, contentLanguage: string) => ({
  reservationDurationSeconds: offer.reservationSeconds,
  reviewPeriodSeconds: offer.reviewSeconds,
  activatedAtUtc: iso(offer.activatedAt),
  contentLanguage,
})

export const serializeReputation = (offer: AdvertiserReputation) => ({
  acceptanceRate: offer.acceptanceRate,
  medianReviewSeconds: offer.medianReviewSeconds,
  disputeLossRate: offer.disputeLossRate,
  since: iso(offer.advertiserSince),
})

export const serializeAvailablePage = (list: PageOf<AvailableForExecutor>, locale: string | undefined) =>
  mapItems(list, (offer) => serializeAvailable(offer, locale))

/** An offer as JSON without the members that depend on the caller. `texts` are before and after the number of remaining slots. */
export type SerializedOffer = {
  readonly texts: readonly [before: string, after: string]
  readonly remaining: number
  readonly reputation: string
}

/** Returns the members of a listed offer around the number of its remaining slots. */
export function availableTexts(offer: ListedOffer, locale: string | undefined): SerializedOffer['texts'] {
  const { title, contentLanguage } = serializeTexts({ ...offer, description: null }, locale)
  const before = JSON.stringify(namesAndReward({ ...offer, status: 'Active' }, title))
  return [
    `${before.slice(0, -1)},"remainingCount":`,
    `,${JSON.stringify(periods(offer, contentLanguage)).slice(1, -1)}`,
  ]
}
