import type { Id } from '../values/id.ts'
import { decimalOf } from '../values/money.ts'

/** A recorded decision: who decided what, when and why. Immutable. */
export type AuditEntry = {
  readonly id: Id<'audit'>
  readonly actor: string
  /** Null: a job, a rule, or the owner of the installation on the command line. */
  readonly account: Id<'account'> | null
  readonly accountEmail: string | null
  readonly action: string
  readonly subject: string
  readonly subjectId: number
  /** The account that the decision concerns, if it is not the actor's. */
  readonly owner: Id<'account'> | null
  readonly ownerEmail: string | null
  readonly reason: string | null
  readonly data: Readonly<Record<string, unknown>>
  readonly createdAt: Date
  /** Null: a job, a rule, or the command line. */
  readonly requestId: string | null
  /** The member who acted for the account; null: its holder, or none of these. */
  readonly person: Id<'account'> | null
  readonly personEmail: string | null
}

export type AuditFilter = {
  readonly subject?: string | undefined
  readonly action?: readonly string[] | undefined
  readonly subjectId?: number | undefined
  /** The id or e-mail address. */
  readonly account?: string | undefined
  readonly owner?: string | undefined
  readonly requestId?: string | undefined
}

/** What happened to the members of a workspace, and what they asked for. */
export type Activity = Pick<AuditEntry, 'id' | 'action' | 'data' | 'createdAt' | 'requestId'> & {
  /** Who did it; null: the advertiser. */
  readonly person: Id<'account'> | null
  /** The address that was invited; null once the person is no longer a member. */
  readonly email: string | null
}

/** Converts units to decimals and renames them: `units` becomes `amount`, `feeUnits` becomes `fee`. */
export const withDecimals = (data: AuditEntry['data']) =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => {
      const found = /^(?:(\w+)U|u)nits$/.exec(name)
      return found && typeof value === 'number' ? [found[1] ?? 'amount', decimalOf(BigInt(value))] : [name, value]
    }),
  )
