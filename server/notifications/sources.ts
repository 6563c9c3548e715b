import type { Id } from '../values/id.ts'

/** An entry of the audit log with the records that it is about. */
export type SourceDecision = {
  readonly id: number
  readonly actor: string
  readonly action: string
  readonly subjectId: number
  readonly owner: Id<'account'> | null
  readonly reason: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly happenedAt: Date
  readonly offer: number | null
  readonly title: string | null
  readonly execution: number | null
  readonly advertiser: Id<'account'> | null
  readonly executor: Id<'account'> | null
  readonly rewardUnits: bigint | null
  readonly appealDeadlineAt: Date | null
  readonly respondByAt: Date | null
  readonly endsAt: Date | null
  /** The alias of the executor of a conversation. */
  readonly sender: string | null
}

/** An event that webhook subscribers get too. */
export type SourceEvent = {
  readonly id: number
  readonly kind: string
  readonly account: Id<'account'>
  readonly offer: number | null
  readonly title: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly happenedAt: Date
}

export type SourceCredential = {
  readonly id: number
  readonly account: Id<'account'>
  readonly kind: string
  readonly name: string | null
  readonly happenedAt: Date
}

/** Work of one offer with an upcoming deadline. */
export type ReviewDeadline = {
  readonly advertiser: Id<'account'>
  readonly offer: number
  readonly title: string
  readonly reports: number
  readonly dueAt: Date
  readonly now: Date
}

/** A fraud hold that is about to end. */
export type EndingHold = {
  readonly execution: number
  readonly offer: number
  readonly title: string
  readonly heldAt: Date
  readonly endsAt: Date
  readonly now: Date
}
