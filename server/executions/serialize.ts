import { Type } from 'typebox'
import { criterionSchema, serializeContent, serializeTexts } from '../offers/serialize.ts'
import { availableMembers, serializeAvailable } from '../offers/serialize-available.ts'
import type { LinkContext } from '../proofs/serialize.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  nullable,
  openObject,
  text,
  whole,
} from '../values/requests/schema.ts'
import { actionsOn } from './deadlines.ts'
import type { Execution } from './execution.ts'
import { type ListedReport, type OfferDetail, type OpenedReport, publicDetails, type Report } from './report.ts'
import {
  history,
  reservedContentSchema,
  reworkMembers,
  serializeRework,
  serializeWork,
  workMembers,
} from './serialize-work.ts'

const submittedMembers = {
  id,
  alreadyExists: Type.Boolean(),
  status: text,
  revision: whole,
  reviewDeadlineAtUtc: instant,
}
export const submittedSchema = Type.Object(submittedMembers, { title: 'SubmittedExecution' })

export const serializeSubmitted = (
  submitted: Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'> & { alreadyExists: boolean },
) => ({
  id: submitted.id,
  alreadyExists: submitted.alreadyExists,
  status: submitted.status,
  revision: submitted.revision,
  reviewDeadlineAtUtc: iso(submitted.reviewDeadlineAt),
})

const ownMembers = {
  ...workMembers,
  offerId: id,
  offerTitle: text,
  rework: nullable(
    Type.Object({
      ...reworkMembers,
      reservationId: nullable(Type.Integer({ description: 'Reservation for the resubmission' })),
    }),
  ),
  allowedActions: arrayOf(text),
}

/** Group A: submitted work as its executor sees it. */
export const workSchema = Type.Object({ ...ownMembers, history }, { title: 'Execution' })

/** The same with the requested work. */
export const openedWorkSchema = Type.Object(
  { ...workSchema.properties, offerVersion: whole, offerContent: reservedContentSchema },
  { title: 'ExecutionWithContent' },
)
export const worksSchema = listOf(Type.Object(ownMembers, { title: 'ListedExecution' }))

function serializeOwnRework(report: ListedReport) {
  const rework = serializeRework(report)
  return rework && { ...rework, reservationId: report.reworkReservation }
}

const serializeListed = (report: ListedReport, links: LinkContext) => ({
  ...serializeWork(report, links),
  offerId: report.offer,
  offerTitle: report.offerTitle,
  rework: serializeOwnRework(report),
  allowedActions: actionsOn(report, 'executor', links.now),
})

export const serializeOwnWork = (report: Report, links: LinkContext) => ({
  ...serializeListed(report, links),
  history: report.history,
})

export const serializeOpenedWork = (report: OpenedReport, links: LinkContext) => ({
  ...serializeOwnWork(report, links),
  offerVersion: report.offerVersion,
  offerContent: {
    ...serializeContent(report.content),
    details: publicDetails(report.content.details, report.offerDetailsSchema),
  },
})

export const serializeOwnWorks = (list: PageOf<ListedReport>, links: LinkContext) =>
  mapItems(list, (report) => serializeListed(report, links))

const offerDetailMembers = {
  ...availableMembers,
  totalLimit: whole,
  offerVersion: Type.Integer({
    description: 'Version of the shown content: the reserved or the current one',
  }),
  description: nullable(text),
  details: openObject,
  proofInstructions: nullable(text),
  executionDetailsSchema: openObject,
  acceptanceCriteria: arrayOf(criterionSchema),
  my: Type.Object({
    reservationId: nullable(id),
    expiresAtUtc: nullable(instant),
    executionId: nullable(id),
    executionStatus: nullable(text),
  }),
}
export const offerDetailSchema = Type.Object(offerDetailMembers, { title: 'AvailableOfferDetail' })

export const serializeOfferDetail = (
  offer: OfferDetail & { ineligibleReasons: readonly string[]; allowedActions: readonly string[] },
  locale: string | undefined,
) => ({
  ...serializeAvailable(offer, locale),
  allowedActions: offer.allowedActions,
  totalLimit: offer.totalLimit,
  offerVersion: offer.offerVersion,
  description: serializeTexts(offer, locale).description,
  details: publicDetails(offer.details, offer.offerDetailsSchema),
  proofInstructions: offer.proofInstructions,
  executionDetailsSchema: offer.executionDetailsSchema,
  acceptanceCriteria: offer.acceptanceCriteria,
  my: {
    reservationId: offer.myReservation,
    expiresAtUtc: isoOrNull(offer.myExpiresAt),
    executionId: offer.myExecution,
    executionStatus: offer.myStatus,
  },
})
