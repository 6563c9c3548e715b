import { Type } from 'typebox'
import { nearestTag } from '../values/language.ts'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import { contentOf } from './content.ts'
import { editableOn } from './edit.ts'
import {
  actionsOn,
  costPerAction,
  isClosed,
  type Offer,
  type OfferActor,
  type OfferContent,
  spentOf,
  totalCost,
} from './offer.ts'

export const budgetSchema = Type.Object({ total: money, held: money, spent: money, released: money })

/** Returns the planned, held, spent and released money of an offer. */
export function serializeBudget(offer: Offer) {
  const total = totalCost(offer, offer.totalLimit)
  const spent = spentOf(offer)
  const released = isClosed(offer.status) && offer.submittedAt ? total - offer.heldUnits - spent : 0n
  return {
    total: decimalOf(total),
    held: decimalOf(offer.heldUnits),
    spent: decimalOf(spent),
    released: decimalOf(released),
  }
}

export const moderationSchema = Type.Object({
  status: text,
  reasonCode: nullable(text),
  comment: nullable(text),
  decidedAtUtc: nullable(instant),
})
const countMembers = {
  accepted: whole,
  pending: whole,
  rework: whole,
  reserved: whole,
  rejected: whole,
  disputed: whole,
  withdrawn: whole,
  acceptedByDispute: whole,
  remaining: whole,
}
export const countsSchema = Type.Object(countMembers, { title: 'Counts' })

export const serializeCounts = (offer: Offer) => ({
  accepted: offer.accepted,
  pending: offer.pending,
  rework: offer.rework,
  reserved: offer.reserved,
  rejected: offer.rejected,
  disputed: offer.disputed,
  withdrawn: offer.withdrawn,
  acceptedByDispute: offer.acceptedByDispute,
  remaining: offer.remaining,
})

export const reasonSchema = nullable(Type.Object({ code: text, message: text }))

export const criterionSchema = Type.Object({ id: text, text, required: Type.Boolean() })

/** The instructions for executors. */
export const contentMembers = {
  title: text,
  description: nullable(text),
  proofInstructions: nullable(text),
  acceptanceCriteria: arrayOf(criterionSchema),
  details: openObject,
  sourceLanguage: text,
  translations: openObject,
}
export const serializeContent = (content: OfferContent) => contentOf(content)

/** A content change of a running offer that is pending or was rejected. */
export const pendingChangeSchema = nullable(
  Type.Object(
    {
      status: Type.String({ description: '`Pending`, or `Rejected` until another change is requested' }),
      members: arrayOf(text),
      content: Type.Object(contentMembers, { description: 'The full content after the change' }),
      requestedAtUtc: instant,
      reason: nullable(Type.String({ description: 'Why it was rejected' })),
      decidedAtUtc: nullable(instant),
    },
    { title: 'PendingChange' },
  ),
)

/** Events do not contain it. */
export const serializePendingChange = (offer: Offer) => offer.pendingChange ?? null

export const costMembers = {
  rewardPerAction: money,
  feePerAction: money,
  addOnCostPerAction: money,
  costPerAction: money,
  currency: text,
}

/** The members of an offer that both groups return. */
export const sharedMembers = {
  status: text,
  statusReason: reasonSchema,
  type: text,
  offerPriceId: id,
  categoryId: id,
  platformId: id,
  ...contentMembers,
  minAge: nullable(whole),
  maxAge: nullable(whole),
  gender: text,
  targetCountryIds: arrayOf(whole),
  selectedAddOnIds: arrayOf(whole),
  ...costMembers,
  totalLimit: whole,
  counts: countsSchema,
  budget: budgetSchema,
  moderation: nullable(moderationSchema),
  pendingChange: pendingChangeSchema,
  allowedActions: arrayOf(text),
  editableMembers: arrayOf(text),
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
  submittedAtUtc: nullable(instant),
  activatedAtUtc: nullable(instant),
}
/** Group A: an offer as its advertiser and operators see it. */
const offerMembers = { id, ...sharedMembers, totalCost: money }
export const offerSchema = Type.Object(offerMembers, { title: 'Offer' })
export const offersSchema = listOf(offerSchema)

/** Returns the costs of the offer in decimals. */
export const serializeCosts = (offer: Offer) => ({
  rewardPerAction: decimalOf(offer.rewardUnits),
  feePerAction: decimalOf(offer.feeUnits),
  addOnCostPerAction: decimalOf(offer.addOnUnits),
  costPerAction: decimalOf(costPerAction(offer)),
  currency: offer.currency,
})

export const serializeShared = (offer: Offer, actor: OfferActor = 'advertiser') => ({
  id: offer.id,
  status: offer.status,
  statusReason: offer.statusReason,
  type: offer.type,
  offerPriceId: offer.price,
  categoryId: offer.category,
  platformId: offer.platform,
  ...contentOf(offer),
  minAge: offer.minAge,
  maxAge: offer.maxAge,
  gender: offer.gender,
  targetCountryIds: offer.targetCountries,
  selectedAddOnIds: offer.addOns,
  ...serializeCosts(offer),
  totalLimit: offer.totalLimit,
  counts: serializeCounts(offer),
  budget: serializeBudget(offer),
  moderation: offer.moderation,
  pendingChange: serializePendingChange(offer),
  allowedActions: actionsOn(offer, actor),
  editableMembers: actor === 'advertiser' ? editableOn(offer) : [],
  version: offer.version,
  createdAtUtc: iso(offer.createdAt),
  updatedAtUtc: iso(offer.updatedAt),
  submittedAtUtc: isoOrNull(offer.submittedAt),
  activatedAtUtc: isoOrNull(offer.activatedAt),
})

export const serializeOffer = (offer: Offer, actor?: OfferActor) => ({
  ...serializeShared(offer, actor),
  totalCost: decimalOf(totalCost(offer, offer.totalLimit)),
})

export const serializeOffers = (list: PageOf<Offer>, actor?: OfferActor) =>
  mapItems(list, (offer) => serializeOffer(offer, actor))

/** Returns title and description in the requested language, as far as the advertiser translated them. */
export function serializeTexts(
  offer: Pick<Offer, 'title' | 'description' | 'sourceLanguage' | 'translations'>,
  locale: string | undefined,
) {
  const { sourceLanguage, translations } = offer
  const tags = { [sourceLanguage]: {}, ...translations }
  const tag = (locale === undefined ? undefined : nearestTag(tags, locale)) ?? sourceLanguage
  const words = tag === sourceLanguage ? undefined : translations[tag]
  return {
    title: words?.title ?? offer.title,
    description: words?.description ?? offer.description,
    contentLanguage: words?.title === undefined ? sourceLanguage : tag,
  }
}
