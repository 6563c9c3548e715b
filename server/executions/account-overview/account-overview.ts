import type { WholeAccount } from '../../accounts/profile.ts'
import type { Sanction } from '../../accounts/sanctions/sanctions.ts'
import type { Balance, Earnings } from '../../ledger/ledger.ts'
import type { Id } from '../../values/id.ts'
import type { StatusCount } from '../../values/requests/status-counts.ts'
import type { Execution } from '../execution.ts'
import type { AdvertiserReputation, OwnReputation } from '../reputation.ts'

export type Overview = {
  readonly account: WholeAccount
  readonly operator: Id<'account'>
  readonly now: Date
  readonly sanctions: readonly Sanction[]
  readonly balance: Balance
  readonly earnings: Earnings
  readonly advertiser: AdvertiserReputation | null
  readonly executor: OwnReputation | null
  readonly offers: readonly StatusCount[]
  readonly reports: readonly StatusCount[]
  readonly work: readonly StatusCount[]
  /** Other executors who are paid to one of this account's payout destinations. */
  readonly sharers: readonly Id<'account'>[]
}

/** An execution as operators list it. */
export type Work = Pick<
  Execution,
  | 'id'
  | 'offer'
  | 'advertiser'
  | 'status'
  | 'revision'
  | 'rewardUnits'
  | 'currency'
  | 'submittedAt'
  | 'decidedAt'
  | 'decidedBy'
  | 'reasonCode'
  | 'reason'
  | 'reviewDeadlineAt'
  | 'fraudHoldAt'
> & { readonly executor: Id<'account'>; readonly offerTitle: string }
