import { type TSchema, Type } from 'typebox'
import type { Report } from '../../executions/report.ts'
import { reportSchema, serializeReport } from '../../executions/serialize-report.ts'
import { decider, reasonCode } from '../../executions/serialize-work.ts'
import type { Balance } from '../../ledger/ledger.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import type { Offer } from '../../offers/offer.ts'
import { countsJson, offerStatus } from '../../offers/serialize.ts'
import { taskJson } from '../../offers/serialize-task.ts'
import { proofJson } from '../../proofs/serialize.ts'
import { decimalOf } from '../../values/money.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  known,
  money,
  nullable,
  text,
  whole,
} from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { allKinds, type EventKind, type EventSnapshot, rowOf, type UndispatchedEvent } from './event.ts'

/** Configuration for serializing an event, besides its snapshot. */
export type SerializeContext = {
  readonly publicUrl: string
  readonly secretKey: string
  readonly currency: string
  readonly livemode: boolean
}

const { history: _history, proofs: _proofs, ...reportMembers } = reportSchema.properties
const { downloadUrl: _downloadUrl, ...proofMembers } = proofJson.schema.properties
/** A report in events: without its history and without public links to proofs. */
const proofsOf = arrayOf(Type.Object(proofMembers, { title: 'ProofInEvent' }))
const reportDataOf = Type.Object({ ...reportMembers, proofs: proofsOf }, { title: 'ReportInEvent' })
const taskRefJson = serializer<Offer>({ title: 'TaskRef' })({
  id,
  externalId: nullable(text),
  title: text,
  status: offerStatus,
  counts: countsJson,
  totalLimit: whole,
})
const taskRef = taskRefJson.schema
const summary = Type.Object({ accepted: whole, rejected: whole, spent: money, released: money, currency: text })

const sources = ['GroupA.draft', 'GroupA.submit', 'GroupB', 'Console']

/** The data of each kind of event; truncated events lack members. */
export const eventShapes = {
  'task.created': Type.Object({ task: taskJson.schema, source: known('TaskSource', sources) }),
  'task.completed': Type.Object({
    task: taskJson.schema,
    completionReason: known('CompletionReason', ['LimitReached', 'EndDateReached']),
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
    ]),
    estimatedExhaustionAtUtc: nullable(instant),
  }),
} as const satisfies Record<EventKind, TSchema>

/** An event, as delivered and listed. */
export const eventMembers = {
  id: Type.String({ description: 'evt_ and a number; the same in every attempt' }),
  type: known('EventType', allKinds),
  timestamp: instant,
  apiVersion: text,
  livemode: Type.Optional(Type.Boolean({ description: 'false: from a sandbox; absent in events of older versions' })),
  accountId: id,
  sequence: Type.Integer({ description: 'Counts the events of the account, without gaps' }),
  data: Type.Unsafe<EventSnapshot>({ type: 'object', additionalProperties: true }),
  truncated: Type.Optional(Type.Boolean({ description: 'Whether members were left out; read the record for them' })),
}
export const eventSchema = Type.Object(eventMembers, { title: 'Event' })

type Serializer = (event: UndispatchedEvent, context: SerializeContext) => Readonly<Record<string, unknown>>

/** Serializes the data of an event as it was when the event happened, however late it is dispatched. */
export const serializeEvent: Serializer = (event, context) => serializers[event.kind](event, context)

