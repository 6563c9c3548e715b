import { Type } from 'typebox'
import type { Report } from '../../executions/report.ts'
import { serializeReport } from '../../executions/serialize-report.ts'
import type { Balance } from '../../ledger/ledger.ts'
import { balanceJson } from '../../ledger/serialize.ts'
import type { Offer } from '../../offers/offer.ts'
import { taskJson } from '../../offers/serialize-task.ts'
import { decimalOf } from '../../values/money.ts'
import { id, instant, iso, isoOrNull, known, text } from '../../values/requests/schema.ts'
import { allKinds, type EventKind, type EventSnapshot, rowOf, type UndispatchedEvent } from './event.ts'
import { taskRefJson } from './serialize-shapes.ts'

/** Configuration for serializing an event, besides its snapshot. */
export type SerializeContext = {
  readonly publicUrl: string
  readonly secretKey: string
  readonly currency: string
  readonly livemode: boolean
}

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
  'task.archived': (event) => {
    const task = taskJson.serialize(offerOf(event))
    return { task, summary: { ...summaryOf(task, event), held: task.budget.held } }
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
const offerOf = ({ data, offerVersion }: UndispatchedEvent): Offer =>
  mustBe<Offer>({
    version: offerVersion,
    bonusCostUnits: 0n,
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
    executorNickname: nickname ?? null,
    executorCountry: country,
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
