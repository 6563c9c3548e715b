import { Type } from 'typebox'
import type { PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { methodMembers, methodTypes } from '../withdrawals/withdrawal-method.ts'
import { type PayableRefund, type RefundActor, type RefundRequest, refundActions, refundStatuses } from './refund.ts'

const refundJson = serializer<RefundRequest, RefundActor>({ title: 'Refund' })({
  id,
  depositId: [id, 'deposit'],
  status: known('RefundStatus', refundStatuses),
  amount: [money, 'units'],
  currency: text,
  method: [
    nullable(
      Type.Object(
        { type: Type.String({ enum: methodTypes }), hint: text },
        { description: 'Payout method used by the operator; null: to the card through Stripe' },
      ),
    ),
    ({ method, hint }) => (method === null ? null : { type: method, hint: hint ?? '' }),
  ],
  note: nullable(Type.String({ description: "The advertiser's reason" })),
  reason: nullable(Type.String({ description: 'Reason for refusal or failure' })),
  reference: nullable(Type.String({ description: "The bank's reference for the payment" })),
  allowedActions: [arrayOf(text), refundActions],
  version: whole,
  requestedAtUtc: instant,
  waitsUntilUtc: nullable(
    Type.String({
      format: 'date-time',
      description: 'The first refund to an account is not approved before; null: it was used before',
    }),
  ),
  approvedAtUtc: nullable(instant),
  endedAtUtc: nullable(instant),
  updatedAtUtc: instant,
})
export const ownRefundJson = {
  ...refundJson,
  serialize: (refund: RefundRequest) => refundJson.serialize(refund, 'advertiser'),
  serializePage: (list: PageOf<RefundRequest>) => refundJson.serializePage(list, 'advertiser'),
}

export const operatorRefundJson = serializer<RefundRequest>({ title: 'OperatorRefund' })({
  ...refundJson.members,
  allowedActions: [arrayOf(text), (refund) => refundActions(refund, 'operator')],
  accountId: [id, 'account'],
  email: text,
  debt: [money, 'debtUnits'],
})

const payTo = Type.Object({
  type: Type.String({ enum: methodTypes }),
  ...Object.fromEntries(methodMembers.map((member) => [member, Type.Optional(Type.String())])),
})
/** A refund with its payment details. */
export const payableRefundJson = serializer<PayableRefund>({ title: 'PayableRefund' })({
  ...operatorRefundJson.members,
  payTo: nullable(payTo),
})
