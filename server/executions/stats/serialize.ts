import { Type } from 'typebox'
import { decimalOf } from '../../values/money.ts'
import type { Days } from '../../values/requests/days.ts'
import { arrayOf, nullable, text } from '../../values/requests/schema.ts'
import type { Stats } from './stats.ts'

const members = {
  submitted: Type.Integer({ description: 'Work that was submitted, each by the last of its revisions' }),
  accepted: Type.Integer({ description: 'Work that was accepted, by whomever' }),
  rejected: Type.Integer({ description: 'Work that was rejected and is so still, disputed or not' }),
  sentBack: Type.Integer({ description: 'Work that was sent back to be done again, for the last time' }),
  medianReviewSeconds: nullable(
    Type.Integer({ description: 'From submission to decision; null: nothing was decided' }),
  ),
  spent: Type.Number({ description: 'Rewards and fees of what was accepted, and what is paid once for an offer' }),
  fees: Type.Number({ description: 'What the marketplace took of it, with add-ons' }),
  bonuses: Type.Number({ description: 'Paid beside for what was accepted then, without the fee' }),
  deposits: Type.Number({ description: 'Money that came in; 0 where one offer is asked for' }),
}
const day = Type.String({ format: 'date', description: 'In UTC' })

/** Group A: what happened on each day. */
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

const serialize = (figures: Stats) => ({
  submitted: figures.submitted,
  accepted: figures.accepted,
  rejected: figures.rejected,
  sentBack: figures.sentBack,
  medianReviewSeconds: figures.medianReviewSeconds,
  spent: decimalOf(figures.rewardUnits + figures.feeUnits),
  fees: decimalOf(figures.feeUnits),
  bonuses: decimalOf(figures.bonusUnits),
  deposits: decimalOf(figures.depositUnits),
})

type StatsReport = Days & { readonly days: readonly Stats[]; readonly total: Stats; readonly currency: string }

export const serializeStats = ({ from, to, currency, days, total }: StatsReport) => ({
  from,
  to,
  currency,
  days: days.map((figures) => ({ day: figures.day ?? '', ...serialize(figures) })),
  total: serialize(total),
})
