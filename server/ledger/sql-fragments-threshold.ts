import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Money, Units } from '../values/money.ts'

/** Sets advertisers' low-balance thresholds and rearms the changed ones. Expects rows with account; returns them. */
export const setThreshold = (db: Db, accounts: Sql, units: Units, { currency }: Money): Sql => sql`
  insert into balances (book, owner, currency, low_threshold_units, updated_at)
  select 'advertiser.available', account, ${currency}, ${units}::bigint, ${db.now()} from (${accounts}) asked
  on conflict (book, owner) do update set low_threshold_units = excluded.low_threshold_units,
    low_armed = balances.low_armed or balances.low_threshold_units <> excluded.low_threshold_units
  returning owner as account`
