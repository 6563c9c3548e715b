import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../../values/requests/schema.ts'
import { type BookingRequestView, requestActions } from './booking-request.ts'

export const bookingRequestSchema = Type.Object(
  {
    id,
    kind: Type.String({ description: 'Deposit, or Refund of one' }),
    accountId: id,
    email: text,
    depositId: nullable(id),
    amount: money,
    currency: text,
    method: nullable(text),
    reference: nullable(text),
    note: nullable(text),
    status: Type.String({ description: 'Requested, Approved or Refused' }),
    requestedById: id,
    requestedAtUtc: instant,
    decidedById: nullable(id),
    decidedAtUtc: nullable(instant),
    reason: nullable(Type.String({ description: 'Why it was refused' })),
    allowedActions: Type.Array(text),
  },
  { title: 'BookingRequest' },
)
export const bookingRequestsSchema = listOf(bookingRequestSchema)

export const serializeBookingRequest = (request: BookingRequestView) => ({
  id: request.id,
  kind: request.kind,
  accountId: request.account,
  email: request.email,
  depositId: request.deposit,
  amount: decimalOf(request.units),
  currency: request.currency,
  method: request.method,
  reference: request.reference,
  note: request.note,
  status: request.status,
  requestedById: request.requestedBy,
  requestedAtUtc: iso(request.requestedAt),
  decidedById: request.decidedBy,
  decidedAtUtc: isoOrNull(request.decidedAt),
  reason: request.reason,
  allowedActions: requestActions(request, request.operator),
})

export const serializeBookingRequests = (list: PageOf<BookingRequestView>) => mapItems(list, serializeBookingRequest)
