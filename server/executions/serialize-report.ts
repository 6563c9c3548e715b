import { Type } from 'typebox'
import { serializeContent } from '../offers/serialize.ts'
import { type LinkContext, proofJson } from '../proofs/serialize.ts'
import { levelOf } from '../values/level.ts'
import { arrayOf, id, instant, known, money, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { proseText } from '../values/requests/texts.ts'
import { actionsOn, autoAcceptsAt, pastDeadline } from './deadlines.ts'
import { operatorReview, reportFlags } from './execution.ts'
import type { ListedReport, OpenedReport, Report, ReviewContext, Revision } from './report.ts'
import { shareOf } from './reputation.ts'
import {
  answeredItems,
  history,
  isReworked,
  reservedContentSchema,
  reworkJson,
  serializeStoredProof,
  workMembers,
} from './serialize-work.ts'

const executorJson = serializer<ListedReport>({ title: 'ReportExecutor' })({
  id: [text, 'executorAlias'],
  nickname: [nullable(text), 'executorNickname'],
  countryId: [nullable(whole), 'executorCountry'],
  level: [whole, ({ executorAccepted, executorRejected }) => levelOf(executorAccepted, executorRejected)],
  acceptanceRate: [
    nullable(Type.Number()),
    ({ executorAccepted, executorRejected }) => shareOf(executorAccepted, executorAccepted + executorRejected),
  ],
  acceptedCount: [whole, 'executorAccepted'],
})

const listedReportJson = serializer<ListedReport, LinkContext>({ title: 'ListedReport' })({
  ...workMembers,
  taskId: [id, 'offer'],
  taskExternalId: nullable(text),
  taskTitle: [text, 'offerTitle'],
  offerVersion: whole,
  executor: [executorJson.schema, (report) => executorJson.serialize(report)],
  flags: arrayOf(known('ReportFlag', reportFlags)),
  costPerAction: [money, (report) => report.rewardUnits + report.feeUnits + report.addOnUnits],
  bonusTotal: [money, 'bonusUnits'],
  autoDecision: [
    nullable(known('AutoDecision', ['Accept'])),
    (report) => (autoAcceptsAt(report) === null ? null : 'Accept'),
  ],
  rework: [nullable(reworkJson.schema), (report) => (isReworked(report) ? reworkJson.serialize(report) : null)],
  allowedActions: [arrayOf(text), (report, { now }) => advertiserActionsOn(report, now)],
})
export const {
  pageSchema: reportsSchema,
  serialize: serializeListedReport,
  serializePage: serializeReports,
} = listedReportJson

const reportJson = serializer<Report, LinkContext>({ title: 'Report' })({ ...listedReportJson.members, history })
export const { schema: reportSchema, serialize: serializeReport } = reportJson

/** The same with the requested work. */
const openedReportJson = serializer<OpenedReport, LinkContext>({ title: 'ReportWithContent' })({
  ...reportJson.members,
  taskContent: [reservedContentSchema, (report) => serializeContent(report.content)],
  answeredItems,
})
export const { schema: openedReportSchema, serialize: serializeOpenedReport } = openedReportJson

/** A rejection that waits for an operator can be withdrawn. */
const advertiserActionsOn = (report: ListedReport, now: Date): string[] => {
  const isHeld = report.flags.includes(operatorReview) && pastDeadline(report, now) === undefined
  return [...actionsOn(report, 'advertiser', now), ...(isHeld ? ['WithdrawRejection'] : [])]
}

export type Feedback = { comment?: string | null; rating?: number | null }

export const feedbackMembers = {
  comment: nullable(proseText({ maxLength: 2_000 })),
  rating: nullable(Type.Integer({ minimum: 1, maximum: 5 })),
}

export const revisionJson = serializer<Revision, LinkContext>()({
  revision: whole,
  reservationId: [id, 'reservation'],
  // A date in a column, a text in JSON.
  submittedAtUtc: [instant, ({ submittedAt }) => new Date(submittedAt)],
  details: openObject,
  proofs: [arrayOf(proofJson.schema), ({ proofs }, links) => proofs.map((proof) => serializeStoredProof(proof, links))],
})

const alike = Type.Object({
  proofId: Type.String({ description: 'Of this report' }),
  otherProofId: text,
  reportId: Type.Integer({ description: 'The earlier report with it, also on one of your tasks' }),
  taskId: id,
  isSameFile: Type.Boolean({ description: 'false: a similar image' }),
})

/** Group B: additional facts for the review of a report. */
export const reviewContextJson = serializer<ReviewContext, LinkContext>({ title: 'ReportBackground' })({
  reportId: [id, 'id'],
  earlierRevisions: [
    arrayOf(revisionJson.schema),
    (reviewContext, links) => reviewContext.revisions.map((each) => revisionJson.serialize(each, links)),
  ],
  alike: arrayOf(alike),
  workSeconds: [whole, (reviewContext) => Math.round(reviewContext.workSeconds)],
  usualWorkSeconds: [
    nullable(Type.Integer({ description: 'Usual time of accepted work on this task; null: not enough data' })),
    (reviewContext) => (reviewContext.usualSeconds === null ? null : Math.round(reviewContext.usualSeconds)),
  ],
})
