import { Type } from 'typebox'
import { amount, arrayOf, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import type { Stats, StatsReport } from './stats.ts'

const statsJson = serializer<Stats>({ title: 'Figures' })({
  submitted: Type.Integer({ description: 'Submitted work, counted by its last revision' }),
  accepted: Type.Integer({ description: 'Accepted work' }),
  rejected: Type.Integer({ description: 'Work still rejected, disputed or not' }),
  sentBack: Type.Integer({ description: 'Work last returned for rework' }),
  medianReviewSeconds: nullable(Type.Integer({ description: 'Time from submission to decision; null: no decisions' })),
  spent: [
    amount({ description: 'Rewards and fees of accepted work and screened-out executors, and one-time costs' }),
    ({ rewardUnits, feeUnits }) => rewardUnits + feeUnits,
  ],
  fees: [amount({ description: 'Fees and add-ons of the marketplace in it' }), 'feeUnits'],
  bonuses: [amount({ description: 'Bonuses, without the fee' }), 'bonusUnits'],
  deposits: [amount({ description: 'Deposits; 0 when filtered by offer' }), 'depositUnits'],
})
const day = Type.String({ format: 'date', description: 'In UTC' })

const dayJson = serializer<Stats>({ title: 'FiguresOfDay' })({
  day: [day, (stats) => stats.day ?? ''],
  ...statsJson.members,
})

export const statsReportJson = serializer<StatsReport>({ title: 'AdvertiserFigures' })({
  from: day,
  to: day,
  currency: text,
  days: [arrayOf(dayJson.schema), ({ days }) => days.map(dayJson.serialize)],
  total: [statsJson.schema, ({ total }) => statsJson.serialize(total)],
})
