import type { Units } from '../../values/money.ts'
import { dayOf, daysIn, daysMax } from '../../values/requests/days.ts'

const dayMs = 86_400_000

/** Events of one day (UTC). */
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
  /** Number of advertisers' decisions; below, their median duration. */
  readonly reviewed: number
  readonly medianReviewSeconds: number | null
  readonly countedAt: Date
}

/** Current state of the marketplace. */
export type Present = {
  readonly activeOffers: number
  readonly openSlots: number
  readonly pendingReviews: number
  readonly medianPendingSeconds: number | null
}

/** The operators' queue. */
export type Queue = {
  readonly offers: number
  readonly offerChanges: number
  readonly disputes: number
  readonly guaranteePayments: number
  readonly heldRejections: number
  readonly fraudHolds: number
  readonly withdrawals: number
  readonly appeals: number
  /** Null: the ledger was never checked. */
  readonly booksOk: boolean | null
}

/** Returns the days to compute: those never computed, then yesterday and today again, up to a maximum per run. */
export function daysToCount(lastCounted: string | null, now: Date): string[] {
  const today = Date.parse(dayOf(now.getTime()))
  const next = lastCounted === null ? 0 : Date.parse(lastCounted)
  const from = Math.max(today - (daysMax - 1) * dayMs, Math.min(next, today - dayMs))
  return daysIn({ from: dayOf(from), to: dayOf(today) })
}

/** Returns the median of daily medians, weighted by the number of reviews. */
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
