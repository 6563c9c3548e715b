import type { Units } from '../values/money.ts'
import { queryError, ValidationError } from '../values/problem.ts'

/** In one answer. */
export const daysMax = 92
const daysShown = 30
const dayMs = 86_400_000

/** What happened on one day (UTC). */
export type DayFigures = {
  readonly day: string
  readonly offersActivated: number
  readonly submitted: number
  readonly accepted: number
  readonly rejected: number
  readonly disputesOpened: number
  readonly disputesDecided: number
  readonly newAdvertisers: number
  readonly newExecutors: number
  readonly newOperators: number
  readonly depositedUnits: Units
  readonly rewardedUnits: Units
  readonly feeUnits: Units
  readonly withdrawnUnits: Units
  /** Decisions of advertisers, and how long half of them took at most. */
  readonly reviewed: number
  readonly medianReviewSeconds: number | null
  readonly countedAt: Date
}

/** How the marketplace is at this moment. */
export type Present = {
  readonly activeOffers: number
  readonly openSlots: number
  readonly pendingReviews: number
  readonly medianPendingSeconds: number | null
}

/** What waits for an operator. */
export type Queue = {
  readonly offers: number
  readonly disputes: number
  readonly heldRejections: number
  readonly withdrawals: number
  readonly appeals: number
  /** Null: the books were never added up. */
  readonly booksOk: boolean | null
}

/** The first and the last day, both within. */
export type Period = { readonly from: string; readonly to: string }

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

/** The day that a text names, in milliseconds; undefined where it names none. */
function msOf(text: string): number | undefined {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return Number.isNaN(ms) || dayOf(ms) !== text ? undefined : ms
}

/** The days that are asked for; by default the last thirty. */
export function periodOf(asked: { readonly from?: string; readonly to?: string }, now: Date): Period {
  const wrong = (['from', 'to'] as const).filter((name) => msOf(asked[name] ?? '2026-01-01') === undefined)
  if (wrong.length > 0)
    throw ValidationError(wrong.map((name) => queryError(name, 'format', 'must be a day, such as 2026-01-31.')))
  const to = asked.to === undefined ? (msOf(dayOf(now.getTime())) ?? 0) : (msOf(asked.to) ?? 0)
  const from = asked.from === undefined ? to - (daysShown - 1) * dayMs : (msOf(asked.from) ?? 0)
  if (from > to) throw ValidationError([queryError('from', 'range', 'must not be after to.')])
  if (to - from >= daysMax * dayMs)
    throw ValidationError([queryError('from', 'range', `must be within ${daysMax} days of to.`)])
  return { from: dayOf(from), to: dayOf(to) }
}

/** Every day of the period, in their order. */
export function daysIn({ from, to }: Period): string[] {
  const [first, last] = [msOf(from) ?? 0, msOf(to) ?? 0]
  return Array.from({ length: Math.round((last - first) / dayMs) + 1 }, (_, index) => dayOf(first + index * dayMs))
}

/** The days to count: what was never counted, and yesterday and today once more; at most so many. */
export function daysToCount(lastCounted: string | null, now: Date): string[] {
  const today = msOf(dayOf(now.getTime())) ?? 0
  const next = lastCounted === null ? 0 : (msOf(lastCounted) ?? 0)
  const from = Math.max(today - (daysMax - 1) * dayMs, Math.min(next, today - dayMs))
  return daysIn({ from: dayOf(from), to: dayOf(today) })
}

/** Of medians of days: the one in the middle, where each counts as often as its day has reviews. */
export function medianOf(days: readonly Pick<DayFigures, 'reviewed' | 'medianReviewSeconds'>[]): number | null {
  const known = days.flatMap(({ reviewed, medianReviewSeconds: seconds }) =>
    seconds === null ? [] : [{ reviewed, seconds }],
  )
  const sorted = known.toSorted((a, b) => a.seconds - b.seconds)
  const half = sorted.reduce((sum, { reviewed }) => sum + reviewed, 0) / 2
  let passed = 0
  for (const { reviewed, seconds } of sorted) {
    passed += reviewed
    if (passed >= half) return seconds
  }
  return null
}
