import { Type } from 'typebox'
import type { OfferWarning, Warned } from '../catalog/warnings.ts'
import { nearestTag } from '../values/language.ts'
import type { Units } from '../values/money.ts'
import { filledTexts, filledTitle } from '../values/placeholders/filled-texts.ts'
import type { ItemValues } from '../values/placeholders/placeholders.ts'
import type { PageOf } from '../values/requests/page.ts'
import {
  amount,
  arrayOf,
  id,
  instant,
  known,
  money,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { Language } from '../values/sentences.ts'
import { contentOf } from './content.ts'
import { editableOn } from './edit.ts'
import {
  actionsOn,
  type Costs,
  genders,
  isClosed,
  type Offer,
  type OfferActor,
  type OfferContent,
  offerStatuses,
} from './offer.ts'
import { type Page, pageKinds, pageOf } from './pages/page.ts'
import { pageAnswer } from './pages/serialize.ts'
import { chargedOf, costPerAction, totalCost } from './rewards/costs.ts'
import { estimatedMinutesIn, medianWorkMember, rewardPerHour, rewardPerHourSchema } from './rewards/reward-per-hour.ts'
import { screenedOutMember } from './studies/serialize.ts'

const budgetJson = serializer<Offer>()({
  total: [money, (offer) => totalCost(offer, offer.totalLimit)],
  held: [money, 'heldUnits'],
  spent: [
    amount({
      description:
        'Paid for accepted work, also after disputes, screened-out executors, bonuses with their fees, and one-time costs',
    }),
    (offer) => chargedOf(offer) + offer.bonusCostUnits,
  ],
  released: [money, (offer) => releasedOf(offer)],
})

/** Costs kept for appeals can exceed what the accepted slots of a lowered offer leave. */
function releasedOf(offer: Offer): Units {
  if (!isClosed(offer.status) || !offer.submittedAt) return 0n
  const [total, left] = [totalCost(offer, offer.totalLimit), offer.heldUnits + chargedOf(offer)]
  return total > left ? total - left : 0n
}

export const offerStatus = known('OfferStatus', offerStatuses)

const moderationSchema = Type.Object({
  status: known('ModerationStatus', ['Pending', 'Approved', 'Rejected']),
  reasonCode: nullable(text),
  comment: nullable(text),
  decidedAtUtc: nullable(instant),
})

export const countsJson = serializer<Offer>({ title: 'Counts' })({
  accepted: whole,
  pending: whole,
  rework: whole,
  reserved: whole,
  rejected: whole,
  disputed: whole,
  withdrawn: whole,
  acceptedByDispute: whole,
  remaining: whole,
  screenedOut: screenedOutMember,
})

const reasonSchema = nullable(Type.Object({ code: text, message: text }))

export const criterionSchema = Type.Object(
  { id: text, text, required: Type.Boolean() },
  { title: 'AcceptanceCriterion' },
)

/** The instructions for executors. */
export const contentMembers = {
  title: text,
  description: nullable(text),
  proofInstructions: nullable(text),
  acceptanceCriteria: arrayOf(criterionSchema),
  details: openObject,
  sourceLanguage: text,
  translations: openObject,
  page: Type.Optional(Type.Unsafe<Page | undefined>(pageAnswer)),
}
/** What executors see of a page before they work on it. */
export const pageKindMember = Type.Optional(
  Type.Unsafe<Page['kind'] | undefined>(
    known('PageKind', pageKinds, 'Where the work is done; absent: elsewhere, shown by proofs'),
  ),
)
const shownPage = ({ page }: Pick<OfferContent, 'page'>): Page | undefined => (page ? pageOf(page) : undefined)
export const serializeContent = (content: OfferContent) => ({ ...contentOf(content), page: shownPage(content) })

/** A content change of a running offer that is pending or was rejected. */
const pendingChangeSchema = nullable(
  Type.Object(
    {
      status: known('PendingChangeStatus', ['Pending', 'Rejected'], 'Rejected: until another change is requested'),
      members: arrayOf(text),
      content: Type.Object(contentMembers, { description: 'The full content after the change' }),
      requestedAtUtc: instant,
      reason: nullable(Type.String({ description: 'Why it was rejected' })),
      decidedAtUtc: nullable(instant),
    },
    { title: 'PendingChange' },
  ),
)

export const costJson = serializer<Costs & Pick<Offer, 'currency'>>()({
  rewardPerAction: [money, 'rewardUnits'],
  feePerAction: [money, 'feeUnits'],
  addOnCostPerAction: [money, 'addOnUnits'],
  costPerAction: [money, costPerAction],
  currency: text,
})

type Paid = Pick<Offer, 'rewardUnits' | 'details'> & { readonly workSeconds?: number | null }

export const rewardPerHourMember = [
  rewardPerHourSchema,
  (offer: Paid) => rewardPerHour(offer, estimatedMinutesIn(offer.details)),
] as const

/** Of an estimate. */
export const hoursToFillMember = [
  Type.Optional(
    Type.Unsafe<number | undefined>(
      Type.Integer({
        description: 'Hours until the slots are probably taken',
      }),
    ),
  ),
  (_: unknown, { hoursToFill }: { readonly hoursToFill: number | undefined }) => hoursToFill,
] as const

/** The members of an offer that both groups return, as its advertiser sees them. */
export const sharedMembers = serializer<Offer>()({
  status: offerStatus,
  statusReason: reasonSchema,
  type: text,
  offerPriceId: [id, 'price'],
  offerCategoryId: [id, 'category'],
  offerPlatformId: [id, 'platform'],
  ...contentMembers,
  page: [contentMembers.page, shownPage],
  minAge: nullable(whole),
  maxAge: nullable(whole),
  gender: known('Gender', genders),
  targetCountryIds: [arrayOf(whole), 'targetCountries'],
  selectedAddOnIds: [arrayOf(whole), 'addOns'],
  ...costJson.members,
  medianWorkSeconds: medianWorkMember,
  rewardPerHour: rewardPerHourMember,
  totalLimit: whole,
  counts: countsJson,
  budget: budgetJson,
  moderation: nullable(moderationSchema),
  // The snapshot of an event has no pending change.
  pendingChange: [
    pendingChangeSchema,
    ({ pendingChange }) =>
      pendingChange ? { ...pendingChange, content: serializeContent(pendingChange.content) } : null,
  ],
  allowedActions: [arrayOf(text), (offer) => actionsOn(offer, 'advertiser')],
  editableMembers: [arrayOf(text), editableOn],
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
  submittedAtUtc: nullable(instant),
  activatedAtUtc: nullable(instant),
}).members

/** Only in answers to creating, changing and submitting, and only if there is a warning. */
export const warningsMember = [
  Type.Optional(
    Type.Unsafe<readonly AnsweredWarning[] | undefined>(
      Type.Array(Type.Object({ code: text, field: text, message: text }, { title: 'TaskWarning' }), {
        description: 'Why executors probably cannot do it, although it is accepted. Absent without a reason',
      }),
    ),
  ),
  ({ warnings }: Warned) => warningsIn('en', warnings),
] as const

type AnsweredWarning = Omit<OfferWarning, 'message'> & { readonly message: string }

/** Returns the warnings in a language; undefined if there are none. */
export const warningsIn = (language: Language, warnings: Warned['warnings'] = []): AnsweredWarning[] | undefined =>
  warnings.length === 0 ? undefined : warnings.map((each) => ({ ...each, message: each.message[language] }))

/** Group A: an offer as its advertiser and operators see it. */
const offerJson = serializer<Offer & Warned, OfferActor>({ title: 'Offer' })({
  id,
  ...sharedMembers,
  allowedActions: [arrayOf(text), actionsOn],
  editableMembers: [arrayOf(text), (offer, actor) => (actor === 'advertiser' ? editableOn(offer) : [])],
  totalCost: [money, (offer) => totalCost(offer, offer.totalLimit)],
  warnings: warningsMember,
})
export const { schema: offerSchema, pageSchema: offersSchema } = offerJson
const { warnings: _warnings, ...members } = offerJson.members
export const offerMembers = members

export const serializeOffer = (offer: Offer & Warned, actor: OfferActor = 'advertiser') =>
  offerJson.serialize(offer, actor)

export const serializeOffers = (list: PageOf<Offer>, actor: OfferActor = 'advertiser') =>
  offerJson.serializePage(list, actor)

/** Returns the title of an offer as its executors see it. */
export const serializeTitle = (offer: { readonly offerTitle: string; readonly hasItems: boolean }): string =>
  offer.hasItems ? filledTitle(offer.offerTitle) : offer.offerTitle

/** Returns the content of an offer with items as its executors see it: of one item, or with the names of placeholders in brackets. */
export const serializeFilled = (content: OfferContent, item: ItemValues | null) =>
  serializeContent({ ...content, ...filledTexts(content, item) })

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
