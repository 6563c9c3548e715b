import type { Balance } from '../../ledger/ledger.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'

/** An API key with its account, its limits and, if it may read it, the balance. */
export type KeyAccount = {
  readonly accountId: Id<'account'>
  readonly email: string
  readonly roles: readonly string[]
  readonly language: string
  readonly isSuspended: boolean
  readonly accountCreatedAt: Date
  readonly credentialId: Id<'credential'>
  readonly livemode: boolean
  readonly name: string | null
  readonly scopes: readonly string[]
  readonly networks: readonly string[] | null
  readonly createdAt: Date
  readonly expiresAt: Date | null
  readonly currency: string
  readonly requestsPerMinute: number
  readonly accountRequestsPerMinute: number
  readonly bodyBytesMax: number
  readonly pageSizeMax: number
  /** null: no maximum. */
  readonly dailySpendMaxUnits: Units | null
  readonly spentTodayUnits: Units
  readonly balance: Balance | null
}
