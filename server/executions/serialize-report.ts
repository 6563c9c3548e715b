import { Type } from 'typebox'
import { serializeContent } from '../offers/serialize.ts'
import type { LinkContext } from '../proofs/serialize.ts'
import { levelOf } from '../values/level.ts'
import { decimalOf } from '../values/money.ts'
import { mapItems, type PageOf } from '../values/requests/page.ts'
import { arrayOf, id, listOf, money, nullable, text, whole } from '../values/requests/schema.ts'
import { autoAcceptsAt } from './auto-accept/deadline.ts'
import { actionsOn, pastDeadline } from './deadlines.ts'
import { operatorReview } from './flags.ts'
import type { ListedReport, OpenedReport, Report } from './report.ts'
import {
  history,
  reservedContentSchema,
  reworkMembers,
  serializeRework,
  serializeWork,
  workMembers,
} from './serialize-work.ts'

const listedMembers = {
  ...workMembers,
  taskId: id,
  taskExternalId: nullable(text),
  taskTitle: text,
  offerVersion: whole,
  executor: Type.Object({
    id: text,
    countryId: nullable(whole),
    level: whole,
    acceptanceRate: nullable(Type.Number()),
    acceptedCount: whole,
  }),
  flags: arrayOf(text),
  costPerAction: money,
  bonusTotal: money,
  autoDecision: nullable(text),
  rework: nullable(Type.Object(reworkMembers)),
  allowedActions: arrayOf(text),
}

export const reportSchema = Type.Object({ ...listedMembers, history }, { title: 'Report' })

/** The same with the requested work. */
export const openedReportSchema = Type.Object(
  { ...reportSchema.properties, taskContent: reservedContentSchema },
  { title: 'ReportWithContent' },
)
export const reportsSchema = listOf(Type.Object(listedMembers, { title: 'ListedReport' }))

const serializeListed = (report: ListedReport, links: LinkContext) => ({
  ...serializeWork(report, links),
  taskId: report.offer,
  taskExternalId: report.taskExternalId,
  taskTitle: report.offerTitle,
  offerVersion: report.offerVersion,
  executor: serializeExecutor(report),
  costPerAction: decimalOf(report.rewardUnits + report.feeUnits + report.addOnUnits),
  flags: report.flags,
  bonusTotal: decimalOf(report.bonusUnits),
  autoDecision: autoAcceptsAt(report) === null ? null : 'Accept',
  rework: serializeRework(report),
  allowedActions: advertiserActionsOn(report, links.now),
})

/** A rejection that waits for an operator can be withdrawn. */
const advertiserActionsOn = (report: ListedReport, now: Date): string[] => {
  const isHeld = report.flags.includes(operatorReview) && pastDeadline(report, now) === undefined
  return [...actionsOn(report, 'advertiser', now), ...(isHeld ? ['WithdrawRejection'] : [])]
}

function serializeExecutor({ executorAlias, executorCountry, executorAccepted, executorRejected }: ListedReport) {
  const decided = executorAccepted + executorRejected
  return {
    id: executorAlias,
    countryId: executorCountry,
    level: levelOf(executorAccepted, executorRejected),
    acceptanceRate: decided === 0 ? null : executorAccepted / decided,
    acceptedCount: executorAccepted,
  }
}

export const serializeReport = (report: Report, links: LinkContext) => ({
  ...serializeListed(report, links),
  history: report.history,
})

export const serializeOpenedReport = (report: OpenedReport, links: LinkContext) => ({
  ...serializeReport(report, links),
  taskContent: serializeContent(report.content),
})

export const serializeReports = (list: PageOf<ListedReport>, links: LinkContext) =>
  mapItems(list, (report) => serializeListed(report, links))

export type Feedback = { comment?: string | null; rating?: number | null }

export const feedbackMembers = {
  comment: nullable(Type.String({ maxLength: 2_000 })),
  rating: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
}
