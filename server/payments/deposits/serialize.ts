import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import type { PageOf } from '../../values/requests/page.ts'
import { amount, arrayOf, id, instant, known, money, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import type { Payer } from '../payment.ts'
import { type Deposit, depositActions, methods, type Reversal, reversalTransitions, statuses } from './deposit.ts'

const reversalJson = serializer<Reversal>({ title: 'Reversal' })({
  id,
  type: [
    known(
      'ReversalType',
      ['Refund', 'Chargeback', 'Void'],
      "Chargeback: reversed by the payer's bank; Void: the deposit was recorded by mistake",
    ),
    'kind',
  ],
  status: known('ReversalStatus', statusesOf(reversalTransitions), 'Pending: not paid yet; Returned: it failed'),
  amount: [money, ({ units }) => BigInt(units)],
  reason: nullable(text),
  createdAtUtc: [instant, 'createdAtUtc'],
})

const depositJson = serializer<Deposit, string>({ title: 'Deposit' })({
  id,
  method: known('DepositMethod', methods),
  status: known('DepositStatus', statuses),
  amount: [money, 'amountUnits'],
  refunded: [
    amount({ description: 'Paid back to the payer' }),
    ({ refundedUnits, refundingUnits }) => refundedUnits - refundingUnits,
  ],
  refundPending: [amount({ description: 'Taken for refunds that are not paid yet' }), 'refundingUnits'],
  chargedBack: [money, 'chargedBackUnits'],
  currency: text,
  reference: text,
  url: [
    nullable(Type.String({ description: 'URL of the payment page while payment is possible' })),
    (deposit) => (deposit.status === 'Pending' && deposit.expiresAt ? deposit.url : null),
  ],
  expiresAtUtc: [nullable(instant), ({ status, expiresAt }) => (status === 'Pending' ? expiresAt : null)],
  createdAtUtc: instant,
  paidAtUtc: nullable(instant),
  reversals: [arrayOf(reversalJson.schema), (deposit) => deposit.reversals.map(reversalJson.serialize)],
  allowedActions: [arrayOf(text), depositActions],
})
export const ownDepositJson = {
  ...depositJson,
  serialize: (deposit: Deposit) => depositJson.serialize(deposit, 'advertiser'),
  serializePage: (list: PageOf<Deposit>) => depositJson.serializePage(list, 'advertiser'),
}

export const payerJson = serializer<Payer>({ title: 'Payer' })({
  accountId: [id, 'account'],
  email: text,
  name: nullable(Type.String({ description: 'As in its billing details' })),
})

export const bookedDepositJson = serializer<Deposit>({ title: 'BookedDeposit' })({
  ...depositJson.members,
  allowedActions: [arrayOf(text), (deposit) => depositActions(deposit, 'operator')],
  mismatch: [
    nullable(
      Type.Object(
        { amount: money, currency: text },
        { description: 'What Stripe reported in another amount or currency. It was not booked: compare it in Stripe' },
      ),
    ),
    ({ mismatchUnits, mismatchCurrency }) =>
      mismatchUnits === null || mismatchCurrency === null
        ? null
        : { amount: decimalOf(mismatchUnits), currency: mismatchCurrency },
  ],
  accountId: [id, 'account'],
  email: text,
  note: nullable(text),
})
