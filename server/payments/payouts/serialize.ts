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
import { type Payout, payoutActions } from './payout.ts'

const payoutMembers = {
  id,
  withdrawals: Type.Integer({ description: 'Number of withdrawals' }),
  paid: whole,
  failed: whole,
  amount: money,
  currency: text,
  createdAtUtc: instant,
  sharedCount: Type.Integer({
    description: 'Number of withdrawals without a result whose payout account another executor also uses',
  }),
  exportCount: nullable(Type.Integer({ description: 'Number of exports; null: older than this count' })),
  exportedAtUtc: nullable(Type.String({ format: 'date-time', description: 'When its file was last exported' })),
  allowedActions: arrayOf(text),
}
/** Withdrawals that are paid out with one file. */
export const payoutSchema = Type.Object(payoutMembers, { title: 'Payout' })
export const payoutsSchema = listOf(payoutSchema)

export const serializePayout = (payout: Payout) => ({
  id: payout.id,
  withdrawals: payout.withdrawals,
  paid: payout.paid,
  failed: payout.failed,
  amount: decimalOf(payout.units),
  currency: payout.currency,
  createdAtUtc: iso(payout.createdAt),
  sharedCount: payout.shared,
  exportCount: payout.exports,
  exportedAtUtc: isoOrNull(payout.exportedAt),
  allowedActions: payoutActions(payout),
})
export const serializePayouts = (list: PageOf<Payout>) => mapItems(list, serializePayout)
