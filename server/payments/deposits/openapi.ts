import { balanceDocs } from '../../ledger/openapi.ts'
import { at, pageWith, publicUrl } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn, type UntaggedDocs } from '../../values/requests/operation.ts'
import type { Deposit } from './deposit.ts'
import { ownDepositJson } from './serialize.ts'

export const paidDeposit: Deposit = {
  id: idOf(301),
  account: idOf(17),
  email: 'anna@example.com',
  method: 'Stripe',
  status: 'Paid',
  amountUnits: 1_000_000n,
  refundedUnits: 0n,
  refundingUnits: 0n,
  chargedBackUnits: 0n,
  currency: 'USD',
  mismatchUnits: null,
  mismatchCurrency: null,
  reference: '5f2c1a52-9a3e-4b58-8f0e-1c54b1f2a0d7',
  note: null,
  session: 'cs_live_a1',
  url: 'https://checkout.stripe.com/c/pay/cs_live_a1',
  paymentIntent: 'pi_1',
  expiresAt: null,
  createdAt: at('08:50:00'),
  paidAt: at('08:52:10'),
  isRecent: true,
  reversals: [],
}
const open: Deposit = {
  ...paidDeposit,
  status: 'Pending',
  paymentIntent: null,
  paidAt: null,
  expiresAt: at('20:50:00'),
}
export const bankDeposit: Deposit = {
  ...paidDeposit,
  method: 'Bank',
  session: null,
  url: null,
  reference: 'invoice-7',
  note: 'March',
}
export const voidedDeposit: Deposit = {
  ...bankDeposit,
  status: 'Voided',
  reference: 'invoice-7 (voided 301)',
  reversals: [
    {
      id: 13,
      kind: 'Void',
      status: 'Done',
      units: 1_000_000,
      reason: 'The payment was for another account.',
      createdAtUtc: '2026-03-01T10:00:00.000Z',
    },
  ],
}
export const refundedDeposit: Deposit = {
  ...paidDeposit,
  status: 'PartlyRefunded',
  refundedUnits: 250_000n,
  reversals: [
    {
      id: 12,
      kind: 'Refund',
      status: 'Done',
      units: 250_000,
      reason: 'Paid too much',
      createdAtUtc: '2026-03-01T10:00:00.000Z',
    },
  ],
}

const exampleInput = {
  amount: 100,
  successUrl: `${publicUrl}/thanks`,
  cancelUrl: `${publicUrl}/balance`,
}

const begin = (id: string): UntaggedDocs => ({
  id,
  summary: 'Start a card deposit',
  about:
    'Returns the URL of a Stripe page for paying until `expiresAtUtc`. The money is available once Stripe confirms the payment; until then it counts as `pendingDeposits` of the balance.',
  body: { deposit: exampleInput },
  answers: { 201: { deposit: ownDepositJson.serialize(open) } },
  problems: ['stripe_not_configured', 'stripe_unavailable'],
})
const list = (id: string): UntaggedDocs => ({
  id,
  summary: 'List your deposits, newest first',
  answers: { 200: { page: ownDepositJson.serializePage(pageWith(open, paidDeposit)) } },
})
const one = (id: string): UntaggedDocs => ({
  id,
  summary: 'Read a deposit with its refunds',
  answers: {
    200: { deposit: ownDepositJson.serialize(paidDeposit), refunded: ownDepositJson.serialize(refundedDeposit) },
  },
  problems: ['deposit_not_found'],
})

const shownBalance = balanceDocs['GET /v1/balance']?.answers[200] ?? {}
const threshold = (id: string): UntaggedDocs => ({
  id,
  tag: 'Balance',
  summary: 'Set the low-balance threshold',
  about:
    "After a change, `balance.low` is recorded the next time less than the threshold becomes available. null restores the installation's default.",
  body: { threshold: { lowBalanceThreshold: 25 }, default: { lowBalanceThreshold: null } },
  answers: { 200: shownBalance },
})

export const depositDocs = docsIn('Deposits', {
  'GET /api/advertiser/balance': {
    id: 'getBalance',
    tag: 'Balance',
    summary: 'Read the balance',
    answers: { 200: shownBalance },
  },
  'PATCH /api/advertiser/balance': threshold('updateBalance'),
  'POST /api/advertiser/deposits': begin('createDeposit'),
  'GET /api/advertiser/deposits': list('listDeposits'),
  'GET /api/advertiser/deposits/:depositId': one('getDeposit'),
})

export const depositDocsV1 = docsIn('Deposits', {
  'PATCH /v1/balance': threshold('updateBalance'),
  'POST /v1/deposits': begin('createDeposit'),
  'GET /v1/deposits': list('listDeposits'),
  'GET /v1/deposits/:id': one('getDeposit'),
})
