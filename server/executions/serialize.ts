import { Type } from 'typebox'
import { criterionSchema, showContent, showWords } from '../offers/serialize.ts'
import { availableMembers, showAvailable } from '../offers/serialize-available.ts'
import type { Listed } from '../values/requests/page.ts'
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
import { type ListedReport, type Offered, type OpenedReport, type Report, shownDetails } from './report.ts'
import {
  history,
  type Links,
  reservedContentSchema,
  reworkMembers,
  showRework,
  showWork,
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

export const showSubmitted = (
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
      reservationId: nullable(Type.Integer({ description: 'Submit it again with this' })),
    }),
  ),
  allowedActions: arrayOf(text),
}

/** Group A: submitted work as its executor sees it. */
export const workSchema = Type.Object({ ...ownMembers, history }, { title: 'Execution' })

/** The same with what was asked for. */
export const openedWorkSchema = Type.Object(
  { ...workSchema.properties, offerVersion: whole, offerContent: reservedContentSchema },
  { title: 'ExecutionWithContent' },
)
export const worksSchema = listOf(Type.Object(ownMembers, { title: 'ListedExecution' }))

function showOwnRework(report: ListedReport) {
  const rework = showRework(report)
  return rework && { ...rework, reservationId: report.reworkReservation }
}

const showListed = (report: ListedReport, links: Links) => ({
  ...showWork(report, links),
  offerId: report.offer,
  offerTitle: report.offerTitle,
  rework: showOwnRework(report),
  allowedActions: actionsOn(report, 'executor', links.now),
})

export const showOwnWork = (report: Report, links: Links) => ({ ...showListed(report, links), history: report.history })

export const showOpenedWork = (report: OpenedReport, links: Links) => ({
  ...showOwnWork(report, links),
  offerVersion: report.offerVersion,
  offerContent: {
    ...showContent(report.content),
    details: shownDetails(report.content.details, report.offerDetailsSchema),
  },
})

export const showOwnWorks = ({ now, ...list }: Listed<ListedReport> & { now: Date }, links: Omit<Links, 'now'>) => ({
  ...list,
  items: list.items.map((report) => showListed(report, { ...links, now })),
})

/** Group A: an offer as an executor opens it. */
const offeredMembers = {
  ...availableMembers,
  totalLimit: whole,
  offerVersion: Type.Integer({
    description:
      'The version of the offer whose content is shown: the one that the executor has reserved, or the present one',
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
export const offeredSchema = Type.Object(offeredMembers, { title: 'AvailableOfferDetail' })

export const showOffered = (
  offered: Offered & { ineligibleReasons: readonly string[]; allowedActions: readonly string[] },
  locale: string | undefined,
) => ({
  ...showAvailable(offered, locale),
  allowedActions: offered.allowedActions,
  totalLimit: offered.totalLimit,
  offerVersion: offered.offerVersion,
  description: showWords(offered, locale).description,
  details: shownDetails(offered.details, offered.offerDetailsSchema),
  proofInstructions: offered.proofInstructions,
  executionDetailsSchema: offered.executionDetailsSchema,
  acceptanceCriteria: offered.acceptanceCriteria,
  my: {
    reservationId: offered.myReservation,
    expiresAtUtc: isoOrNull(offered.myExpiresAt),
    executionId: offered.myExecution,
    executionStatus: offered.myStatus,
  },
})
