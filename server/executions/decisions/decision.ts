import type { Id } from '../../values/id.ts'

/** By whom a decision was made, as reports show it. */
export type DecidedBy = 'Advertiser' | 'AutoAccept' | 'Rule' | 'Operator' | 'ReworkTimeout'

/** A decision to write down, once the rule allowed it. */
export type Review = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly by: DecidedBy
  /** Who stands behind it; null: nobody but the rules. */
  readonly account: Id<'account'> | null
  /** The one version that is decided on; null: any. */
  readonly version?: number | null
  readonly comment: string | null
  readonly rating: number | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly failedCriteria: readonly string[] | null
  /** Of an advertiser's own rejection: how many of them may take effect after so many that had when its facts were read. */
  readonly remaining?: number | null
  readonly made?: number | null
  /** Of an advertiser's rejection: the executor is to get none of their offers any more. */
  readonly blocks?: boolean | null
}
