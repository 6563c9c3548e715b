import type { MissedReservations } from '../reservations/cool-down.ts'
import { levelOf, levels } from '../values/level.ts'

/** The executor's record that decides what they may reserve and when they are paid. */
export type ExecutorReputation = MissedReservations & {
  readonly accepted: number
  readonly rejected: number
  /** Reservations cancelled or expired in the last 24 hours. */
  readonly missed: number
  readonly disputesDecided: number
  readonly disputesWon: number
  /** Earnings are available at once. */
  readonly isClear: boolean
  readonly since: Date
}

/** The advertiser's record that executors see before they reserve. */
export type AdvertiserReputation = {
  readonly decided: number
  readonly accepted: number
  readonly medianReviewSeconds: number | null
  readonly disputesDecided: number
  readonly disputesLost: number
  readonly refreshedAt: Date | null
  readonly since: Date
}

export const shareOf = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole)

/** Returns the next level of an executor and how many more acceptances it needs without rejections; null at the last level. */
export function nextLevelOf(accepted: number, rejected: number) {
  const level = levelOf(accepted, rejected) + 1
  const goal = levels[level - 1]
  if (!goal) return null
  let missing = Math.max(goal.accepted - accepted, Math.floor((goal.rate * rejected) / (1 - goal.rate)) - accepted, 1)
  // Rates are floating-point numbers, so the result is corrected by trying.
  while (levelOf(accepted + missing, rejected) < level) missing++
  return { level, acceptedCount: goal.accepted, acceptanceRate: goal.rate, acceptedMissing: missing }
}

/** The record with the values that this marketplace's rules add. */
export type OwnReputation = ExecutorReputation & {
  readonly coolingUntil: Date | null
  readonly coolDownAfter: number
  readonly clearingSeconds: number
}
