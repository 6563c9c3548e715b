import type { Book } from '../../ledger/ledger.ts'
import { conflict } from '../../values/problems/problem.ts'

/** How the books were when a job last added them up. */
export type BookCheck = {
  readonly checkedAt: Date
  readonly ok: boolean
  /** What did not balance, such as `advertiser.available of 17`; at most so many. */
  readonly mismatches: readonly string[]
  /** How much was added up; null where a version before this one did. */
  readonly accounts: number | null
  readonly transfers: number | null
  /** What the entries of each book summed to. */
  readonly sums: Readonly<Partial<Record<Book, string>>> | null
}

export const CheckUnderWay = conflict(
  'check_under_way',
  'Verification in progress',
  'An operator or the hourly check is already verifying the books. Read the result in a moment.',
)

/** Told of one check. */
export const mismatchesMax = 100
/** Between two checks, whichever process makes them. */
export const checkSeconds = 3_600
