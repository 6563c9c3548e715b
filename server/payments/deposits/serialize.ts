import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, money, nullable, text } from '../../values/requests/schema.ts'
import { type Deposit, depositActions } from './deposit.ts'

const reversal = Type.Object(
  {
    id,
    type: Type.String({ description: "Refund, or Chargeback: reversed by the payer's bank" }),
    status: Type.String({ description: 'Pending: sent to Stripe; Done; Returned: it failed' }),
    amount: money,
    reason: nullable(text),
    createdAtUtc: instant,
  },
  { title: 'Reversal' },
)

const members = {
  id,
  method: Type.String({ description: 'Stripe, Bank or Manual' }),
  status: text,
  amount: money,
  refunded: money,
  chargedBack: money,
  currency: text,
  reference: text,
  url: nullable(Type.String({ description: 'URL of the payment page while payment is possible' })),
  expiresAtUtc: nullable(instant),
  createdAtUtc: instant,
  paidAtUtc: nullable(instant),
  reversals: arrayOf(reversal),
  allowedActions: Type.Array(text),
}
export const depositSchema = Type.Object(members, { title: 'Deposit' })
export const depositsSchema = listOf(depositSchema)

const operatorMembers = { ...members, accountId: id, email: text, note: nullable(text) }
export const bookedDepositSchema = Type.Object(operatorMembers, { title: 'BookedDeposit' })
export const bookedDepositsSchema = listOf(bookedDepositSchema)

export const serializeDeposit = (deposit: Deposit, actor = 'advertiser') => ({
  id: deposit.id,
  method: deposit.method,
  status: deposit.status,
  amount: decimalOf(deposit.amountUnits),
  refunded: decimalOf(deposit.refundedUnits),
  chargedBack: decimalOf(deposit.chargedBackUnits),
  currency: deposit.currency,
  reference: deposit.reference,
  url: deposit.status === 'Pending' && deposit.expiresAt ? deposit.url : null,
  expiresAtUtc: deposit.status === 'Pending' ? isoOrNull(deposit.expiresAt) : null,
  createdAtUtc: iso(deposit.createdAt),
  paidAtUtc: isoOrNull(deposit.paidAt),
  reversals: deposit.reversals.map(({ kind, units, ...rest }) => ({
    ...rest,
    type: kind,
    amount: decimalOf(BigInt(units)),
  })),
  allowedActions: depositActions(deposit, actor),
})

/** A deposit, for operators. */
export const serializeBooked = (deposit: Deposit) => ({
  ...serializeDeposit(deposit, 'operator'),
  accountId: deposit.account,
  email: deposit.email,
  note: deposit.note,
})

export const serializeDeposits = (list: PageOf<Deposit>) => mapItems(list, (each) => serializeDeposit(each))
export const serializeAllBooked = (list: PageOf<Deposit>) => mapItems(list, serializeBooked)
