import { Type } from 'typebox'
import { arrayOf, id, instant, known, money, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type Payout, payoutActions, payoutKinds } from './payout.ts'

/** Withdrawals that are paid out with one file. */
export const payoutJson = serializer<Payout>({ title: 'Payout' })({
  id,
  kind: known('PayoutKind', payoutKinds, 'Sepa: SEPA credit transfers can pay all of its withdrawals'),
  withdrawals: Type.Integer({ description: 'Number of withdrawals' }),
  paid: whole,
  failed: whole,
  amount: [money, 'units'],
  currency: text,
  createdAtUtc: instant,
  sharedCount: [
    Type.Integer({
      description: 'Number of withdrawals without a result whose payout account another executor also uses',
    }),
    'shared',
  ],
  exportCount: [nullable(Type.Integer({ description: 'Number of exports; null: older than this count' })), 'exports'],
  exportedAtUtc: nullable(Type.String({ format: 'date-time', description: 'When its file was last exported' })),
  allowedActions: [arrayOf(text), payoutActions],
})
