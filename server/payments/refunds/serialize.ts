import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  money,
  nullable,
  text,
  whole,
} from '../../values/requests/schema.ts'
import { methodMembers, methodTypes } from '../withdrawals/withdrawal-method.ts'
import { type PayableRefund, type RefundActor, type RefundRequest, refundActions, refundStatuses } from './refund.ts'

const members = {
  id,
  depositId: id,
  status: Type.String({ enum: [...refundStatuses] }),
  amount: money,
  currency: text,
  method: nullable(
    Type.Object(
      { type: Type.String({ enum: methodTypes }), hint: text },
      { description: 'Payout method used by the operator; null: to the card through Stripe' },
    ),
  ),
  note: nullable(Type.String({ description: "The advertiser's reason" })),
  reason: nullable(Type.String({ description: 'Reason for refusal or failure' })),
  reference: nullable(Type.String({ description: "The bank's reference for the payment" })),
  allowedActions: arrayOf(text),
  version: whole,
  requestedAtUtc: instant,
  approvedAtUtc: nullable(instant),
  endedAtUtc: nullable(instant),
  updatedAtUtc: instant,
}
/** A refund, for its advertiser. */
export const refundSchema = Type.Object(members, { title: 'Refund' })
export const refundsSchema = listOf(refundSchema)

const operatorMembers = { ...members, accountId: id, email: text, debt: money }
export const operatorRefundsSchema = listOf(Type.Object(operatorMembers, { title: 'OperatorRefund' }))

const payTo = Type.Object({
  type: Type.String({ enum: methodTypes }),
  ...Object.fromEntries(methodMembers.map((member) => [member, Type.Optional(Type.String())])),
})
/** A refund with its payment details. */
export const payableRefundSchema = Type.Object(
  { ...operatorMembers, payTo: nullable(payTo) },
  { title: 'PayableRefund' },
)

export const serializeRefund = (refund: RefundRequest, actor: RefundActor = 'advertiser') => ({
  id: refund.id,
  depositId: refund.deposit,
  status: refund.status,
  amount: decimalOf(refund.units),
  currency: refund.currency,
  method: refund.method === null ? null : { type: refund.method, hint: refund.hint ?? '' },
  note: refund.note,
  reason: refund.reason,
  reference: refund.reference,
  allowedActions: refundActions(refund, actor),
  version: refund.version,
  requestedAtUtc: iso(refund.requestedAt),
  approvedAtUtc: isoOrNull(refund.approvedAt),
  endedAtUtc: isoOrNull(refund.endedAt),
  updatedAtUtc: iso(refund.updatedAt),
})
export const serializeRefunds = (list: PageOf<RefundRequest>) => mapItems(list, (each) => serializeRefund(each))

const serializeForOperator = (refund: RefundRequest) => ({
  ...serializeRefund(refund, 'operator'),
  accountId: refund.account,
  email: refund.email,
  debt: decimalOf(refund.debtUnits),
})
export const serializeAllRefunds = (list: PageOf<RefundRequest>) => mapItems(list, serializeForOperator)
export const serializePayable = (refund: PayableRefund) => ({ ...serializeForOperator(refund), payTo: refund.payTo })
