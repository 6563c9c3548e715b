import { balanceDocs } from '../ledger/openapi.ts'
import { at, pageWith, publicUrl } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs, OperationDocs } from '../values/requests/operation.ts'
import { requestedExample } from './booking-requests/openapi.ts'
import type { Deposit } from './deposit.ts'
import { serializeAllBooked, serializeBooked, serializeDeposit, serializeDeposits } from './deposits/serialize.ts'

const tag = 'Deposits'

const paid: Deposit = {
  id: idOf(301),
  account: idOf(17),
  email: 'anna@example.com',
  method: 'Stripe',
  status: 'Paid',
  amountUnits: 1_000_000n,
  refundedUnits: 0n,
  chargedBackUnits: 0n,
  currency: 'USD',
  reference: '5f2c1a52-9a3e-4b58-8f0e-1c54b1f2a0d7',
  note: null,
  session: 'cs_live_a1',
  url: 'https://checkout.stripe.com/c/pay/cs_live_a1',
  paymentIntent: 'pi_1',
  expiresAt: null,
  createdAt: at('08:50:00'),
  paidAt: at('08:52:10'),
  reversals: [],
}
const open: Deposit = { ...paid, status: 'Pending', paymentIntent: null, paidAt: null, expiresAt: at('20:50:00') }
const bank: Deposit = { ...paid, method: 'Bank', session: null, url: null, reference: 'invoice-7', note: 'March' }
const refunded: Deposit = {
  ...paid,
  status: 'PartlyRefunded',
  refundedUnits: 250_000n,
  reversals: [
    {
      id: 12,
      kind: 'Refund',
      status: 'Pending',
      units: 250_000,
      reason: 'Paid too much',
      createdAtUtc: '2026-03-01T10:00:00.000Z',
    },
  ],
}

const wish = {
  amount: 100,
  successUrl: `${publicUrl}/thanks`,
  cancelUrl: `${publicUrl}/balance`,
}

const begin = (id: string): OperationDocs => ({
  id,
  tag,
  summary: 'Begin to pay money in by card',
  about:
    'The answer has the address of a page at Stripe, on which the deposit is paid until `expiresAtUtc`. The money is available as soon as Stripe has told us that it was paid; until then it counts as `pendingDeposits` of the balance.',
  body: { deposit: wish },
  answers: { 201: { deposit: serializeDeposit(open) } },
  problems: ['stripe_not_configured', 'stripe_unavailable'],
})
const list = (id: string): OperationDocs => ({
  id,
  tag,
  summary: 'List own deposits, the newest first',
  answers: { 200: { page: serializeDeposits(pageWith(open, paid)) } },
})
const one = (id: string): OperationDocs => ({
  id,
  tag,
  summary: 'Read one deposit, with what of it went back',
  answers: { 200: { deposit: serializeDeposit(paid), refunded: serializeDeposit(refunded) } },
  problems: ['deposit_not_found'],
})

const shownBalance = balanceDocs['GET /v1/balance']?.answers[200] ?? {}
const threshold = (id: string): OperationDocs => ({
  id,
  tag: 'Balance',
  summary: 'Say below what the balance is low',
  about:
    'A new threshold is told of anew: `balance.low` is recorded the next time that less than it becomes available. With null it is the one of this installation.',
  body: { threshold: { lowBalanceThreshold: 25 }, default: { lowBalanceThreshold: null } },
  answers: { 200: shownBalance },
})

/** Group A: an advertiser's deposits and balance. */
export const depositDocs: Docs = {
  'GET /api/advertiser/balance': {
    id: 'readOwnBalance',
    tag: 'Balance',
    summary: 'Read what is available and what is held',
    answers: { 200: shownBalance },
  },
  'PATCH /api/advertiser/balance': threshold('changeOwnBalance'),
  'POST /api/advertiser/deposits': begin('startDeposit'),
  'GET /api/advertiser/deposits': list('listDeposits'),
  'GET /api/advertiser/deposits/:depositId': one('readDeposit'),
}

/** Group A: what operators do with deposits. */
export const bookingDocs: Docs = {
  'GET /api/operator/deposits': {
    id: 'listAllDeposits',
    tag,
    summary: "List everybody's deposits, the newest first",
    about: 'By `status`, `method` and the `email` of the account.',
    answers: { 200: { page: serializeAllBooked(pageWith(bank, paid)) } },
  },
  'POST /api/operator/deposits': {
    id: 'bookDeposit',
    tag,
    summary: 'Book money that came in beside Stripe',
    about:
      'For the account of this `email`, or with this `accountId`. A `reference` is booked once for each account: the same deposit again is answered as it was booked. Above `BOOKING_APPROVAL_ABOVE`, together with what the operator booked to this account in the last 24 hours, the booking waits for another operator, and the answer is 202 with the request.',
    body: {
      bank: { email: 'anna@example.com', amount: 100, method: 'Bank', reference: 'invoice-7', note: 'March' },
      manual: { accountId: 17, amount: 100 },
    },
    answers: {
      201: { booked: serializeBooked(bank) },
      200: { again: serializeBooked(bank) },
      202: { requested: requestedExample },
    },
    problems: ['account_not_found', 'account_role_missing', 'deposit_reference_taken'],
  },
  'GET /api/operator/deposits/:depositId': {
    id: 'readAnyDeposit',
    tag,
    summary: "Read one of anybody's deposits",
    answers: { 200: { deposit: serializeBooked(paid) } },
    problems: ['deposit_not_found'],
  },
  'POST /api/operator/deposits/:depositId/refund': {
    id: 'refundDeposit',
    tag,
    summary: 'Give a deposit back, or a part of it',
    about:
      'As far as the money is available. What was paid by card goes back through Stripe, within moments; what Stripe refuses is available again. Any other deposit is given back by the operator, by hand. Above `BOOKING_APPROVAL_ABOVE`, together with what the operator gave back from this account in the last 24 hours, it waits for another operator, and the answer is 202 with the request.',
    body: { part: { amount: 25, reason: 'Paid too much' }, rest: {} },
    answers: { 200: { refunded: serializeBooked(refunded) }, 202: { requested: requestedExample } },
    problems: [
      'deposit_reference_taken',
      'deposit_not_found',
      'deposit_state_conflict',
      'insufficient_funds',
      'stripe_not_configured',
    ],
  },
}

/** Group B: the same for an advertiser's programs. */
export const depositDocsV1: Docs = {
  'PATCH /v1/balance': threshold('changeBalance'),
  'POST /v1/deposits': begin('createDeposit'),
  'GET /v1/deposits': list('listAccountDeposits'),
  'GET /v1/deposits/:id': one('readAccountDeposit'),
}
