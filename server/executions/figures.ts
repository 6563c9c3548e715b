import type { Units } from '../values/money.ts'
import { queryError, ValidationError } from '../values/problem.ts'

/** Days of UTC, as YYYY-MM-DD, both included. */
export type Days = { readonly from: string; readonly to: string }

/** More days than that are asked for in several parts. */
export const daysMax = 92
const daysDefault = 30
const dayMs = 86_400_000

/** What happened to the work on an advertiser's offers, and to their money: on a day, or in the whole period. */
export type Figures = {
  /** Null: of the whole period. */
  readonly day: string | null
  readonly submitted: number
  readonly accepted: number
  readonly rejected: number
  readonly sentBack: number
  readonly medianReviewSeconds: number | null
  readonly rewardUnits: Units
  readonly feeUnits: Units
  readonly bonusUnits: Units
  readonly depositUnits: Units
}

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10)
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`)

/** The days that are asked for: the last thirty, where nothing is said. */
export function daysAsked(
  asked: { readonly from?: string | undefined; readonly to?: string | undefined },
  now: Date,
): Days {
  const to = asked.to ?? dayOf(now.getTime())
  const from = asked.from ?? dayOf(timeOf(to) - (daysDefault - 1) * dayMs)
  const days = Math.round((timeOf(to) - timeOf(from)) / dayMs) + 1
  if (days < 1) throw ValidationError([queryError('to', 'range', 'must not be earlier than from.')])
  if (days > daysMax)
    throw ValidationError([
      queryError('from', 'range', `must be at most ${daysMax} days before to, that day included.`),
    ])
  return { from, to }
}
