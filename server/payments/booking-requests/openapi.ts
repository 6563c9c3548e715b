import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { bankDeposit, paidDeposit, refundedDeposit, voidedDeposit } from '../deposits/openapi.ts'
import { bookedDepositJson, payerJson } from '../deposits/serialize.ts'
import type { BookingRequestView } from './booking-request.ts'
import { bookingRequestJson } from './serialize.ts'

const open: BookingRequestView = {
  id: idOf(9),
  kind: 'Deposit',
  account: idOf(17),
  email: 'anna@example.com',
  deposit: null,
  units: 50_000_000n,
  currency: 'USD',
  method: 'Bank',
  reference: 'invoice-8',
  note: 'March',
  status: 'Requested',
  requestedBy: idOf(2),
  requestedAt: at('10:20:00'),
  decidedBy: null,
  decidedAt: null,
  reason: null,
  callerAccount: idOf(3),
}
const decision = { decidedBy: idOf<'account'>(3), decidedAt: at('10:40:00') }
const approved: BookingRequestView = { ...open, ...decision, status: 'Approved', deposit: idOf(303) }
const refused: BookingRequestView = {
  ...open,
  ...decision,
  status: 'Refused',
  reason: 'The bank knows no such payment.',
}

/** The response for a booking that needs a second operator. */
const requestedExample = bookingRequestJson.serialize(open)

export const bookingRequestDocs = docsIn('Deposits', {
  'GET /api/operator/booking-requests': {
    id: 'listBookingRequests',
    summary: 'List bookings that await a second operator, oldest first',
    about: 'Default: open requests. Requests come from bookings above `BOOKING_APPROVAL_ABOVE`.',
    answers: { 200: { page: bookingRequestJson.serializePage(pageWith(open)) } },
  },
  'POST /api/operator/booking-requests/:id/approve': {
    id: 'approveBookingRequest',
    summary: "Approve another operator's booking",
    about: 'Takes effect immediately. Not allowed for the operator who requested it, nor for the account concerned.',
    answers: { 200: { approved: bookingRequestJson.serialize(approved) } },
    problems: [
      'account_not_found',
      'account_role_missing',
      'booking_request_not_found',
      'booking_request_state_conflict',
      'deposit_not_found',
      'deposit_reference_taken',
      'deposit_state_conflict',
      'insufficient_funds',
      'refund_open',
      'stripe_not_configured',
      'void_window_closed',
    ],
  },
  'POST /api/operator/booking-requests/:id/refuse': {
    id: 'refuseBookingRequest',
    summary: "Refuse another operator's booking",
    body: { reason: { reason: 'The bank knows no such payment.' } },
    answers: { 200: { refused: bookingRequestJson.serialize(refused) } },
    problems: ['booking_request_not_found', 'booking_request_state_conflict'],
  },
})

export const bookingDocs = docsIn('Deposits', {
  'GET /api/operator/deposits': {
    id: 'listDepositsAsOperator',
    summary: 'List all deposits, newest first',
    about: "Filters: `status`, `method` and the account's `email`.",
    answers: { 200: { page: bookedDepositJson.serializePage(pageWith(bankDeposit, paidDeposit)) } },
  },
  'POST /api/operator/deposits': {
    id: 'bookDeposit',
    summary: 'Book a deposit received outside Stripe',
    about:
      'For the account with this `email` or `accountId`. A `reference` is booked once per account; repeating the same deposit returns it unchanged. If the total booked by the operator to this account within 24 hours exceeds `BOOKING_APPROVAL_ABOVE`, another operator must approve it, and the response is 202 with the request.',
    body: {
      bank: { email: 'anna@example.com', amount: 100, method: 'Bank', reference: 'invoice-7', note: 'March' },
      manual: { accountId: 17, amount: 100 },
    },
    answers: {
      201: { booked: bookedDepositJson.serialize(bankDeposit) },
      200: { again: bookedDepositJson.serialize(bankDeposit) },
      202: { requested: requestedExample },
    },
    problems: ['account_not_found', 'account_role_missing', 'deposit_reference_taken'],
  },
  'GET /api/operator/deposits/payer': {
    id: 'getPayer',
    summary: 'Read the advertiser for whom a deposit would be booked',
    about: 'To be compared before the booking. Name it by `email`, `accountId` or `accountReference`: one of them.',
    answers: {
      200: { payer: payerJson.serialize({ account: idOf(17), email: 'anna@example.com', name: 'Corner Bakery Ltd' }) },
    },
    problems: ['account_not_found', 'account_role_missing'],
  },
  'GET /api/operator/deposits/:depositId': {
    id: 'getDepositAsOperator',
    summary: 'Read any deposit',
    answers: { 200: { deposit: bookedDepositJson.serialize(paidDeposit) } },
    problems: ['deposit_not_found'],
  },
  'POST /api/operator/deposits/:depositId/refund': {
    id: 'refundDeposit',
    summary: 'Refund a deposit in full or in part',
    about:
      'Limited to available money. Card payments are refunded through Stripe within moments; if Stripe refuses, the money is available again. The operator pays other refunds manually. If the total refunded by the operator from this account within 24 hours exceeds `BOOKING_APPROVAL_ABOVE`, another operator must approve it, and the response is 202 with the request.',
    body: { part: { amount: 25, reason: 'Paid too much' }, rest: {} },
    answers: { 200: { refunded: bookedDepositJson.serialize(refundedDeposit) }, 202: { requested: requestedExample } },
    problems: [
      'deposit_reference_taken',
      'deposit_not_found',
      'deposit_state_conflict',
      'insufficient_funds',
      'stripe_not_configured',
    ],
  },
  'POST /api/operator/deposits/:depositId/void': {
    id: 'voidDeposit',
    summary: 'Void a deposit that was recorded by mistake',
    about:
      'Takes the whole amount back within 24 hours of the recording, while it is available and no part was refunded; after that, refund the deposit. Only for deposits that an operator recorded. The advertiser is notified, and the reference becomes free for another amount. If the total taken by the operator from this account within 24 hours exceeds `BOOKING_APPROVAL_ABOVE`, another operator must approve it, and the response is 202 with the request.',
    body: { void: { reason: 'The payment was for another account.' } },
    answers: { 200: { voided: bookedDepositJson.serialize(voidedDeposit) }, 202: { requested: requestedExample } },
    problems: [
      'deposit_not_by_hand',
      'deposit_not_found',
      'deposit_state_conflict',
      'insufficient_funds',
      'refund_open',
      'void_window_closed',
    ],
  },
})
