import { Type } from 'typebox'
import { contentMembers, serializeContent } from '../../offers/serialize.ts'
import type { LinkContext } from '../../proofs/serialize.ts'
import { arrayOf, id, instant, known, nullable, openObject, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { AnyReport } from '../report.ts'
import { reportSchema, revisionJson, serializeReport } from '../serialize-report.ts'
import { answeredItems, executionStatus, reasonCode } from '../serialize-work.ts'
import { type FraudHold, type FraudHoldReport, type HeldRejection, heldOutcomes, operatorActionsOn } from './holds.ts'

export const heldRejectionJson = serializer<HeldRejection>({ title: 'HeldRejection' })({
  id,
  reportId: [id, 'execution'],
  taskId: [id, 'offer'],
  taskTitle: text,
  advertiserId: [id, 'advertiser'],
  advertiserEmail: text,
  executorId: [id, 'executor'],
  executorEmail: text,
  status: executionStatus,
  cause: known(
    'HoldCause',
    ['Rate', 'AtOnce'],
    'Rate: the rejection rate is too high; AtOnce: too many in one request',
  ),
  reasonCode,
  reason: text,
  failedCriteria: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  blockExecutor: [Type.Boolean(), 'blocksExecutor'],
  reviewDeadlineAtUtc: Type.String({
    format: 'date-time',
    description: 'When the report is auto-accepted without a decision',
  }),
  heldAtUtc: instant,
  endedAtUtc: nullable(instant),
  outcome: nullable(known('HeldOutcome', heldOutcomes)),
  allowedActions: [arrayOf(text), (held) => (held.endedAt === null ? ['Confirm', 'Dismiss'] : [])],
})

export const fraudHoldReportJson = serializer<FraudHoldReport>({ title: 'WithheldReport' })({
  reportId: [id, 'id'],
  status: executionStatus,
  heldAtUtc: [nullable(instant), 'fraudHoldAt'],
  reviewDeadlineAtUtc: instant,
  version: whole,
  updatedAtUtc: instant,
})

export const fraudHoldJson = serializer<FraudHold>({ title: 'FraudHold' })({
  id: Type.Integer({ description: 'Of the report; a report has one hold at a time' }),
  reportId: [id, 'id'],
  taskId: [id, 'offer'],
  taskTitle: text,
  advertiserId: [id, 'advertiser'],
  advertiserEmail: text,
  executorId: [id, 'executor'],
  executorEmail: text,
  reason: nullable(text),
  submittedAtUtc: instant,
  heldAtUtc: [instant, 'fraudHoldAt'],
  endsAtUtc: Type.String({
    format: 'date-time',
    description: 'When the hold ends automatically; the review then continues with the remaining time',
  }),
  allowedActions: [arrayOf(text), () => ['Release']],
})

export const anyReportJson = serializer<AnyReport, LinkContext>({ title: 'ReportForOperator' })({
  advertiserId: [id, 'advertiser'],
  advertiserEmail: text,
  executorId: [id, 'executor'],
  executorEmail: text,
  report: [reportSchema, serializeReport],
  task: [
    Type.Object({
      id,
      ...contentMembers,
      executionDetailsSchema: openObject,
    }),
    (report) => ({
      id: report.offer,
      ...serializeContent(report.content),
      executionDetailsSchema: report.executionDetailsSchema,
    }),
  ],
  answeredItems,
  earlierRevisions: [
    arrayOf(revisionJson.schema),
    (report, links) => report.revisions.map((each) => revisionJson.serialize(each, links)),
  ],
  allowedActions: [
    Type.Unsafe<readonly string[]>(Type.Array(text, { description: 'Operator actions: Hold or Release' })),
    (report, links) => operatorActionsOn(report, links.now),
  ],
})
