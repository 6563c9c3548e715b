import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Book, Transaction } from './ledger.ts'
import type { Opening, Period } from './statement.ts'

export type StatementFacts = {
  readonly account: Id<'account'>
  readonly fromAt: Date | null
  readonly until: Date
  readonly opening: Opening
}

/**
 * Selects an account's balances on these books before the period, for the caller or the named account; no row if the account does
 * not exist.
 */
export const statementFacts = (db: Db, by: By, account: Id<'account'> | null, books: readonly Book[], period: Period) =>
  forCaller<StatementFacts>(db, by)`
      select accounts.id as account, ${period.from}::timestamptz(3) as from_at,
        least(${period.to}::timestamptz(3), caller.now)::timestamptz(3) as until, (
          select coalesce(jsonb_object_agg(book, units::text), '{}')
          from (
            select book, sum(units) as units from entries
            where account = accounts.id and book = any(${books}::text[]) and created_at < ${period.from}::timestamptz(3)
            group by book) before) as opening
      from accounts where id = coalesce(${account}::bigint, caller.caller_account)`

type Part = {
  readonly account: Id<'account'>
  readonly books: readonly Book[]
  readonly fromAt: Date | null
  readonly until: Date
}

/** Selects the next entries of a period after an id, in order of posting. */
export const statementEntries = (db: Db, { account, books, fromAt, until }: Part, after: number, limit: number) =>
  db.many<Transaction>(sql`
    select entries.id, transfers.kind, book, units, transfers.offer, transfers.execution, transfers.description,
      entries.created_at
    from entries join transfers on transfers.id = entries.transfer
    where account = ${account}::bigint and book = any(${books}::text[]) and entries.id > ${after}::bigint
      and entries.created_at >= coalesce(${fromAt}::timestamptz, '-infinity') and entries.created_at <= ${until}::timestamptz
    order by entries.id limit ${limit}::bigint`)
