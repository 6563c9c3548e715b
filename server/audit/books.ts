import type { Mismatch } from '../ledger/ledger.ts'
import type { Units } from '../values/money.ts'

/** What adding everything up again found. */
export type BooksVerdict = {
  readonly ok: boolean
  readonly accounts: number
  readonly transfers: number
  readonly sumUnits: Units
  readonly mismatches: readonly Mismatch[]
}

/** How the books were when a job last added them up. */
export type BookCheck = {
  readonly checkedAt: Date
  readonly ok: boolean
  /** What did not balance, such as `advertiser.available of 17`; at most so many. */
  readonly mismatches: readonly string[]
}

/** Told of one check. */
export const mismatchesMax = 100
/** Between two checks, whichever process makes them. */
export const checkSeconds = 3_600
