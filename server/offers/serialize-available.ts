import { type Static, Type } from 'typebox'
import { listedTitles } from '../values/placeholders/filled-texts.ts'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { encodedText } from '../values/utf8.ts'
import {
  type AdvertiserMark,
  type AdvertiserReputation,
  type AvailableOffer,
  actionsOnAvailable,
  advertiserMarks,
  type ListedOffer,
} from './available.ts'
import { medianWorkMember, rewardPerHour, rewardPerHourSchema } from './rewards/reward-per-hour.ts'
import { offerStatus, serializeTexts } from './serialize.ts'

type Locale = string | undefined

const textsOf = (offer: ListedOffer, locale: Locale) => {
  const { title, translations } = offer.hasItems ? listedTitles(offer) : offer
  return serializeTexts({ title, description: null, sourceLanguage: offer.sourceLanguage, translations }, locale)
}

const namesAndReward = serializer<ListedOffer & { readonly status: string }, Locale>()({
  id,
  title: [text, (offer, locale) => textsOf(offer, locale).title],
  rewardPerAction: [money, 'rewardUnits'],
  status: offerStatus,
  currency: text,
  offerPlatformId: [id, 'platform'],
  offerCategoryId: [id, 'category'],
  type: text,
})

const periods = serializer<ListedOffer, Locale>()({
  reservationDurationSeconds: [whole, 'reservationSeconds'],
  reviewPeriodSeconds: [whole, 'reviewSeconds'],
  estimatedMinutes: nullable(
    Type.Number({ description: "The advertiser's estimate of the work; null if the details have none" }),
  ),
  medianWorkSeconds: medianWorkMember,
  rewardPerHour: [rewardPerHourSchema, (offer) => rewardPerHour(offer, offer.estimatedMinutes)],
  activatedAtUtc: instant,
  contentLanguage: [text, (offer, locale) => textsOf(offer, locale).contentLanguage],
})

const rate = nullable(Type.Number({ minimum: 0, maximum: 1 }))

export const advertiserAlias = Type.String({
  description: 'Alias of the advertiser: adv_…, the same on all their tasks and for all executors',
})

type NamedReputation = AdvertiserReputation & { readonly advertiserAlias: string }

const reputationJson = serializer<NamedReputation>()({
  alias: [advertiserAlias, 'advertiserAlias'],
  acceptanceRate: rate,
  medianReviewSeconds: nullable(whole),
  disputeLossRate: rate,
  since: [instant, 'advertiserSince'],
})

export const markedAs = known('AdvertiserMarkKind', advertiserMarks)

const markJson = serializer<AdvertiserMark>({
  title: 'AdvertiserMark',
  description: 'What the executor has marked the advertiser as; absent: nothing',
})({ id, mark: markedAs })

/** The mark, in the lists and details of those executors only who have set one. */
export const markMember = Type.Optional(Type.Unsafe<Static<typeof markJson.schema> | undefined>(markJson.schema))
export const serializeMark = (mark: AdvertiserMark | null) => (mark === null ? undefined : markJson.serialize(mark))

type AvailableForExecutor = AvailableOffer & {
  readonly advertiserAlias: string
  readonly ineligibleReasons: readonly string[]
  readonly advertiserMark: AdvertiserMark | null
}

const availableJson = serializer<AvailableForExecutor, Locale>({ title: 'AvailableOffer' })({
  ...namesAndReward.members,
  remainingCount: [whole, 'remaining'],
  ...periods.members,
  eligible: [Type.Boolean(), ({ ineligibleReasons }) => ineligibleReasons.length === 0],
  ineligibleReasons: arrayOf(text),
  allowedActions: [arrayOf(text), ({ ineligibleReasons }) => actionsOnAvailable(ineligibleReasons)],
  advertiserMark: [markMember, ({ advertiserMark }) => serializeMark(advertiserMark)],
  advertiser: [reputationJson.schema, (offer) => reputationJson.serialize(offer)],
})
export const {
  members: availableMembers,
  pageSchema: availableSchema,
  serializePage: serializeAvailablePage,
} = availableJson

/** The JSON of an offer up to the members that depend on the caller, encoded (`encodedText`) once for all pages. */
export type SerializedOffer = {
  readonly start: string
  /** Where the number of remaining slots begins. */
  readonly remainingAt: number
  readonly remaining: number
}

/** Returns the members of a listed offer before those of the caller. */
export function serializeStart(offer: ListedOffer, remaining: number, locale: Locale): SerializedOffer {
  const names = JSON.stringify(namesAndReward.serialize({ ...offer, status: 'Active' }, locale))
  const before = `${names.slice(0, -1)},"remainingCount":`
  const after = JSON.stringify(periods.serialize(offer, locale)).slice(1, -1)
  return { start: encodedText(`${before}${remaining},${after}`), remainingAt: Buffer.byteLength(before), remaining }
}

/** Returns the same with another number of remaining slots. */
export function withRemaining({ start, remainingAt, remaining }: SerializedOffer, now: number): SerializedOffer {
  const after = start.slice(remainingAt + String(remaining).length)
  return { start: `${start.slice(0, remainingAt)}${now}${after}`, remainingAt, remaining: now }
}

/** Returns the members of a listed offer after those of the caller: the alias and reputation of its advertiser. */
export const serializeEnd = (reputation: NamedReputation): string =>
  encodedText(`,"advertiser":${JSON.stringify(reputationJson.serialize(reputation))}}`)
