import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { spendingColumns, spendMax } from '../sql-fragments.ts'

const today = (db: Db): Sql => sql`(${db.now()} at time zone 'UTC')::date`

/* A transaction that began before midnight counts on the day of one that began after it and counted before. */

/** Selects the spending of the credential with this hash. */
export const spendingOf = (hash: Sql): Sql => sql`
  select ${spendingColumns}, ${spendMax} as spend_max_units from credentials where hash = ${hash}`

/**
 * The steps that count what API keys spend; the guard refuses more than their maximum of the UTC day, or of one operation. Expects rows with key_hash (null: no
 * API key) and taken_units, each key once. Locks the keys in the order of ids, as recording their use does.
 */
export const spendWithKeys = (db: Db, spent: Sql): Sql[] => [
  sql`
    select from credentials where hash = any(array(select key_hash from (${spent}) spent)) order by id for update`,
  sql`
    select must_hold(coalesce(bool_and(id is not null and coalesce(${spentToday(db)} + taken_units <= daily_spend_max_units, true)
      and coalesce(taken_units <= ${spendMax}, true)), true))
    from (${spent}) spent left join credentials on credentials.hash = key_hash where key_hash is not null`,
  sql`
    update credentials set spent_on = greatest(spent_on, ${today(db)}), spent_units = ${spentToday(db)} + taken_units
    from (${spent}) spent where credentials.hash = key_hash`,
]

const spentToday = (db: Db): Sql => sql`case when spent_on >= ${today(db)} then spent_units else 0 end`
