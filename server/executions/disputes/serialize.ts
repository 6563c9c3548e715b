import { Type } from 'typebox'
import { moderatedOfferJson } from '../../offers/moderation/serialize.ts'
import type { LinkContext } from '../../proofs/serialize.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import type { PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, known, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { openedReportSchema, serializeOpenedReport } from '../serialize-report.ts'
import { revisionJson } from '../serialize-review-context.ts'
import { decider, disputeOutcomes, disputeStatuses, reasonCode } from '../serialize-work.ts'
import { actionsOn, type Debtor, type Dispute, type DisputeCase } from './disputes.ts'

const rejectionSchema = Type.Object(
  {
    by: nullable(decider),
    reasonCode: nullable(reasonCode),
    reason: nullable(text),
    comment: nullable(text),
    failedCriteria: Type.Unsafe<readonly string[] | null>({ type: ['array', 'null'], items: { type: 'string' } }),
    decidedAtUtc: instant,
  },
  { description: 'The disputed rejection as it was; the decision on the dispute does not change it' },
)

/** The members of a dispute that everyone sees; `allowedActions` are the executor's. */
const members = serializer<Dispute>()({
  id,
  status: known(
    'DisputeStatus',
    disputeStatuses,
    "PaymentPending: decided for the executor, awaiting approval of the platform's payment",
  ),
  statement: Type.String({ description: "The executor's statement" }),
  openedAtUtc: instant,
  respondByUtc: [
    Type.String({ format: 'date-time', description: "Deadline for the advertiser's answer" }),
    'respondByAt',
  ],
  decideByUtc: [
    Type.String({ format: 'date-time', description: 'Deadline for the decision; without one, the executor wins' }),
    'decideByAt',
  ],
  answer: nullable(Type.String({ description: "The advertiser's statement" })),
  answeredAtUtc: nullable(instant),
  outcome: nullable(
    known(
      'DisputeOutcome',
      disputeOutcomes,
      "Executor, Advertiser: an operator's decision. Conceded: by the advertiser. Silence: no decision in time. PaymentRefused: the platform refused to pay for the advertiser, and the rejection stands",
    ),
  ),
  note: [nullable(Type.String({ description: 'Note of the decision' })), 'decidedNote'],
  resolvedAtUtc: nullable(instant),
  rejection: nullable(rejectionSchema),
  allowedActions: [arrayOf(text), (dispute) => actionsOn(dispute, 'executor')],
}).members

/** Group A: a dispute as the executor sees it. */
export const ownDisputeJson = serializer<Dispute>({ title: 'OwnDispute' })({
  ...members,
  executionId: [id, 'execution'],
  offerId: [id, 'offer'],
  offerTitle: text,
})

export const disputeJson = serializer<Dispute>({ title: 'Dispute' })({
  ...members,
  allowedActions: [arrayOf(text), (dispute) => actionsOn(dispute, 'advertiser')],
  reportId: [id, 'execution'],
  taskId: [id, 'offer'],
  taskTitle: [text, 'offerTitle'],
  executorId: [Type.String({ description: 'Executor id as shown in reports' }), 'executorAlias'],
  executorNickname: nullable(text),
})

export const operatorDisputeJson = serializer<Dispute>({ title: 'DisputeToDecide' })({
  ...members,
  allowedActions: [arrayOf(text), (dispute) => actionsOn(dispute, 'operator')],
  executionId: [id, 'execution'],
  offerId: [id, 'offer'],
  offerTitle: text,
  advertiserId: [Type.Integer({ description: 'The account that rejected' }), 'advertiser'],
  advertiserEmail: text,
  executorId: [Type.Integer({ description: 'The account that appeals' }), 'executor'],
  executorEmail: text,
  decidedBy: nullable(
    Type.Integer({ description: 'The account that decided or conceded; null if a deadline decided' }),
  ),
})

export const caseSchema = Type.Object(
  {
    ...operatorDisputeJson.schema.properties,
    offer: moderatedOfferJson.schema,
    report: openedReportSchema,
    earlierRevisions: arrayOf(revisionJson.schema),
  },
  { title: 'Case' },
)

export const serializeCase = ({ dispute, offer, report }: DisputeCase, links: LinkContext) => ({
  ...operatorDisputeJson.serialize(dispute),
  offer: moderatedOfferJson.serialize(offer, 'operator'),
  report: serializeOpenedReport(report, links),
  earlierRevisions: report.revisions.map((each) => revisionJson.serialize(each, links)),
})

const debtorJson = serializer<Debtor, string>({ title: 'Debtor' })({
  id: Type.Integer({ description: 'The account that the platform paid for' }),
  email: text,
  owed: [money, 'owedUnits'],
  currency: [text, (_, currency) => currency],
  updatedAtUtc: instant,
})

/** The advertisers' debts to the platform, which paid for them. */
export const debtorsJson = {
  pageSchema: Type.Object({ ...debtorJson.pageSchema.properties, totalOwed: money, currency: text }),
  serializePage: (list: PageOf<Debtor> & { readonly totalOwedUnits: Units }, currency: string) => ({
    ...debtorJson.serializePage(list, currency),
    totalOwed: decimalOf(list.totalOwedUnits),
    currency,
  }),
}
