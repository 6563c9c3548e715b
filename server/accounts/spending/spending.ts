import { decimalOf, type Units } from '../../values/money.ts'
import { conflict, type Problem } from '../../values/problems/problem.ts'
import { iso } from '../../values/requests/schema.ts'
import type { KeySpending, SpendingLimits } from '../account.ts'

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
    `This requires ${required.toFixed(4)} ${currency}. The API key or member may spend ${dailySpendMax.toFixed(4)} ${currency} per UTC day, and has spent ${spentToday.toFixed(4)} ${currency}. The next day begins at ${resetsAtUtc}.`,
)

export const ApprovalRequired = conflict<{
  readonly spendMax: number
  readonly required: number
  readonly currency: string
}>(
  'approval_required',
  'The owner has to do this',
  ({ spendMax, required, currency }) =>
    `This requires ${required.toFixed(4)} ${currency}. A member of this workspace may spend up to ${spendMax.toFixed(4)} ${currency} at once. Ask its owner to do this.`,
)

const dayLength = '2026-03-01'.length
const dayMs = 86_400_000
const dayOf = (now: Date): string => iso(now).slice(0, dayLength)

/** Returns what the credential has spent on the UTC day of `now`, or on a later one that began meanwhile. */
export const spentTodayUnits = ({ spentOn, spentUnits }: KeySpending, now: Date): Units =>
  spentOn !== null && spentOn >= dayOf(now) ? spentUnits : 0n

type Wanted = { readonly units: Units; readonly currency: string; readonly now: Date }

/** Throws ApprovalRequired or DailySpendMaxExceeded if the API key or member may not spend these units at once, or on the UTC day of `now`. */
export function mustBeWithinDailyMax(spending: SpendingLimits, wanted: Wanted): void {
  const { units, now } = wanted
  const { dailySpendMaxUnits: max, spendMaxUnits } = spending
  if (spendMaxUnits !== null && units > spendMaxUnits) throw exceeded(spending, wanted)
  if (max !== null && units > 0n && spentTodayUnits(spending, now) + units > max) throw exceeded(spending, wanted)
}

/** Returns which limit refuses these units. */
export function exceeded(spending: SpendingLimits, { units, currency, now }: Wanted): Problem {
  const { spendMaxUnits } = spending
  const required = decimalOf(units)
  if (spendMaxUnits !== null && units > spendMaxUnits)
    return ApprovalRequired({ spendMax: decimalOf(spendMaxUnits), required, currency })
  return DailySpendMaxExceeded({
    dailySpendMax: decimalOf(spending.dailySpendMaxUnits ?? 0n),
    spentToday: decimalOf(spentTodayUnits(spending, now)),
    required,
    currency,
    resetsAtUtc: iso(new Date(Date.parse(dayOf(now)) + dayMs)),
  })
}

/** Whether the maximum allows more than the previous one. */
export const isHigher = (max: Units | null, before: Units | null): boolean =>
  before !== null && (max === null || max > before)
