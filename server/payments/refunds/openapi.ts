import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { RefundRequest } from './refund.ts'
import { operatorRefundJson, ownRefundJson, payableRefundJson } from './serialize.ts'

const requested: RefundRequest = {
  id: idOf(71),
  account: idOf(17),
  email: 'anna@example.com',
  deposit: idOf(301),
  reversal: idOf(12),
  units: 250_000n,
  currency: 'USD',
  status: 'Requested',
  method: 'Bank',
  hint: '…5432',
  note: 'The campaign is over',
  reason: null,
  reference: null,
  version: 1,
  debtUnits: 0n,
  requestedAt: at('12:00:00'),
  waitsUntil: null,
  isWaiting: false,
  approvedAt: null,
  endedAt: null,
  updatedAt: at('12:00:00'),
}
const approved: RefundRequest = {
  ...requested,
  status: 'Processing',
  version: 2,
  approvedAt: at('13:00:00'),
  updatedAt: at('13:00:00'),
}
const ended = { version: 3, endedAt: at('16:00:00'), updatedAt: at('16:00:00') }
const paid: RefundRequest = { ...approved, ...ended, status: 'Paid', reference: 'SEPA 2026-03-01/78' }
const failed: RefundRequest = { ...approved, ...ended, status: 'Failed', reason: 'The bank knows no such account.' }
const rejected: RefundRequest = {
  ...requested,
  ...ended,
  version: 2,
  status: 'Rejected',
  reason: 'The name is another one.',
}
const cancelled: RefundRequest = { ...requested, ...ended, version: 2, status: 'Cancelled' }
const toCard: RefundRequest = { ...requested, status: 'Processing', method: null, hint: null }
const method = { type: 'Bank', holder: 'Anna Muster', iban: 'GB82WEST12345698765432' } as const
const forOperator = (refund: RefundRequest) => payableRefundJson.serialize({ ...refund, payTo: method })

const gone = ['refund_not_found', 'refund_state_conflict']

export const refundDocs = docsIn('Deposits', {
  'POST /api/advertiser/deposits/:depositId/refund': {
    id: 'requestRefund',
    summary: 'Request a refund of unspent money',
    about:
      'At most the unrefunded part of the deposit, and the available balance. The amount leaves `available` at once, and returns if the refund fails. Card payments are refunded to the card through Stripe within moments; for others, `method` says where an operator sends the money. The first refund to an account waits for `PAYOUT_ACCOUNT_WAIT_HOURS`, and its advertiser gets a mail with a link that stops it; in the console it needs a fresh confirmation. One open refund per deposit; none while the account owes the platform.',
    body: { toABank: { amount: 25, note: requested.note, method }, toTheCard: { amount: 25 }, rest: {} },
    answers: { 200: { requested: ownRefundJson.serialize(requested), toTheCard: ownRefundJson.serialize(toCard) } },
    problems: [
      'confirmation_required',
      'deposit_not_found',
      'deposit_state_conflict',
      'refund_open',
      'debt_unsettled',
      'insufficient_funds',
      'stripe_not_configured',
    ],
  },
  'GET /api/advertiser/refunds': {
    id: 'listRefunds',
    summary: 'List your refunds, newest first',
    answers: { 200: { page: ownRefundJson.serializePage(pageWith(requested)) } },
  },
  'GET /api/advertiser/refunds/:id': {
    id: 'getRefund',
    summary: 'Read a refund',
    answers: {
      200: {
        requested: ownRefundJson.serialize(requested),
        paid: ownRefundJson.serialize(paid),
        rejected: ownRefundJson.serialize(rejected),
      },
    },
    problems: ['refund_not_found'],
  },
  'POST /api/advertiser/refunds/:id/cancel': {
    id: 'cancelRefund',
    summary: 'Withdraw a request before an operator approves it',
    answers: { 200: { cancelled: ownRefundJson.serialize(cancelled) } },
    problems: gone,
  },
})

export const refundOperatorDocs = docsIn('Deposits', {
  'GET /api/operator/refunds': {
    id: 'listRefundsAsOperator',
    summary: 'List refunds requested by advertisers, oldest first',
    about: 'Default: those to approve or to transfer. Open refunds to cards are not among them: Stripe makes them.',
    answers: { 200: { page: operatorRefundJson.serializePage(pageWith(requested)) } },
  },
  'GET /api/operator/refunds/:id': {
    id: 'getRefundAsOperator',
    summary: 'Read a refund with its bank details',
    answers: { 200: { requested: forOperator(requested) } },
    problems: ['refund_not_found'],
  },
  'POST /api/operator/refunds/:id/approve': {
    id: 'approveRefund',
    summary: 'Approve a refund; then transfer the money and record the result',
    answers: { 200: { approved: forOperator(approved) } },
    problems: [...gone, 'debt_unsettled', 'payout_account_waiting'],
  },
  'POST /api/operator/refunds/:id/paid': {
    id: 'markRefundPaid',
    summary: 'Mark a refund as paid',
    body: { paid: { reference: paid.reference } },
    answers: { 200: { paid: forOperator(paid) } },
    problems: gone,
  },
  'POST /api/operator/refunds/:id/reject': {
    id: 'rejectRefund',
    summary: 'Refuse a refund; the advertiser gets the money back and sees the reason',
    body: { refused: { reason: rejected.reason } },
    answers: { 200: { rejected: forOperator(rejected) } },
    problems: gone,
  },
  'POST /api/operator/refunds/:id/failed': {
    id: 'markRefundFailed',
    summary: 'Mark a refund as failed; the advertiser gets the money back and sees the reason',
    body: { failed: { reason: failed.reason } },
    answers: { 200: { failed: forOperator(failed) } },
    problems: gone,
  },
})
