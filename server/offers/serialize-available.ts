import { Type } from 'typebox'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, iso, listOf, money, nullable, text, whole } from '../values/requests/schema.ts'
import { type AvailableOffer, actionsOnAvailable } from './available.ts'
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
    id: offer.id,
    title,
    rewardPerAction: decimalOf(offer.rewardUnits),
    status: offer.status,
    currency: offer.currency,
    platformId: offer.platform,
    categoryId: offer.category,
    type: offer.type,
    remainingCount: offer.remaining,
    reservationDurationSeconds: offer.reservationSeconds,
    reviewPeriodSeconds: offer.reviewSeconds,
    activatedAtUtc: iso(offer.activatedAt),
    contentLanguage,
    eligible: offer.ineligibleReasons.length === 0,
    ineligibleReasons: offer.ineligibleReasons,
    allowedActions: actionsOnAvailable(offer.ineligibleReasons),
    advertiser: {
      acceptanceRate: offer.acceptanceRate,
      medianReviewSeconds: offer.medianReviewSeconds,
      disputeLossRate: offer.disputeLossRate,
      since: iso(offer.advertiserSince),
    },
  }
}

export const serializeAvailablePage = (list: PageOf<AvailableForExecutor>, locale: string | undefined) =>
  mapItems(list, (offer) => serializeAvailable(offer, locale))

type Texts = readonly [before: string, after: string]

/** Returns a listed offer as JSON in two parts; the members that depend on the caller go between them. */
export function availableTexts(offer: AvailableOffer, locale: string | undefined): Texts {
  const shown = serializeAvailable({ ...offer, ineligibleReasons: [] }, locale)
  const { eligible: _eligible, ineligibleReasons: _reasons, allowedActions: _actions, advertiser, ...before } = shown
  return [JSON.stringify(before).slice(0, -1), `,"advertiser":${JSON.stringify(advertiser)}}`]
}
