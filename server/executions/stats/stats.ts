import type { Units } from '../../values/money.ts'
import type { Days } from '../../values/requests/days.ts'

/** The work on an advertiser's offers and their money, for a day or the whole period. */
export type Stats = {
  /** Null for the whole period. */
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

export type StatsReport = Days & { readonly days: readonly Stats[]; readonly total: Stats; readonly currency: string }