const serializers: Readonly<Record<EventKind, Serializer>> = {
  'task.created': (event) => ({ task: taskJson.serialize(offerOf(event)), source: event.data['source'] }),
  'task.completed': (event) => {
    const task = taskJson.serialize(offerOf(event))
    return { task, completionReason: event.data['reason'], summary: summaryOf(task, event) }
  },
  'report.submitted': (event, context) => ({
    ...reportAndTask(event, context),
    resubmission: event.data['resubmission'],
    previousRevision: event.data['previousRevision'] ?? null,
  }),
  'report.accepted': (event, context) => {
    const { decidedBy, currency } = reportOf(event)
    const { chargedUnits } = rowOf(event.data) as { chargedUnits: bigint }
    return { ...reportAndTask(event, context), decidedBy, charged: decimalOf(chargedUnits), currency }
  },
  'report.rejected': (event, context) => {
    const { decidedBy, reasonCode, reason, appealDeadlineAt, decidedAt } = reportOf(event)
    return {
      ...reportAndTask(event, context),
      decidedBy,
      reasonCode,
      reason,
      // A final rejection has no appeal deadline. Subscribers are promised a time, so the time of the decision is sent.
      appealDeadlineAtUtc: iso(appealDeadlineAt ?? decidedAt ?? event.happenedAt),
    }
  },
  'report.rework_requested': (event, context) => {
    const { reworkReason: reason, reworkDeadlineAt } = reportOf(event)
    return { ...reportAndTask(event, context), reason, deadlineAtUtc: isoOrNull(reworkDeadlineAt) }
  },
  'report.withdrawn': (event, context) => reportAndTask(event, context),
  'report.disputed': (event, context) => ({
    ...reportAndTask(event, context),
    statement: event.data['statement'] ?? null,
  }),
  'task.moderated': (event) => {
    const task = taskJson.serialize(offerOf(event))
    const { status, reasonCode, comment } = task.moderation ?? { status: task.status, reasonCode: null, comment: null }
    return { task, decision: status, reasonCode, comment }
  },
  'task.paused': (event) => {
    const offer = offerOf(event)
    const task = taskJson.serialize(offer)
    return { task, pausedBy: actorNames[offer.pausedBy ?? 'system'], reason: task.statusReason }
  },
  'balance.low': (event, { currency }) => {
    const { previousAvailableUnits, trigger, ...balance } = balanceOf(event)
    return {
      balance: balanceJson.serialize(balance, currency),
      threshold: decimalOf(balance.lowThresholdUnits),
      previousAvailable: decimalOf(previousAvailableUnits),
      trigger,
      estimatedExhaustionAtUtc: null,
    }
  },
}

const actorNames = { advertiser: 'Advertiser', operator: 'Operator', system: 'System' } as const

const summaryOf = (
  { counts, budget, currency }: ReturnType<typeof taskJson.serialize>,
  { releasedUnits }: UndispatchedEvent,
) => ({
  accepted: counts.accepted,
  rejected: counts.rejected,
  spent: budget.spent,
  released: decimalOf(releasedUnits),
  currency,
})

function reportAndTask(event: UndispatchedEvent, context: SerializeContext) {
  const { history: _, proofs, ...report } = serializeReport(reportOf(event), { ...context, now: event.happenedAt })
  const unsigned = proofs.map(({ downloadUrl: __, ...proof }) => proof)
  return { report: { ...report, proofs: unsigned }, task: taskRefJson.serialize(offerOf(event)) }
}

/** The offer at the time of the event; for events of an execution, only its name and counts. */
const offerOf = ({ data }: UndispatchedEvent): Offer =>
  mustBe<Offer>({
    ...rowOf(data['offer']),
    ...rowOf(data['counts']),
    heldUnits: BigInt(Number(data['heldUnits'] ?? 0)),
  })

function reportOf({ work, proofs, data, reservedTitle }: UndispatchedEvent): Report {
  const { externalId } = rowOf(data['offer'])
  const { nickname, country, accepted, rejected } = rowOf(data['executor'])
  return mustBe<Report>({
    ...rowOf(work),
    ...rowOf(data['execution']),
    history: [],
    proofs: proofsAtEvent(proofs, rowOf(data['execution'])),
    taskExternalId: externalId,
    offerTitle: reservedTitle,
    ...{ executorNickname: nickname ?? null, executorCountry: country },
    executorAccepted: accepted,
    executorRejected: rejected,
  })
}

/** Removes proof flags that were found only after the event. */
const proofsAtEvent = (proofs: UndispatchedEvent['proofs'], { flags }: EventSnapshot): readonly EventSnapshot[] =>
  Array.isArray(flags) && flags.includes('DuplicateProof') ? proofs : proofs.map(({ flags: _, ...proof }) => proof)

type LowBalance = Balance & { readonly previousAvailableUnits: bigint; readonly trigger: string }

const balanceOf = ({ account, data, happenedAt }: UndispatchedEvent): LowBalance => {
  const { thresholdUnits, ...snapshot } = rowOf(data)
  // Events recorded by earlier versions have no debt.
  return { debtUnits: 0n, ...snapshot, account, lowThresholdUnits: thresholdUnits, updatedAt: happenedAt } as LowBalance
}

/** Without this check, a missing snapshot would be serialized as an invalid record. */
function mustBe<Record extends { readonly id: number }>(row: EventSnapshot): Record {
  if (typeof row['id'] !== 'number' || typeof row['status'] !== 'string')
    throw new Error('the snapshot of the event is missing')
  return row as Record
}
