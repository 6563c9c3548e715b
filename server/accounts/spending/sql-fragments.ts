import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { spendingColumns } from '../sql-fragments.ts'

const today = (db: Db): Sql => sql`(${db.now()} at time zone 'UTC')::date`

/* A transaction that began before midnight counts on the day of one that began after it and counted before. */

/** Selects the spending of the credential with this hash. */
export const spendingOf = (hash: Sql): Sql => sql`select ${spendingColumns} from credentials where hash = ${hash}`

/**
 * Counts what API keys spend, unless it exceeds their maximum of the UTC day. Expects rows with key_hash and taken_units; returns the
 * accounts of the keys that may. Locks the keys in the order of ids, as recording their use does.
 */
export const spendWithKeys = (db: Db, wanted: Sql): Sql => sql`
  update credentials set spent_on = greatest(spent_on, ${today(db)}), spent_units = ${spentToday(db)} + wanted.taken_units
  from (${wanted}) wanted
  where credentials.hash = wanted.key_hash and credentials.id = any(array(
      select id from credentials where hash = any(array(select key_hash from (${wanted}) wanted)) order by id for update))
    and coalesce(${spentToday(db)} + wanted.taken_units <= daily_spend_max_units, true)
  returning credentials.account`

const spentToday = (db: Db): Sql => sql`case when spent_on >= ${today(db)} then spent_units else 0 end`

/**
 * Returns the parts `locked_funds`, `spent` and `funds`: the rows of `locked`, without accounts whose API key would exceed its daily
 * maximum. `locked` locks the money of the rows of `wanted`, which have account, taken_units and key_hash (null: no API key).
 */
export const fundsWithinDailyMax = (db: Db, locked: Sql, wanted: Sql): Sql => sql`
  locked_funds as materialized (${locked}),
  spent as (${spendWithKeys(
    db,
    sql`select wanted.key_hash, wanted.taken_units from (${wanted}) wanted join locked_funds using (account)`,
  )}),
  funds as materialized (
    select locked_funds.* from locked_funds
    where account = any(array(select account from (${wanted}) wanted where key_hash is null union all select account from spent))
  )`
