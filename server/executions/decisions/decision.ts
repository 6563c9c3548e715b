import type { Id } from '../../values/id.ts'

/** The source of a decision, as reports show it. */
export type DecidedBy = 'Advertiser' | 'AutoAccept' | 'Rule' | 'Operator' | 'ReworkTimeout'

/** An acceptance or rejection to write, after the rules have allowed it. */
export type Review = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly by: DecidedBy
  /** The responsible account; null for automatic decisions. */
  readonly account: Id<'account'> | null
  /** The version that was read and may be decided on; null: any. */
  readonly version?: number | null
  readonly comment?: string | null | undefined
  readonly rating?: number | null | undefined
  readonly reasonCode?: string | null
  readonly reason?: string | null | undefined
  readonly failedCriteria?: readonly string[] | null | undefined
  /** For an advertiser's own rejection: how many may still take effect, and how many had taken effect when the facts were read. */
  readonly remaining?: number | null
  readonly made?: number | null
  /** For an advertiser's rejection: block the executor from all offers of the advertiser. */
  readonly blocks?: boolean | null
}

/** A rejection that waits for an operator, to write. */
export type RejectionToHold = {
  readonly execution: Id<'execution'>
  readonly cause: 'Rate' | 'AtOnce'
  readonly reasonCode: string
  readonly reason: string
  readonly failedCriteria: readonly string[] | null
  readonly blocksExecutor: boolean
  /** The only version that may be rejected; null: any. */
  readonly version?: number | null
}
