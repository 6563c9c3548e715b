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
  type Costs,
  costPerAction,
  isClosed,
  type Offer,
  type OfferActor,
  spentOf,
  totalCost,
} from './offer.ts'

const budgetSchema = Type.Object({ total: money, held: money, spent: money, released: money })

/** Returns the planned, held, spent and released money of an offer. */
function serializeBudget(offer: Offer) {
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

const moderationSchema = Type.Object({
  status: text,
  reasonCode: nullable(text),
  comment: nullable(text),
  decidedAtUtc: nullable(instant),
})
const countNames = [
  'accepted',
  'pending',
  'rework',
  'reserved',
  'rejected',
  'disputed',
  'withdrawn',
  'acceptedByDispute',
  'remaining',
] as const
const countsOf = <Value>(valueFor: (name: (typeof countNames)[number]) => Value) =>
  Object.fromEntries(countNames.map((name) => [name, valueFor(name)])) as Record<(typeof countNames)[number], Value>
export const countsSchema = Type.Object(
  countsOf(() => whole),
  { title: 'Counts' },
)

export const serializeCounts = (offer: Offer) => countsOf((name) => offer[name])

const reasonSchema = nullable(Type.Object({ code: text, message: text }))

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
export const serializeContent = contentOf

/** A content change of a running offer that is pending or was rejected. */
const pendingChangeSchema = nullable(
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
export const offerSchema = Type.Object({ id, ...sharedMembers, totalCost: money }, { title: 'Offer' })
export const offersSchema = listOf(offerSchema)

/** Returns the costs per action in decimals. */
export const serializeCosts = (costs: Costs & Pick<Offer, 'currency'>) => ({
  rewardPerAction: decimalOf(costs.rewardUnits),
  feePerAction: decimalOf(costs.feeUnits),
  addOnCostPerAction: decimalOf(costs.addOnUnits),
  costPerAction: decimalOf(costPerAction(costs)),
  currency: costs.currency,
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
  // The snapshot of an event has no pending change.
  pendingChange: offer.pendingChange ?? null,
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
