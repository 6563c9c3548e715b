import { Type } from 'typebox'
import { id, instant, known, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { methods } from '../deposits/deposit.ts'
import { type BookingRequestView, bookingRequestStatuses, requestActions } from './booking-request.ts'

export const bookingRequestJson = serializer<BookingRequestView>({ title: 'BookingRequest' })({
  id,
  kind: known('BookingKind', ['Deposit', 'Refund', 'Void']),
  accountId: [id, 'account'],
  email: text,
  depositId: [nullable(id), 'deposit'],
  amount: [money, 'units'],
  currency: text,
  method: nullable(known('DepositMethod', methods)),
  reference: nullable(text),
  note: nullable(text),
  status: known('BookingRequestStatus', bookingRequestStatuses),
  requestedById: [id, 'requestedBy'],
  requestedAtUtc: instant,
  decidedById: [nullable(id), 'decidedBy'],
  decidedAtUtc: nullable(instant),
  reason: nullable(Type.String({ description: 'Why it was refused' })),
  allowedActions: [Type.Array(text), (request) => requestActions(request, request.callerAccount)],
})
