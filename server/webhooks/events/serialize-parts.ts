import { type Static, type TObject, Type } from 'typebox'
import type { Report } from '../../executions/report.ts'
import { reportSchema, serializeReport } from '../../executions/serialize-report.ts'
import type { Item, ItemResult } from '../../items/item.ts'
import { itemJson, resultMember } from '../../items/serialize.ts'
import type { Balance } from '../../ledger/ledger.ts'
import type { balanceJson } from '../../ledger/serialize.ts'
import type { Offer } from '../../offers/offer.ts'
import { countsJson, offerStatus } from '../../offers/serialize.ts'
import { taskJson } from '../../offers/serialize-task.ts'
import { proofJson } from '../../proofs/serialize.ts'
import type { TaskReservation } from '../../reservations/reservation.ts'
import { taskReservationJson } from '../../reservations/serialize-v1.ts'
import { once } from '../../values/once.ts'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { allKinds, type EventSnapshot, rowOf, type UndispatchedEvent } from './event.ts'

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
  version: whole,
  itemCounts: taskJson.members.itemCounts,
})
type TaskJson = Static<typeof taskJson.schema>
type Work = { readonly report: Static<typeof reportDataOf>; readonly task: Static<typeof taskRefJson.schema> }

/** What an event is serialized from, as it was when the event happened, however late it is dispatched. */
type Facts = Pick<UndispatchedEvent, 'account' | 'happenedAt' | 'releasedUnits'> & {
  readonly data: Recorded
  readonly offer: () => Offer
  readonly task: () => TaskJson
  readonly report: () => DecidedReport
  readonly balance: () => LowBalance
}
type CompletedItem = Pick<Item, 'id' | 'externalId' | 'data' | 'status'>
type ReceivedMessage = Readonly<Record<'messageId' | 'conversationId' | 'taskId', number>> & {
  readonly reportId: number | null
  readonly executorId: string
}
/** Members of snapshots, each in the kinds of events that have it. */
type Recorded = Readonly<Record<'source' | 'reason', string> & { resubmission: boolean; chargedUnits: bigint }> &
  Readonly<{ item: CompletedItem; answers: number; result?: ItemResult | null; reservation: EventSnapshot }> &
  ReceivedMessage &
  Readonly<Partial<{ previousRevision: number | null; statement: string | null }>>
/** Members are null in the kinds of events that do not have them. */
type DecidedReport = Report & {
  readonly [Name in 'decidedBy' | 'reasonCode' | 'reason' | 'reworkReason' | 'reworkDeadlineAt']: NonNullable<
    Report[Name]
  >
}

export const factsOf = (event: UndispatchedEvent): Facts => ({
  ...event,
  data: rowOf(event.data) as Recorded,
  offer: () => offerOf(event),
  task: once(() => taskJson.serialize(offerOf(event))),
  report: once(() => reportOf(event)),
  balance: () => balanceOf(event),
})

/** Declares the data of a kind of event: each member with its schema and source. */
export const dataOf = serializer<Facts, SerializeContext>()

/** The records of the examples. */
export type Shown = {
  readonly task: TaskJson
  readonly submittedTask: TaskJson
  readonly balance: Static<typeof balanceJson.schema>
  readonly reservation: Static<typeof taskReservationJson.schema>
  readonly work: (state: 'Pending' | 'Accepted' | 'Rejected' | 'ReworkRequested' | 'Withdrawn' | 'Disputed') => Work
}

/** Adds an example, and the time when it happens. */
export const body = <Json extends { readonly schema: TObject }>(
  json: Json,
  example: (shown: Shown) => Static<Json['schema']>,
  time = '11:40:00',
) => ({ ...json, time, example })

export const reportInEvent = ({ history: _, proofs, ...report }: ReturnType<typeof serializeReport>) => ({
  ...report,
  proofs: proofs.map(({ downloadUrl: __, ...proof }) => proof),
})

export const aTask = { task: [taskJson.schema, ({ task }: Facts) => task()] } as const
export const aReport = {
  report: [
    reportDataOf,
    ({ report, happenedAt }: Facts, context: SerializeContext) =>
      reportInEvent(serializeReport(report(), { ...context, now: happenedAt })),
  ],
  task: [taskRefJson.schema, ({ offer }: Facts) => taskRefJson.serialize(offer())],
} as const

const { id: itemId, externalId: itemExternalId, data: itemData, status: itemStatus } = itemJson.members
const completedItemJson = serializer<CompletedItem>({ title: 'CompletedItem' })({
  id: itemId,
  externalId: itemExternalId,
  data: itemData,
  status: itemStatus,
})
export const anItem = {
  item: [completedItemJson.schema, ({ data }: Facts) => completedItemJson.serialize(data.item)],
  task: aReport.task,
  answers: [whole, ({ data }: Facts) => data.answers],
  result: [resultMember[0], ({ data }: Facts) => resultMember[1](data)],
} as const

const receivedJson = serializer<ReceivedMessage>({ title: 'ReceivedMessage' })({
  id: [id, 'messageId'],
  conversationId: Type.Integer({ description: 'The id of the reservation' }),
  executorId: text,
})
export const aMessage = {
  message: [receivedJson.schema, ({ data }: Facts) => receivedJson.serialize(data)],
  taskId: [id, ({ data }: Facts) => data.taskId],
  reportId: [nullable(id), ({ data }: Facts) => data.reportId],
} as const
export const aReservation = {
  reservation: [
    taskReservationJson.schema,
    ({ data, account }: Facts, { secretKey }: SerializeContext) => {
      const reservation = { ...rowOf(data.reservation), advertiser: account } as TaskReservation
      return taskReservationJson.serialize(reservation, secretKey)
    },
  ],
  task: aReport.task,
} as const

/** The final counts and money of a task. */
export const summary = {
  accepted: [whole, ({ task }: Facts) => task().counts.accepted],
  rejected: [whole, ({ task }: Facts) => task().counts.rejected],
  spent: [money, ({ task }: Facts) => task().budget.spent],
  released: [money, 'releasedUnits'],
  currency: [text, ({ task }: Facts) => task().currency],
} as const

/** The offer at the time of the event; for events of an execution, only its name and counts. */
const offerOf = ({ data, offerVersion }: UndispatchedEvent): Offer =>
  mustBe<Offer>({
    version: offerVersion,
    bonusCostUnits: 0n,
    ...rowOf(data['offer']),
    ...rowOf(data['counts']),
    heldUnits: BigInt(Number(data['heldUnits'] ?? 0)),
    itemCounts: data['itemCounts'] ?? null,
  })

function reportOf({ work, proofs, data, reservedTitle }: UndispatchedEvent): DecidedReport {
  const { externalId } = rowOf(data['offer'])
  const { nickname, country, accepted, rejected } = rowOf(data['executor'])
  return mustBe<DecidedReport>({
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
