import { type Static, type TSchema, Type } from 'typebox'
import type { AnsweredItem } from '../items/item.ts'
import { contentMembers } from '../offers/serialize.ts'
import { type LinkContext, proofJson, proofUrls } from '../proofs/serialize.ts'
import { arrayOf, id, instant, known, money, nullable, openObject, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { deciders, type Execution, executionStatuses, reasonCodes } from './execution.ts'
import type { ListedReport, StoredProof } from './report.ts'

export const executionStatus = known('ExecutionStatus', executionStatuses)
export const decider = known('Decider', deciders)
export const reasonCode = known('ReasonCode', reasonCodes)
export const disputeStatuses = ['Open', 'AdvertiserReplied', 'UnderReview', 'PaymentPending', 'Resolved']
export const disputeOutcomes = ['Executor', 'Advertiser', 'Conceded', 'Silence', 'PaymentRefused']

const decisionJson = serializer<Omit<Execution, 'history'>>({ title: 'Decision' })({
  // A disputed execution shows the decision that is appealed.
  outcome: [executionStatus, ({ status }) => (status === 'Disputed' ? 'Rejected' : status)],
  by: [nullable(decider), 'decidedBy'],
  reasonCode: nullable(reasonCode),
  reason: nullable(text),
  comment: nullable(text),
  decidedAtUtc: nullable(instant),
})

type ReworkReport = ListedReport & { readonly reworkRequestedAt: Date }

/** Why and until when work was sent back, the last time. */
export const reworkJson = serializer<ReworkReport>({
  title: 'Rework',
  description: 'Why and until when the work was last returned to its executor; null: never',
})({
  round: [whole, 'reworkRound'],
  maxRounds: [whole, 'maxReworks'],
  reason: [text, ({ reworkReason }) => reworkReason ?? ''],
  requestedAtUtc: [instant, 'reworkRequestedAt'],
  deadlineAtUtc: [nullable(instant), 'reworkDeadlineAt'],
})

export const isReworked = (report: ListedReport): report is ReworkReport => report.reworkRequestedAt !== null

const disputeSchema = nullable(
  Type.Object(
    {
      id,
      status: known('DisputeStatus', disputeStatuses),
      openedAtUtc: instant,
      respondByUtc: instant,
      decideByUtc: instant,
      outcome: nullable(known('DisputeOutcome', disputeOutcomes)),
    },
    { title: 'DisputeOfReport' },
  ),
)

/** The content of the offer in the version that was reserved (`offerVersion`). Later changes of the offer do not change it. */
export const reservedContentSchema = Type.Object(contentMembers, {
  title: 'ReservedContent',
  description: 'Content of the offer at the time of the reservation, without later changes',
})

const historyEntrySchema = Type.Object(
  {
    atUtc: instant,
    event: text,
    revision: whole,
    actor: text,
    note: nullable(text),
  },
  { title: 'HistoryEntry' },
)
const itemOfWork = { itemId: Type.Integer({ description: 'As in the answers of details' }), data: openObject }
const itemsOf = <Item extends TSchema>(item: Item) =>
  Type.Optional(
    Type.Unsafe<readonly Static<Item>[] | undefined>(
      Type.Array(item, { description: 'What the answers are about, in their order; absent: the task has no items' }),
    ),
  )

const knownAnswer = {
  goldAnswer: Type.Optional(
    Type.Unsafe<AnsweredItem['goldAnswer']>({ ...openObject, description: 'The known answer' }),
  ),
  isRight: Type.Optional(
    nullable(Type.Boolean({ description: 'Whether the first answer was right; null: it does not count' })),
  ),
}

/** The items of opened work for its advertiser and for operators, gold items with their known answers. */
export const answeredItems = [
  itemsOf(Type.Object({ ...itemOfWork, externalId: nullable(text), ...knownAnswer }, { title: 'AnsweredItem' })),
  (work: { readonly answeredItems: readonly AnsweredItem[] | null }) =>
    work.answeredItems?.map(({ goldAnswer, isRight, ...item }) =>
      goldAnswer ? { ...item, goldAnswer, isRight } : item,
    ),
] as const
/** The items of opened work for its executor, who does not see the advertiser's ids. */
export const ownAnsweredItems = itemsOf(Type.Object(itemOfWork, { title: 'OwnAnsweredItem' }))

/** The history of an execution; lists leave it out. */
export const history = arrayOf(historyEntrySchema)

export const serializeStoredProof = (proof: StoredProof, links: LinkContext) =>
  proofJson.serialize({ ...proof, uploadedAt: new Date(proof.uploadedAt) }, links)

/** The members of an execution that both the advertiser and the executor see. */
export const workMembers = serializer<ListedReport, LinkContext>()({
  id,
  status: executionStatus,
  revision: whole,
  reservationId: [id, 'reservation'],
  reservedAtUtc: Type.String({
    format: 'date-time',
    description: 'When the slot was reserved, before any renewal. RFC 3339, UTC, milliseconds',
  }),
  submittedAtUtc: instant,
  workSeconds: [
    Type.Integer({ description: 'From reservedAtUtc to submittedAtUtc' }),
    ({ submittedAt, reservedAt }) => Math.round((submittedAt.getTime() - reservedAt.getTime()) / 1000),
  ],
  details: openObject,
  proofUrls: [arrayOf(text), ({ proofs }, links) => proofUrls(proofs, links)],
  proofs: [arrayOf(proofJson.schema), ({ proofs }, links) => proofs.map((proof) => serializeStoredProof(proof, links))],
  rewardPerAction: [money, 'rewardUnits'],
  currency: text,
  reviewDeadlineAtUtc: instant,
  decision: [
    nullable(decisionJson.schema),
    (report) => (report.decidedAt === null ? null : decisionJson.serialize(report)),
  ],
  failedCriteria: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
  rating: nullable(whole),
  appealDeadlineAtUtc: nullable(instant),
  dispute: disputeSchema,
  version: whole,
  createdAtUtc: instant,
  updatedAtUtc: instant,
}).members
