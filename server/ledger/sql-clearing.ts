import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Mismatch } from './ledger.ts'
import { post } from './sql-fragments.ts'

/**
 * Moves earnings from pending to available with one transfer each. `due`: locked rows of clearings. The execution is named in the
 * transfer that made them pending.
 */
const clear = (db: Db, due: Sql, money: Money) =>
  db.one<{ cleared: number }>(sql`
    with due as materialized (${due}),
    cleared as (update clearings set cleared_at = ${db.now()} from due where clearings.id = due.id),
    ${post(
      db,
      sql`
      select 'clearing:' || due.id as cause, 'Clearing' as kind, null::text as description, earned.offer, due.execution,
        part.book, due.executor as owner, due.executor as account, part.units
      from due
      cross join lateral (select offer from transfers where transfers.cause = due.cause limit 1) earned
      cross join lateral (values ('executor.pending', -due.units), ('executor.available', due.units)) part (book, units)`,
      money,
    )}
    select count(*) as cleared from due`)

const columns = sql`id, executor, execution, cause, units`

/** Clears the oldest due earnings; skips rows locked by other processes. */
export const clearOldest = (db: Db, limit: number, money: Money) =>
  clear(
    db,
    sql`
    select ${columns} from clearings where cleared_at is null and clears_at <= ${db.now()}
    order by clears_at limit ${limit}::bigint for update skip locked`,
    money,
  )

/** Clears all due earnings of one executor; waits for rows locked by other processes. */
export const clearOf = (db: Db, executor: Id<'account'>, money: Money) =>
  clear(
    db,
    sql`
    select ${columns} from clearings where executor = ${executor}::bigint and cleared_at is null and clears_at <= ${db.now()}
    order by clears_at, id for update`,
    money,
  )

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
