import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import { arrayOf, nullable, text } from '../../values/requests/schema.ts'
import type { Stats, StatsReport } from './stats.ts'

const members = {
  submitted: Type.Integer({ description: 'Submitted work, counted by its last revision' }),
  accepted: Type.Integer({ description: 'Accepted work' }),
  rejected: Type.Integer({ description: 'Work still rejected, disputed or not' }),
  sentBack: Type.Integer({ description: 'Work last returned for rework' }),
  medianReviewSeconds: nullable(Type.Integer({ description: 'Time from submission to decision; null: no decisions' })),
  spent: Type.Number({ description: 'Rewards and fees of accepted work, and one-time costs' }),
  fees: Type.Number({ description: 'Fees and add-ons of the marketplace in it' }),
  bonuses: Type.Number({ description: 'Bonuses, without the fee' }),
  deposits: Type.Number({ description: 'Deposits; 0 when filtered by offer' }),
}
const day = Type.String({ format: 'date', description: 'In UTC' })

export const statsSchema = Type.Object(
  {
    from: day,
    to: day,
    currency: text,
    days: arrayOf(Type.Object({ day, ...members }, { title: 'FiguresOfDay' })),
    total: Type.Object(members, { title: 'Figures' }),
  },
  { title: 'AdvertiserFigures' },
)

const serialize = (stats: Stats) => ({
  submitted: stats.submitted,
  accepted: stats.accepted,
  rejected: stats.rejected,
  sentBack: stats.sentBack,
  medianReviewSeconds: stats.medianReviewSeconds,
  spent: decimalOf(stats.rewardUnits + stats.feeUnits),
  fees: decimalOf(stats.feeUnits),
  bonuses: decimalOf(stats.bonusUnits),
  deposits: decimalOf(stats.depositUnits),
})

export const serializeStats = ({ from, to, currency, days, total }: StatsReport) => ({
  from,
  to,
  currency,
  days: days.map((stats) => ({ day: stats.day ?? '', ...serialize(stats) })),
  total: serialize(total),
})
