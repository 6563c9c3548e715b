import type { Item, JsonObject } from '../../items/item.ts'
import type { ExecutionStatus } from '../execution.ts'

/** What one executor answered about an item, with the decision on their work. */
export type ItemAnswer = {
  readonly reportId: number
  readonly executorId: string
  readonly status: ExecutionStatus
  /** Null: the item was skipped, or the value is left out for its size. */
  readonly value: JsonObject | null
  /** Why the item was skipped; null: it was not. */
  readonly skipped: string | null
  /** Whether the value is left out for its size. */
  readonly isTruncated: boolean
  readonly submittedAtUtc: string
  readonly decidedAtUtc: string | null
}

/** An item with its answers. */
export type Result = Omit<Item, 'createdAt'> & {
  readonly answers: readonly ItemAnswer[]
  /** Why executors skipped the whole slot. */
  readonly skipReasons: readonly string[]
}

/** The answers of one item, or of one report, that are read; of an item, those that count come first. */
export const answersMax = 100

/** The values of a page, in bytes; each item has an equal part, which has room for the largest submission. */
export const valueBytesMax = 16 * 1024 * 1024

/** The items that one page of a narrowed list reads, at most. */
export const readMax = 2_000

/** The pending reports that one search checks: as many as one bulk decision takes. */
export const reportsMax = 1_000
