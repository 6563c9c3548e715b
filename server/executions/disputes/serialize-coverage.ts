import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../../values/requests/schema.ts'
import { type CoveragePayment, paymentActions } from './platform-coverage.ts'

/** Group A: a payment for an advertiser as operators see it. */
export const paymentSchema = Type.Object(
  {
    id,
    disputeId: id,
    executionId: id,
    advertiserId: Type.Integer({ description: 'The account that the platform would pay for' }),
    advertiserEmail: text,
    executorId: Type.Integer({ description: 'The account that would be paid' }),
    executorEmail: text,
    owed: Type.Number({ description: 'Current debt of the advertiser' }),
    cause: Type.String({
      description: 'First: first payment for this advertiser; AboveLimit: their debt would exceed the limit',
    }),
    outcome: Type.String({ description: "Executor: an operator's decision; Silence: no decision in time" }),
    amount: Type.Number({ description: 'Amount the platform would have paid at the time of the decision' }),
    currency: text,
    status: Type.String({
      description: 'Waiting, Approved, Refused; Covered: the advertiser paid or conceded',
    }),
    paid: nullable(money),
    decidedBy: nullable(Type.Integer({ description: 'The deciding operator; null: none' })),
    reason: nullable(text),
    requestedAtUtc: instant,
    endedAtUtc: nullable(instant),
    allowedActions: arrayOf(text),
  },
  { title: 'GuaranteePayment' },
)
export const paymentsSchema = listOf(paymentSchema)

export const serializePayment = (payment: CoveragePayment, currency: string) => ({
  id: payment.id,
  disputeId: payment.dispute,
  executionId: payment.execution,
  advertiserId: payment.advertiser,
  advertiserEmail: payment.advertiserEmail,
  executorId: payment.executor,
  executorEmail: payment.executorEmail,
  owed: decimalOf(payment.owedUnits),
  cause: payment.cause,
  outcome: payment.outcome,
  amount: decimalOf(payment.requestedUnits),
  currency,
  status: payment.status,
  paid: payment.paidUnits === null ? null : decimalOf(payment.paidUnits),
  decidedBy: payment.decidedBy,
  reason: payment.reason,
  requestedAtUtc: iso(payment.requestedAt),
  endedAtUtc: isoOrNull(payment.endedAt),
  allowedActions: paymentActions(payment),
})

export const serializePayments = (list: PageOf<CoveragePayment>, currency: string) =>
  mapItems(list, (payment) => serializePayment(payment, currency))
