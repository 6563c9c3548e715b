import { Type } from 'typebox'
import { proofsMember } from '../catalog/serialize.ts'
import type { AdvertiserMark } from '../offers/available.ts'
import {
  criterionSchema,
  pageKindMember,
  serializeContent,
  serializeFilled,
  serializeTexts,
  serializeTitle,
} from '../offers/serialize.ts'
import { availableMembers } from '../offers/serialize-available.ts'
import type { LinkContext } from '../proofs/serialize.ts'
import { missingMember } from '../qualifications/serialize-requirements.ts'
import type { UnmetRequirement } from '../qualifications/unmet.ts'
import { arrayOf, id, instant, known, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import type { OwnAccuracy } from './accuracy.ts'
import { actionsOn } from './deadlines.ts'
import { type Execution, ownFlags } from './execution.ts'
import type { OfferDetail, PublicOffer } from './offer-detail.ts'
import { type ListedReport, type OpenedReport, publicDetails, type Report } from './report.ts'
import { ownAccuracyMember } from './serialize-accuracy.ts'
import {
  executionStatus,
  history,
  isReworked,
  ownAnsweredItems,
  reservedContentSchema,
  reworkJson,
  workMembers,
} from './serialize-work.ts'

export const submittedJson = serializer<
  Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'> & { alreadyExists: boolean }
>({ title: 'SubmittedExecution' })({
  id,
  alreadyExists: Type.Boolean(),
  status: executionStatus,
  revision: whole,
  reviewDeadlineAtUtc: instant,
})

const isOwnFlag = (flag: string): boolean => ownFlags.some((known) => known === flag)

const listedWorkJson = serializer<ListedReport, LinkContext>({ title: 'ListedExecution' })({
  ...workMembers,
  offerId: [id, 'offer'],
  offerTitle: [text, serializeTitle],
  rework: [
    nullable(
      Type.Object(
        {
          ...reworkJson.schema.properties,
          reservationId: nullable(Type.Integer({ description: 'Reservation for the resubmission' })),
        },
        { title: 'OwnRework', description: 'Why and until when the work was last returned; null: never' },
      ),
    ),
    (report) =>
      isReworked(report) ? { ...reworkJson.serialize(report), reservationId: report.reworkReservation } : null,
  ],
  ruleFlags: [
    Type.Optional(
      Type.Unsafe<readonly string[] | undefined>({
        ...arrayOf(known('RuleFlag', ownFlags)),
        description:
          'Why a rule of the task, or the site of its study, asks the advertiser to look at the work. No rule accepts it then. Absent without one',
      }),
    ),
    ({ flags }) => (flags.some(isOwnFlag) ? flags.filter(isOwnFlag) : undefined),
  ],
  allowedActions: [arrayOf(text), (report, { now }) => actionsOn(report, 'executor', now)],
})
export const { pageSchema: worksSchema, serializePage: serializeOwnWorks } = listedWorkJson

/** Group A: submitted work as its executor sees it. */
const workJson = serializer<Report, LinkContext>({ title: 'Execution' })({ ...listedWorkJson.members, history })
export const { schema: workSchema, serialize: serializeOwnWork } = workJson

/** Texts with placeholders can be filled if the work is about one item. */
const onlyItemOf = ({ answeredItems }: OpenedReport) =>
  answeredItems?.length === 1 ? (answeredItems[0]?.data ?? null) : null

/** The same with the requested work. */
const openedWorkJson = serializer<OpenedReport, LinkContext>({ title: 'ExecutionWithContent' })({
  ...workJson.members,
  offerVersion: whole,
  offerContent: [
    reservedContentSchema,
    (work) => {
      const details = publicDetails(work.content.details, work.offerDetailsSchema)
      const content = { ...work.content, details }
      return work.hasItems ? serializeFilled(content, onlyItemOf(work)) : serializeContent(content)
    },
  ],
  answeredItems: [ownAnsweredItems, (report) => report.answeredItems?.map(({ itemId, data }) => ({ itemId, data }))],
})
export const { schema: openedWorkSchema, serialize: serializeOpenedWork } = openedWorkJson

const ownJson = serializer<OfferDetail>()({
  reservationId: [nullable(id), 'myReservation'],
  expiresAtUtc: [nullable(instant), 'myExpiresAt'],
  executionId: [nullable(id), 'myExecution'],
  executionStatus: [nullable(executionStatus), 'myStatus'],
})

type OfferDetailForExecutor = OfferDetail & {
  readonly ownAccuracy?: OwnAccuracy | undefined
  readonly advertiserMark: AdvertiserMark | null
  readonly ineligibleReasons: readonly string[]
  readonly advertiserAlias: string
  readonly missing: readonly UnmetRequirement[] | undefined
  readonly allowedActions: readonly string[]
}

const offerDetailJson = serializer<OfferDetailForExecutor, string | undefined>({ title: 'AvailableOfferDetail' })({
  ...availableMembers,
  missingRequirements: missingMember,
  allowedActions: arrayOf(text),
  totalLimit: whole,
  ownAccuracy: [ownAccuracyMember, (offer) => offer.ownAccuracy],
  offerVersion: Type.Integer({
    description: 'Version of the shown content: the reserved or the current one',
  }),
  description: [nullable(text), (offer, locale) => serializeTexts(offer, locale).description],
  details: [openObject, ({ details, offerDetailsSchema }) => publicDetails(details, offerDetailsSchema)],
  proofInstructions: nullable(text),
  executionDetailsSchema: openObject,
  proofs: proofsMember,
  acceptanceCriteria: arrayOf(criterionSchema),
  pageKind: [pageKindMember, ({ pageKind }) => pageKind ?? undefined],
  itemsPerSlot: [
    Type.Optional(
      Type.Unsafe<number | undefined>(
        Type.Integer({ description: 'How many items a slot has at most; absent: the task has no items' }),
      ),
    ),
    ({ itemsPerSlot }) => itemsPerSlot ?? undefined,
  ],
  my: [ownJson.schema, (offer) => ownJson.serialize(offer)],
})
export const { schema: offerDetailSchema, serialize: serializeOfferDetail } = offerDetailJson

const {
  eligible,
  ineligibleReasons,
  advertiserMark,
  allowedActions,
  offerVersion,
  executionDetailsSchema,
  my,
  ...publicMembers
} = offerDetailJson.members
const publicOfferJson = serializer<OfferDetailForExecutor, string | undefined>({ title: 'PublicOffer' })(publicMembers)
export const publicOfferSchema = publicOfferJson.schema
/** Returns an open offer as people without an account see it. */
export const serializePublicOffer = (offer: PublicOffer, locale: string) =>
  publicOfferJson.serialize(offer as OfferDetailForExecutor, locale)
