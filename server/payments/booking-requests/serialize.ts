import { Type } from 'typebox'
import { id, instant, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type BookingRequestView, requestActions } from './booking-request.ts'

export const bookingRequestJson = serializer<BookingRequestView>({ title: 'BookingRequest' })({
  id,
  kind: Type.String({ description: 'Deposit, or Refund of one' }),
  accountId: [id, 'account'],
  email: text,
  depositId: [nullable(id), 'deposit'],
  amount: [money, 'units'],
  currency: text,
  method: nullable(text),
  reference: nullable(text),
  note: nullable(text),
  status: Type.String({ description: 'Requested, Approved or Refused' }),
  requestedById: [id, 'requestedBy'],
  requestedAtUtc: instant,
  decidedById: [nullable(id), 'decidedBy'],
  decidedAtUtc: nullable(instant),
  reason: nullable(Type.String({ description: 'Why it was refused' })),
  allowedActions: [Type.Array(text), (request) => requestActions(request, request.operator)],
})
