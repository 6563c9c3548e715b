import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Mismatch } from './ledger.ts'
import { postTransfers } from './sql-fragments.ts'

/** Locks the oldest due earnings; skips those locked by other processes. Returns their ids. */
export const lockOldestDue = (db: Db, limit: number) =>
  db.many<{ id: number }>(sql`
    select id from clearings where cleared_at is null and clears_at <= ${db.now()}
    order by clears_at limit ${limit}::bigint for update skip locked`)

/** Locks all due earnings of one executor. Returns their ids. */
export const lockDueOf = (db: Db, executor: Id<'account'>) =>
  db.many<{ id: number }>(sql`
    select id from clearings where executor = ${executor}::bigint and cleared_at is null and clears_at <= ${db.now()}
    order by clears_at, id for update`)

/** Moves locked earnings from pending to available with one transfer each. */
export const clear = (db: Db, ids: readonly number[], money: Money) =>
  db.flight([
    ...postTransfers(
      db,
      sql`
      select 'clearing:' || due.id as cause, 'Clearing' as kind, null::text as description, earned.offer, due.execution,
        part.book, due.executor as owner, due.executor as account, part.units
      from clearings due
      cross join lateral (select offer from transfers where transfers.cause = due.cause limit 1) earned
      cross join lateral (values ('executor.pending', -due.units), ('executor.available', due.units)) part (book, units)
      where due.id = any(${ids}::bigint[])`,
      money,
    ),
    sql`update clearings set cleared_at = ${db.now()} where id = any(${ids}::bigint[])`,
  ])

/** Selects pending balances that differ from the executors' open clearings. */
export const clearingMismatches = (db: Db) =>
  db.many<Mismatch>(sql`
    select 'clearings of ' || coalesce(owner, executor) as what, coalesce(kept.units, 0) as kept_units,
      coalesce(waiting.units, 0) as summed_units
    from (select owner, units from balances where book = 'executor.pending') kept
    full join (
      select executor, sum(units)::bigint as units from clearings where cleared_at is null group by executor
    ) waiting on executor = owner
    where coalesce(kept.units, 0) <> coalesce(waiting.units, 0) order by 1`)
