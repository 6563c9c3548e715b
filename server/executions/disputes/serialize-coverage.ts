import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { amount, arrayOf, id, instant, known, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { type CoveragePayment, paymentActions, paymentTransitions } from './platform-coverage.ts'

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
