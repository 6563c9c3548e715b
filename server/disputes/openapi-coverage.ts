import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { docsIn } from '../values/requests/operation.ts'
import type { CoveragePayment } from './platform-coverage.ts'
import { coveragePaymentJson } from './serialize.ts'

const waiting: CoveragePayment = {
  id: idOf(3),
  dispute: idOf(31),
  execution: idOf(501),
  advertiser: idOf(17),
  advertiserEmail: 'anna@example.com',
  executor: idOf(23),
  executorEmail: 'ben@example.com',
  owedUnits: 0n,
  cause: 'First',
  outcome: 'Executor',
  requestedUnits: 5_500n,
  requestedAt: at('12:00:00'),
  status: 'Waiting',
  paidUnits: null,
  decidedBy: null,
  reason: null,
  endedAt: null,
}
const approved: CoveragePayment = {
  ...waiting,
  status: 'Approved',
  owedUnits: 5_500n,
  paidUnits: 5_500n,
  decidedBy: idOf(2),
  endedAt: at('13:00:00'),
}
const reason = 'The accounts of both sides were opened from the same device.'
const refused: CoveragePayment = {
  ...waiting,
  status: 'Refused',
  paidUnits: 0n,
  decidedBy: idOf(2),
  reason,
  endedAt: at('13:00:00'),
}
const problems = ['guarantee_payment_not_found', 'guarantee_payment_ended']

export const coverageDocs = docsIn('Disputes', {
  'GET /api/operator/guarantee-payments': {
    id: 'listGuaranteePayments',
    summary: 'List guarantee payments that await an operator, oldest first',
    about:
      'The executor won a dispute and the advertiser cannot pay. The platform pays only after approval for the first payment per advertiser, and for any that would raise their debt above `GUARANTEE_MAX_PER_ADVERTISER`. Default: pending payments.',
    answers: { 200: { page: coveragePaymentJson.serializePage(pageWith(waiting), 'USD') } },
  },
  'POST /api/operator/guarantee-payments/:id/approve': {
    id: 'approveGuaranteePayment',
    summary: 'Approve a guarantee payment',
    about:
      'The work is accepted and paid: by the advertiser as far as possible, and by the platform for the rest, which the advertiser then owes. If the platform would pay more than `amount` now, the payment requests that and goes on waiting (409 `guarantee_payment_changed`). If already approved, returns it unchanged.',
    answers: { 200: { approved: coveragePaymentJson.serialize(approved, 'USD') } },
    problems: [...problems, 'guarantee_payment_changed'],
  },
  'POST /api/operator/guarantee-payments/:id/refuse': {
    id: 'refuseGuaranteePayment',
    summary: 'Refuse a guarantee payment, with a reason for both sides',
    about:
      'The rejection stands, and the dispute ends with the outcome `PaymentRefused`. If already refused, returns it unchanged.',
    body: { refusal: { reason } },
    answers: { 200: { refused: coveragePaymentJson.serialize(refused, 'USD') } },
    problems,
  },
})
