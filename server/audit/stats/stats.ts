import type { Units } from '../../values/money.ts'
import { dayOf, daysIn, daysMax } from '../../values/requests/days.ts'

const dayMs = 86_400_000

/** What happened on one day (UTC). */
export type DayStats = {
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
  readonly offerChanges: number
  readonly disputes: number
  readonly guaranteePayments: number
  readonly heldRejections: number
  readonly fraudHolds: number
  readonly withdrawals: number
  readonly appeals: number
  /** Null: the books were never added up. */
  readonly booksOk: boolean | null
}

/** The days to count: what was never counted, and yesterday and today once more; at most so many. */
export function daysToCount(lastCounted: string | null, now: Date): string[] {
  const today = Date.parse(dayOf(now.getTime()))
  const next = lastCounted === null ? 0 : Date.parse(lastCounted)
  const from = Math.max(today - (daysMax - 1) * dayMs, Math.min(next, today - dayMs))
  return daysIn({ from: dayOf(from), to: dayOf(today) })
}

/** Of medians of days: the one in the middle, where each counts as often as its day has reviews. */
export function medianOf(days: readonly Pick<DayStats, 'reviewed' | 'medianReviewSeconds'>[]): number | null {
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
