import { Type } from 'typebox'
import { proofsMember } from '../catalog/serialize.ts'
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
import { arrayOf, id, instant, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { actionsOn } from './deadlines.ts'
import type { Execution } from './execution.ts'
import { type ListedReport, type OfferDetail, type OpenedReport, publicDetails, type Report } from './report.ts'
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
  readonly ineligibleReasons: readonly string[]
  readonly allowedActions: readonly string[]
}

const offerDetailJson = serializer<OfferDetailForExecutor, string | undefined>({ title: 'AvailableOfferDetail' })({
  ...availableMembers,
  allowedActions: arrayOf(text),
  totalLimit: whole,
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
  my: [ownJson.schema, (offer) => ownJson.serialize(offer)],
})
export const { schema: offerDetailSchema, serialize: serializeOfferDetail } = offerDetailJson
