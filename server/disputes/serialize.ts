import { type Static, Type } from 'typebox'
import { openedReportSchema, revisionJson, serializeOpenedReport } from '../executions/serialize-report.ts'
import {
  decider,
  disputeOutcomes,
  disputeStatuses,
  reasonCode,
  serializeStoredProof,
} from '../executions/serialize-work.ts'
import { moderatedOfferJson } from '../offers/moderation/serialize.ts'
import { serializeTitle } from '../offers/serialize.ts'
import { type Installation, type LinkContext, linksOf, proofJson } from '../proofs/serialize.ts'
import { decimalOf, type Units } from '../values/money.ts'
import type { PageOf } from '../values/requests/page.ts'
import { amount, arrayOf, id, instant, known, money, nullable, text } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { statusesOf } from '../values/transitions/transitions.ts'
import { actionsOn, type Debtor, type Dispute, type DisputeCase } from './dispute.ts'
import { type CoveragePayment, paymentActions, paymentTransitions } from './platform-coverage.ts'

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
const members = serializer<Dispute, Installation>()({
  id,
  status: known(
    'DisputeStatus',
    disputeStatuses,
    "PaymentPending: decided for the executor, awaiting approval of the platform's payment",
  ),
  statement: Type.String({ description: "The executor's statement" }),
  attachments: [
    Type.Optional(
      Type.Unsafe<readonly Static<typeof proofJson.schema>[] | undefined>(
        Type.Array(proofJson.schema, { description: 'Files that the executor attached; absent: none' }),
      ),
    ),
    ({ attachments, now }, installation) =>
      attachments?.map((each) => serializeStoredProof(each, linksOf(installation, now))),
  ],
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
export const ownDisputeJson = serializer<Dispute, Installation>({ title: 'OwnDispute' })({
  ...members,
  executionId: [id, 'execution'],
  offerId: [id, 'offer'],
  offerTitle: [text, serializeTitle],
})

export const disputeJson = serializer<Dispute, Installation>({ title: 'Dispute' })({
  ...members,
  allowedActions: [arrayOf(text), (dispute) => actionsOn(dispute, 'advertiser')],
  reportId: [id, 'execution'],
  taskId: [id, 'offer'],
  taskTitle: [text, 'offerTitle'],
  executorId: [Type.String({ description: 'Executor id as shown in reports' }), 'executorAlias'],
  executorNickname: nullable(text),
})

export const operatorDisputeJson = serializer<Dispute, Installation>({ title: 'DisputeToDecide' })({
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
  ...operatorDisputeJson.serialize(dispute, installationOf(links)),
  offer: moderatedOfferJson.serialize(offer, 'operator'),
  report: serializeOpenedReport(report, links),
  earlierRevisions: report.revisions.map((each) => revisionJson.serialize(each, links)),
})

/** What the links of a context are signed with. */
export const installationOf = ({ secretKey, publicUrl }: LinkContext): Installation => ({
  secretKey,
  config: { publicUrl },
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

/** Group A: a payment for an advertiser as operators see it. */
export const coveragePaymentJson = serializer<CoveragePayment, string>({ title: 'GuaranteePayment' })({
  id,
  disputeId: [id, 'dispute'],
  executionId: [id, 'execution'],
  advertiserId: [Type.Integer({ description: 'The account that the platform would pay for' }), 'advertiser'],
  advertiserEmail: text,
  executorId: [Type.Integer({ description: 'The account that would be paid' }), 'executor'],
  executorEmail: text,
  owed: [amount({ description: 'Current debt of the advertiser' }), 'owedUnits'],
  cause: known(
    'WaitCause',
    ['First', 'AboveLimit'],
    'First: first payment for this advertiser; AboveLimit: their debt would exceed the limit',
  ),
  outcome: known(
    'CoveredOutcome',
    ['Executor', 'Silence'],
    "Executor: an operator's decision; Silence: no decision in time",
  ),
  amount: [
    amount({ description: 'Amount the platform would have paid at the time of the decision' }),
    'requestedUnits',
  ],
  currency: [text, (_, currency) => currency],
  status: known('GuaranteePaymentStatus', statusesOf(paymentTransitions), 'Covered: the advertiser paid or conceded'),
  paid: [nullable(money), (payment) => (payment.paidUnits === null ? null : decimalOf(payment.paidUnits))],
  decidedBy: nullable(Type.Integer({ description: 'The deciding operator; null: none' })),
  reason: nullable(text),
  requestedAtUtc: instant,
  endedAtUtc: nullable(instant),
  allowedActions: [arrayOf(text), paymentActions],
})
