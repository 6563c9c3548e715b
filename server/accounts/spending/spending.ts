import { decimalOf, type Units } from '../../values/money.ts'
import { conflict } from '../../values/problems/problem.ts'
import { iso } from '../../values/requests/schema.ts'
import type { KeySpending } from '../account.ts'

type Exceeded = {
  readonly dailySpendMax: number
  readonly spentToday: number
  readonly required: number
  readonly currency: string
  readonly resetsAtUtc: string
}

export const DailySpendMaxExceeded = conflict<Exceeded>(
  'daily_spend_max_exceeded',
  'Daily spending limit of the API key',
  ({ dailySpendMax, spentToday, required, currency, resetsAtUtc }) =>
    `This requires ${required.toFixed(4)} ${currency}. The API key may spend ${dailySpendMax.toFixed(4)} ${currency} per UTC day, and has spent ${spentToday.toFixed(4)} ${currency}. The next day begins at ${resetsAtUtc}.`,
)

const dayLength = '2026-03-01'.length
const dayMs = 86_400_000
const dayOf = (now: Date): string => iso(now).slice(0, dayLength)

/** Returns what the credential has spent on the UTC day of `now`, or on a later one that began meanwhile. */
export const spentTodayUnits = ({ spentOn, spentUnits }: KeySpending, now: Date): Units =>
  spentOn !== null && spentOn >= dayOf(now) ? spentUnits : 0n

type Wanted = { readonly units: Units; readonly currency: string; readonly now: Date }

/** Throws DailySpendMaxExceeded if the API key may not spend these units on the UTC day of `now`. */
export function mustBeWithinDailyMax(spending: KeySpending, wanted: Wanted): void {
  const { units, now } = wanted
  const { dailySpendMaxUnits: max } = spending
  if (max !== null && units > 0n && spentTodayUnits(spending, now) + units > max) throw exceeded(spending, wanted)
}

export const exceeded = (spending: KeySpending, { units, currency, now }: Wanted) =>
  DailySpendMaxExceeded({
    dailySpendMax: decimalOf(spending.dailySpendMaxUnits ?? 0n),
    spentToday: decimalOf(spentTodayUnits(spending, now)),
    required: decimalOf(units),
    currency,
    resetsAtUtc: iso(new Date(Date.parse(dayOf(now)) + dayMs)),
  })

/** Whether the maximum allows more than the previous one. */
export const isHigher = (max: Units | null, before: Units | null): boolean =>
  before !== null && (max === null || max > before)
