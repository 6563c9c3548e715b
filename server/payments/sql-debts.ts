import { lowBalance, post } from '../ledger/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'

/** Postings that settle debts from this book. Expects the part `settled` (account, cause, units). */
const postedFrom = (book: 'advertiser.available' | 'executor.available'): Sql => sql`
  select cause, 'Settlement' as kind, null::text as description, null::bigint as offer, null::bigint as execution, book,
    owner, moved.account, moved.units
  from settled cross join lateral (values (${book}::text, settled.account, settled.account, -settled.units),
    ('platform.guarantee', settled.account, settled.account, settled.units)) moved (book, owner, account, units)`

/** What an account owes the platform; 0 if nothing. */
export const debtUnits = (account: Sql): Sql => sql`
  -coalesce((select units from balances where book = 'platform.guarantee' and owner = ${account}), 0)`

/** Whether the executor of the row `withdrawals` owes the platform nothing. */
export const isFreeOfDebt: Sql = sql`not exists (
  select from balances where book = 'platform.guarantee' and owner = withdrawals.executor and units < 0)`

/**
 * Settles the debts of up to `most` advertisers from their available balance, for example from money released from a hold. Deposits
 * settle debts themselves.
 */
export const settleDebts = (db: Db, most: number, money: Money) =>
  db.many<{ account: number; units: Units }>(sql`
    with debtor as materialized (
      select owner as account from balances owed
      where book = 'platform.guarantee' and units < 0 and exists (
        select from balances free
        where free.book = 'advertiser.available' and free.owner = owed.owner and free.units > 0)
      order by owner limit ${most}::bigint),
    kept as materialized (
      select * from balances
      where book in ('advertiser.available', 'platform.guarantee') and owner = any(array(select account from debtor))
      order by book, owner for update),
    settled as materialized (
      select owed.owner as account, 'settlement:' || nextval('transfer_ids') as cause, least(free.units, -owed.units) as units
      from kept owed join kept free on free.owner = owed.owner and free.book = 'advertiser.available'
      where owed.book = 'platform.guarantee' and owed.units < 0 and free.units > 0),
    funds as materialized (
      select free.owner as account, free.units, settled.units as taken_units, free.low_threshold_units, free.low_armed
      from settled join kept free on free.owner = settled.account and free.book = 'advertiser.available'),
    ${post(db, postedFrom('advertiser.available'), money)},
    happened as (${recordEvents(db)`select * from (${lowBalance('Settlement', sql`0`)}) low (kind, account, offer, execution, data, rank)`})
    select account, units from settled`)

/** Settles an account's debt from its available earnings as far as possible, and records the request. */
export const settleFromEarnings = (db: Db, account: Id<'account'>, money: Money) =>
  db.run(sql`
    with kept as materialized (
      select book, owner, units from balances
      where book in ('executor.available', 'platform.guarantee') and owner = ${account}::bigint
      order by book, owner for update),
    settled as materialized (
      select owed.owner as account, 'settlement:' || nextval('transfer_ids') as cause, least(earned.units, -owed.units) as units
      from kept owed join kept earned on earned.book = 'executor.available' and earned.units > 0
      where owed.book = 'platform.guarantee' and owed.units < 0),
    ${post(db, postedFrom('executor.available'), money)},
    decision as (${recordDecisions(db)`
      select 'executor'::text as actor, account, 'debt.settle'::text as action, 'account'::text as subject,
        account as subject_id, account as owner, null::text as reason, jsonb_build_object('units', units) as data from settled`})
    select account from settled`)
