import type { Book } from '../../ledger/ledger.ts'
import { conflict } from '../../values/problems/problem.ts'

export type LedgerCheck = {
  readonly checkedAt: Date
  readonly ok: boolean
  /** Mismatches, such as `advertiser.available of 17`; no more than `mismatchesMax`. */
  readonly mismatches: readonly string[]
  /** Number of accounts checked; null if an older version made the check. */
  readonly accounts: number | null
  readonly transfers: number | null
  readonly sums: Readonly<Partial<Record<Book, string>>> | null
}

export const CheckUnderWay = conflict(
  'check_under_way',
  'Verification in progress',
  'An operator or the hourly check is already verifying the books. Read the result in a moment.',
)

/** Maximum number of mismatches stored per check. */
export const mismatchesMax = 100
/** Seconds between two checks, across all processes. */
export const checkSeconds = 3_600
