import type { Id } from '../values/id.ts'

/** A decision as it was written down: who decided what, when and why. Nothing of it ever changes. */
export type AuditEntry = {
  readonly id: Id<'audit'>
  readonly actor: string
  /** Null: a timer, a rule, or the owner of the installation on its command line. */
  readonly account: Id<'account'> | null
  readonly action: string
  readonly subject: string
  readonly subjectId: number
  /** The account that it concerns, beside the one that decided. */
  readonly owner: Id<'account'> | null
  readonly reason: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
}

/** What an operator narrows the log by. */
export type AuditFilter = {
  readonly subject?: string | undefined
  readonly action?: readonly string[] | undefined
  readonly subjectId?: number | undefined
  readonly account?: Id<'account'> | undefined
  readonly owner?: Id<'account'> | undefined
}
