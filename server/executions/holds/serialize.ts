import { Type } from 'typebox'
import { contentMembers, serializeContent } from '../../offers/serialize.ts'
import type { LinkContext } from '../../proofs/serialize.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
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
} from '../../values/requests/schema.ts'
import type { AnyReport } from '../report.ts'
import { reportSchema, serializeReport } from '../serialize-report.ts'
import { revisionSchema, serializeRevision } from '../serialize-review-context.ts'
import type { FraudHold, FraudHoldReport, HeldRejection } from './holds.ts'
import { operatorActionsOn } from './holds.ts'

export const heldRejectionSchema = Type.Object(
  {
    id,
    reportId: id,
    taskId: id,
    taskTitle: text,
    advertiserId: id,
    executorId: id,
    status: Type.String({ description: 'Of the report' }),
    cause: Type.String({ description: 'Rate: the rejection rate is too high; AtOnce: too many in one request' }),
    reasonCode: text,
    reason: text,
    failedCriteria: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
    blockExecutor: Type.Boolean(),
    reviewDeadlineAtUtc: Type.String({
      format: 'date-time',
      description: 'When the report is auto-accepted without a decision',
    }),
    heldAtUtc: instant,
    endedAtUtc: nullable(instant),
    outcome: nullable(text),
    allowedActions: arrayOf(text),
  },
  { title: 'HeldRejection' },
)
export const heldRejectionsSchema = listOf(heldRejectionSchema)

export const serializeHeldRejection = (held: HeldRejection) => ({
  id: held.id,
  reportId: held.execution,
  taskId: held.offer,
  taskTitle: held.taskTitle,
  advertiserId: held.advertiser,
  executorId: held.executor,
  status: held.status,
  cause: held.cause,
  reasonCode: held.reasonCode,
  reason: held.reason,
  failedCriteria: held.failedCriteria,
  blockExecutor: held.blocksExecutor,
  reviewDeadlineAtUtc: iso(held.reviewDeadlineAt),
  heldAtUtc: iso(held.heldAt),
  endedAtUtc: isoOrNull(held.endedAt),
  outcome: held.outcome,
  allowedActions: held.endedAt === null ? ['Confirm', 'Dismiss'] : [],
})

export const serializeHeldRejections = (list: PageOf<HeldRejection>) => mapItems(list, serializeHeldRejection)

export const fraudHoldReportSchema = Type.Object(
  {
    reportId: id,
    status: text,
    heldAtUtc: nullable(instant),
    reviewDeadlineAtUtc: instant,
    version: whole,
    updatedAtUtc: instant,
  },
  { title: 'WithheldReport' },
)
export const serializeFraudHoldReport = (report: FraudHoldReport) => ({
  reportId: report.id,
  status: report.status,
  heldAtUtc: isoOrNull(report.fraudHoldAt),
  reviewDeadlineAtUtc: iso(report.reviewDeadlineAt),
  version: report.version,
  updatedAtUtc: iso(report.updatedAt),
})

const fraudHoldSchema = Type.Object(
  {
    id: Type.Integer({ description: 'Of the report; a report has one hold at a time' }),
    reportId: id,
    taskId: id,
    taskTitle: text,
    advertiserId: id,
    executorId: id,
    reason: nullable(text),
    submittedAtUtc: instant,
    heldAtUtc: instant,
    endsAtUtc: Type.String({
      format: 'date-time',
      description: 'When the hold ends automatically; the review then continues with the remaining time',
    }),
    allowedActions: arrayOf(text),
  },
  { title: 'FraudHold' },
)
export const fraudHoldsSchema = listOf(fraudHoldSchema)

export const serializeFraudHolds = (list: PageOf<FraudHold>) =>
  mapItems(list, (hold) => ({
    id: hold.id,
    reportId: hold.id,
    taskId: hold.offer,
    taskTitle: hold.taskTitle,
    advertiserId: hold.advertiser,
    executorId: hold.executor,
    reason: hold.reason,
    submittedAtUtc: iso(hold.submittedAt),
    heldAtUtc: iso(hold.fraudHoldAt),
    endsAtUtc: iso(hold.endsAt),
    allowedActions: ['Release'],
  }))

export const anyReportSchema = Type.Object(
  {
    advertiserId: id,
    executorId: id,
    report: reportSchema,
    task: Type.Object({
      id,
      ...contentMembers,
      executionDetailsSchema: openObject,
    }),
    earlierRevisions: arrayOf(revisionSchema),
    allowedActions: Type.Unsafe<readonly string[]>(
      Type.Array(text, { description: 'Operator actions: Hold or Release' }),
    ),
  },
  { title: 'ReportForOperator' },
)

export const serializeAnyReport = (report: AnyReport, links: LinkContext) => ({
  advertiserId: report.advertiser,
  executorId: report.executor,
  report: serializeReport(report, links),
  task: {
    id: report.offer,
    ...serializeContent(report.content),
    executionDetailsSchema: report.executionDetailsSchema,
  },
  earlierRevisions: report.revisions.map((each) => serializeRevision(each, links)),
  allowedActions: operatorActionsOn(report, links.now),
})
