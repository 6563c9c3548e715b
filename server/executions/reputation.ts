import type { Missed } from '../reservations/cool-down.ts'
import { levelOf, levels } from '../values/level.ts'

/** What is known of an executor, and decides what they may take and when they are paid. */
export type ExecutorReputation = Missed & {
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

/** What executors are told of an advertiser before they reserve. */
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

/** The next level of an executor, and how much more must be accepted for it if nothing is rejected; none above the last. */
export function nextLevelOf(accepted: number, rejected: number) {
  const level = levelOf(accepted, rejected) + 1
  const goal = levels[level - 1]
  if (!goal) return null
  let missing = Math.max(goal.accepted - accepted, Math.floor((goal.rate * rejected) / (1 - goal.rate)) - accepted, 1)
  // Shares are fractions: what they add up to is tried, not computed.
  while (levelOf(accepted + missing, rejected) < level) missing++
  return { level, acceptedCount: goal.accepted, acceptanceRate: goal.rate, acceptedMissing: missing }
}

/** With what follows from the rules of this marketplace. */
export type OwnReputation = ExecutorReputation & {
  readonly coolingUntil: Date | null
  readonly coolDownAfter: number
  readonly clearingSeconds: number
}
