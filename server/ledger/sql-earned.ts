import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { PeriodOfEarnings } from './ledger.ts'

const withTransfers = sql`from entries join transfers on transfers.id = entries.transfer`
/** The entries of earned money: not its clearing, nor what happens to it later. */
const isEarned = sql`
  entries.book in ('executor.pending', 'executor.available') and transfers.kind in ('Charge', 'Bonus', 'ScreenOut', 'Guarantee')`
const summedUp = sql`(select entry from earned_until)`

/** An entry of a transaction that has not committed yet is younger. */
const settledSeconds = 600

/** Locks the sums until the transaction ends. Returns up to which entry they go. */
export const lockEarned = (db: Db) => db.one<{ readonly entry: number }>(sql`select entry from earned_until for update`)

/**
 * Returns how far the next part of at most `limit` entries after this one goes: to the last before the first that is too young. Undefined if
 * there is none.
 */
export const nextPart = (db: Db, after: number, limit: number) =>
  db.maybe<{ readonly upTo: number }>(sql`
    select up_to from (
      select coalesce(max(id) filter (where id < young), max(id) filter (where young is null)) as up_to from (
        select id, min(id) filter (where created_at > ${db.now()} - ${settledSeconds}::integer * interval '1 second') over () as young
        from (select id, created_at from entries where id > ${after}::bigint order by id limit ${limit}::bigint) part) found) part
    where up_to is not null`)

/** Adds the earnings of these entries to the sums. */
export async function sumUp(db: Db, after: number, upTo: number): Promise<void> {
  await db.run(sql`
    insert into earned_months (executor, month, units, first_entry)
    select entries.account, date_trunc('month', entries.created_at at time zone 'UTC')::date, sum(entries.units), min(entries.id)
    ${withTransfers} where entries.id > ${after}::bigint and entries.id <= ${upTo}::bigint and entries.account is not null and ${isEarned}
    group by 1, 2 order by 1, 2
    on conflict (executor, month) do update set units = earned_months.units + excluded.units,
      first_entry = least(earned_months.first_entry, excluded.first_entry)`)
  await db.run(sql`update earned_until set entry = ${upTo}::bigint`)
}

export type MonthRow = PeriodOfEarnings & { readonly totalUnits: bigint }

/** Selects the caller's income of the last `months` months, oldest first, including months without income; each with all they ever earned. */
export const readMonths = (db: Db, by: By, months: number) =>
  forCaller<MonthRow>(db, by)`
    with earned as materialized (
      select month, units from earned_months where executor = caller.caller_account
      union all
      select date_trunc('month', entries.created_at at time zone 'UTC')::date, entries.units ${withTransfers}
      where entries.account = caller.caller_account and entries.id > ${summedUp} and ${isEarned})
    select shown.month::date::text as "from",
      coalesce((select sum(units) from earned where earned.month = shown.month), 0)::bigint as units,
      coalesce((select sum(units) from earned), 0)::bigint as total_units
    from (select date_trunc('month', caller.now at time zone 'UTC') as last) present
    cross join generate_series(present.last - (${months}::integer - 1) * interval '1 month', present.last, interval '1 month') shown (month)
    order by shown.month`

/**
 * Selects the caller's income of the last `weeks` weeks, oldest first, including weeks without income. The sums of the months say with which
 * entry to begin.
 */
export const readWeeks = (db: Db, by: By, weeks: number) =>
  forCaller<PeriodOfEarnings>(db, by)`
    with period as materialized (
      select date_trunc('week', caller.now at time zone 'UTC') as last,
        date_trunc('week', caller.now at time zone 'UTC') - (${weeks}::integer - 1) * interval '7 days' as first)
    select week::date::text as "from", coalesce(earned.units, 0)::bigint as units
    from period
    cross join generate_series(period.first, period.last, interval '7 days') week
    left join (
      select date_trunc('week', entries.created_at at time zone 'UTC') as earned_in, sum(units) as units ${withTransfers}
      where account = caller.caller_account and ${isEarned}
        and entries.created_at >= (select first from period) at time zone 'UTC'
        and entries.id >= coalesce((
          select min(first_entry) from earned_months
          where executor = caller.caller_account and month >= date_trunc('month', (select first from period))), ${summedUp} + 1)
      group by 1) earned on earned.earned_in = week
    order by week`
