import { type TSchema, Type } from 'typebox'
import { reportSchema } from '../../executions/serialize-report.ts'
import { decider, reasonCode } from '../../executions/serialize-work.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import type { Offer } from '../../offers/offer.ts'
import { countsJson, offerStatus } from '../../offers/serialize.ts'
import { taskJson } from '../../offers/serialize-task.ts'
import { proofJson } from '../../proofs/serialize.ts'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { EventKind } from './event.ts'

const { history: _history, proofs: _proofs, ...reportMembers } = reportSchema.properties
const { downloadUrl: _downloadUrl, ...proofMembers } = proofJson.schema.properties
/** A report in events: without its history and without public links to proofs. */
const proofsOf = arrayOf(Type.Object(proofMembers, { title: 'ProofInEvent' }))
const reportDataOf = Type.Object({ ...reportMembers, proofs: proofsOf }, { title: 'ReportInEvent' })
export const taskRefJson = serializer<Offer>({ title: 'TaskRef' })({
  id,
  externalId: nullable(text),
  title: text,
  status: offerStatus,
  counts: countsJson,
  totalLimit: whole,
  version: whole,
})
const taskRef = taskRefJson.schema
const summaryMembers = { accepted: whole, rejected: whole, spent: money, released: money, currency: text }
const summary = Type.Object(summaryMembers)
const stillHeld = 'Held for open work and for rejections that can still be appealed'

const sources = ['GroupA.draft', 'GroupA.submit', 'GroupB', 'Console']

/** The data of each kind of event; truncated events lack members. */
export const eventShapes = {
  'task.created': Type.Object({ task: taskJson.schema, source: known('TaskSource', sources) }),
  'task.completed': Type.Object({
    task: taskJson.schema,
    completionReason: known('CompletionReason', ['limit_reached', 'end_date_reached']),
    summary,
  }),
  'report.submitted': Type.Object({
    report: reportDataOf,
    task: taskRef,
    resubmission: Type.Boolean(),
    previousRevision: nullable(whole),
  }),
  'report.accepted': Type.Object({
    report: reportDataOf,
    task: taskRef,
    decidedBy: decider,
    charged: money,
    currency: text,
  }),
  'report.rejected': Type.Object({
    report: reportDataOf,
    task: taskRef,
    decidedBy: decider,
    reasonCode,
    reason: text,
    appealDeadlineAtUtc: instant,
  }),
  'report.rework_requested': Type.Object({ report: reportDataOf, task: taskRef, reason: text, deadlineAtUtc: instant }),
  'report.withdrawn': Type.Object({ report: reportDataOf, task: taskRef }),
  'report.disputed': Type.Object({ report: reportDataOf, task: taskRef, statement: nullable(text) }),
  'task.moderated': Type.Object({
    task: taskJson.schema,
    decision: known('ModerationDecision', ['Approved', 'Rejected']),
    reasonCode: nullable(text),
    comment: nullable(text),
  }),
  'task.paused': Type.Object({
    task: taskJson.schema,
    pausedBy: known('PausedBy', ['Advertiser', 'Operator', 'System']),
    reason: taskJson.schema.properties.statusReason,
  }),
  'task.archived': Type.Object({
    task: taskJson.schema,
    summary: Type.Object({ ...summaryMembers, held: Type.Number({ description: stillHeld }) }),
  }),
  'balance.low': Type.Object({
    balance: balanceJson.schema,
    threshold: money,
    previousAvailable: money,
    trigger: known('BalanceTrigger', [
      'TaskSubmitted',
      'LimitIncreased',
      'Bonus',
      'Dispute',
      'Settlement',
      'Refund',
      'Chargeback',
      'Void',
    ]),
    estimatedExhaustionAtUtc: nullable(instant),
  }),
} as const satisfies Record<EventKind, TSchema>
