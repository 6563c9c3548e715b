import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import type { Docs } from '../../values/requests/operation.ts'
import type { ViewedRequest } from './booking-requests.ts'
import { serializeBookingRequest, serializeBookingRequests } from './serialize.ts'

const tag = 'Deposits'

const open: ViewedRequest = {
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
  operator: 3,
}
const decision = { decidedBy: idOf<'account'>(3), decidedAt: at('10:40:00') }
const approved: ViewedRequest = { ...open, ...decision, status: 'Approved', deposit: idOf(303) }
const refused: ViewedRequest = { ...open, ...decision, status: 'Refused', reason: 'The bank knows no such payment.' }

/** The response for a booking that needs a second operator. */
export const requestedExample = serializeBookingRequest(open)

/** Group A: bookings above BOOKING_APPROVAL_ABOVE. */
export const bookingRequestDocs: Docs = {
  'GET /api/operator/booking-requests': {
    id: 'listBookingRequests',
    tag,
    summary: 'List bookings that await a second operator, oldest first',
    about: 'Default: open requests. Requests come from bookings above `BOOKING_APPROVAL_ABOVE`.',
    answers: { 200: { page: serializeBookingRequests(pageWith(open)) } },
  },
  'POST /api/operator/booking-requests/:id/approve': {
    id: 'approveBookingRequest',
    tag,
    summary: "Approve another operator's booking",
    about: 'Takes effect immediately. Not allowed for the operator who requested it, nor for the account concerned.',
    answers: { 200: { approved: serializeBookingRequest(approved) } },
    problems: [
      'account_not_found',
      'account_role_missing',
      'booking_request_not_found',
      'booking_request_state_conflict',
      'deposit_not_found',
      'deposit_reference_taken',
      'deposit_state_conflict',
      'insufficient_funds',
      'stripe_not_configured',
    ],
  },
  'POST /api/operator/booking-requests/:id/refuse': {
    id: 'refuseBookingRequest',
    tag,
    summary: "Refuse another operator's booking",
    body: { reason: { reason: 'The bank knows no such payment.' } },
    answers: { 200: { refused: serializeBookingRequest(refused) } },
    problems: ['booking_request_not_found', 'booking_request_state_conflict'],
  },
}
