import { Type } from 'typebox'
import { moderatedSchema, serializeModerated } from '../../offers/moderation/serialize.ts'
import type { LinkContext } from '../../proofs/serialize.ts'
import { decimalOf, type Units } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../../values/requests/schema.ts'
import { openedReportSchema, serializeOpenedReport } from '../serialize-report.ts'
import { revisionSchema, serializeRevision } from '../serialize-review-context.ts'
import { actionsOn, type Debtor, type Dispute, type DisputeCase } from './disputes.ts'

const members = {
  id,
  status: Type.String({
    description:
      "Open, AdvertiserReplied, UnderReview, Resolved; PaymentPending: decided for the executor, awaiting approval of the platform's payment",
  }),
  statement: Type.String({ description: "The executor's statement" }),
  openedAtUtc: instant,
  respondByUtc: Type.String({ format: 'date-time', description: "Deadline for the advertiser's answer" }),
  decideByUtc: Type.String({
    format: 'date-time',
    description: 'Deadline for the decision; without one, the executor wins',
  }),
  answer: nullable(Type.String({ description: "The advertiser's statement" })),
  answeredAtUtc: nullable(instant),
  outcome: nullable(
    Type.String({
      description:
        "Executor, Advertiser: an operator's decision. Conceded: by the advertiser. Silence: no decision in time. PaymentRefused: the platform refused to pay for the advertiser, and the rejection stands",
    }),
  ),
  note: nullable(Type.String({ description: 'Note of the decision' })),
  resolvedAtUtc: nullable(instant),
  allowedActions: arrayOf(text),
}

const serialize = (dispute: Dispute, actor: 'executor' | 'advertiser' | 'operator') => ({
  id: dispute.id,
  status: dispute.status,
  statement: dispute.statement,
  openedAtUtc: iso(dispute.openedAt),
  respondByUtc: iso(dispute.respondByAt),
  decideByUtc: iso(dispute.decideByAt),
  answer: dispute.answer,
  answeredAtUtc: isoOrNull(dispute.answeredAt),
  outcome: dispute.outcome,
  note: dispute.decidedNote,
  resolvedAtUtc: isoOrNull(dispute.resolvedAt),
  allowedActions: actionsOn(dispute, actor),
})

/** Group A: a dispute as the executor sees it. */
const ownDisputeSchema = Type.Object({ ...members, executionId: id, offerId: id }, { title: 'OwnDispute' })
export const ownDisputesSchema = listOf(ownDisputeSchema)

const serializeOwn = (dispute: Dispute) => ({
  ...serialize(dispute, 'executor'),
  executionId: dispute.execution,
  offerId: dispute.offer,
})

export const serializeOwnDisputes = (list: PageOf<Dispute>) => mapItems(list, serializeOwn)

/** Group B: a dispute as the advertiser sees it. */
export const disputeSchema = Type.Object(
  {
    ...members,
    reportId: id,
    taskId: id,
    executorId: Type.String({ description: 'Executor id as shown in reports' }),
  },
  { title: 'Dispute' },
)
export const disputesSchema = listOf(disputeSchema)

export const serializeDispute = (dispute: Dispute) => ({
  ...serialize(dispute, 'advertiser'),
  reportId: dispute.execution,
  taskId: dispute.offer,
  executorId: dispute.executorAlias,
})

export const serializeDisputes = (list: PageOf<Dispute>) => mapItems(list, serializeDispute)

const operatorMembers = {
  ...members,
  executionId: id,
  offerId: id,
  advertiserId: Type.Integer({ description: 'The account that rejected' }),
  executorId: Type.Integer({ description: 'The account that appeals' }),
  decidedBy: nullable(
    Type.Integer({ description: 'The account that decided or conceded; null if a deadline decided' }),
  ),
}

/** Group A: a dispute as an operator sees it. */
export const operatorDisputeSchema = Type.Object(operatorMembers, { title: 'DisputeToDecide' })
export const operatorDisputesSchema = listOf(operatorDisputeSchema)

export const serializeToDecide = (dispute: Dispute) => ({
  ...serialize(dispute, 'operator'),
  executionId: dispute.execution,
  offerId: dispute.offer,
  advertiserId: dispute.advertiser,
  executorId: dispute.executor,
  decidedBy: dispute.decidedBy,
})

export const serializeAllToDecide = (list: PageOf<Dispute>) => mapItems(list, serializeToDecide)

export const caseSchema = Type.Object(
  { ...operatorMembers, offer: moderatedSchema, report: openedReportSchema, earlierRevisions: arrayOf(revisionSchema) },
  { title: 'Case' },
)

export const serializeCase = ({ dispute, offer, report }: DisputeCase, links: LinkContext) => ({
  ...serializeToDecide(dispute),
  offer: serializeModerated(offer),
  report: serializeOpenedReport(report, links),
  earlierRevisions: report.revisions.map((each) => serializeRevision(each, links)),
})

const debtorSchema = Type.Object(
  {
    id: Type.Integer({ description: 'The account that the platform paid for' }),
    email: text,
    owed: money,
    currency: text,
    updatedAtUtc: instant,
  },
  { title: 'Debtor' },
)
const debtorPage = listOf(debtorSchema)

/** The advertisers' debts to the platform, which paid for them. */
export const debtorsSchema = Type.Object({ ...debtorPage.properties, totalOwed: money, currency: text })

export const serializeDebtors = (list: PageOf<Debtor> & { readonly totalOwedUnits: Units }, currency: string) => {
  const { totalOwedUnits, ...page } = list
  const items = list.items.map((debtor) => ({
    id: debtor.id,
    email: debtor.email,
    owed: decimalOf(debtor.owedUnits),
    currency,
    updatedAtUtc: iso(debtor.updatedAt),
  }))
  return { ...page, items, totalOwed: decimalOf(totalOwedUnits), currency }
}
