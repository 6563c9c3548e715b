import type { Units } from '../../values/money.ts'
import type { Days } from '../../values/requests/days.ts'

/** What happened to the work on an advertiser's offers, and to their money: on a day, or in the whole period. */
export type Stats = {
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

/** The days of a period, and the whole period. */
export type StatsReport = Days & { readonly days: readonly Stats[]; readonly total: Stats; readonly currency: string }
