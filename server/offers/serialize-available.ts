import { Type } from 'typebox'
import { arrayOf, id, instant, money, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { type AdvertiserReputation, type AvailableOffer, actionsOnAvailable, type ListedOffer } from './available.ts'
import { offerStatus, serializeTexts } from './serialize.ts'

type Locale = string | undefined

const textsOf = ({ title, sourceLanguage, translations }: ListedOffer, locale: Locale) =>
  serializeTexts({ title, description: null, sourceLanguage, translations }, locale)

const namesAndReward = serializer<ListedOffer & { readonly status: string }, Locale>()({
  id,
  title: [text, (offer, locale) => textsOf(offer, locale).title],
  rewardPerAction: [money, 'rewardUnits'],
  status: offerStatus,
  currency: text,
  platformId: [id, 'platform'],
  categoryId: [id, 'category'],
  type: text,
})

const periods = serializer<ListedOffer, Locale>()({
  reservationDurationSeconds: [whole, 'reservationSeconds'],
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  estimatedMinutes: nullable(
    Type.Number({ description: "The advertiser's estimate of the work; null if the details have none" }),
  ),
  activatedAtUtc: instant,
  contentLanguage: [text, (offer, locale) => textsOf(offer, locale).contentLanguage],
})

const rate = nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const reputationJson = serializer<AdvertiserReputation>()({
  acceptanceRate: rate,
  medianReviewSeconds: nullable(whole),
  disputeLossRate: rate,
  since: [instant, 'advertiserSince'],
})

type AvailableForExecutor = AvailableOffer & { readonly ineligibleReasons: readonly string[] }

const availableJson = serializer<AvailableForExecutor, Locale>({ title: 'AvailableOffer' })({
  ...namesAndReward.members,
  remainingCount: [whole, 'remaining'],
  ...periods.members,
  eligible: [Type.Boolean(), ({ ineligibleReasons }) => ineligibleReasons.length === 0],
  ineligibleReasons: arrayOf(text),
  allowedActions: [arrayOf(text), ({ ineligibleReasons }) => actionsOnAvailable(ineligibleReasons)],
  advertiser: [reputationJson.schema, (offer) => reputationJson.serialize(offer)],
})
export const {
  members: availableMembers,
  pageSchema: availableSchema,
  serializePage: serializeAvailablePage,
} = availableJson

/** An offer as JSON without the members that depend on the caller. `texts` are before and after the number of remaining slots. */
export type SerializedOffer = {
  readonly texts: readonly [before: string, after: string]
  readonly remaining: number
  readonly reputation: string
}

/** Returns the members of a listed offer around the number of its remaining slots. */
export function availableTexts(offer: ListedOffer, locale: Locale): SerializedOffer['texts'] {
  const before = JSON.stringify(namesAndReward.serialize({ ...offer, status: 'Active' }, locale))
  return [
    `${before.slice(0, -1)},"remainingCount":`,
    `,${JSON.stringify(periods.serialize(offer, locale)).slice(1, -1)}`,
  ]
}
