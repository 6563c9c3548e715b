import { beginPause, isPausedAccount, liftPause, lockForPause } from '../accounts/sql-fragments-pauses.ts'
import { lowBalance, post, settlements } from '../ledger/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { owesPlatform } from './sql-fragments.ts'

/** Postings that settle the debts of the part `settled`. */
const settledFrom = (book: 'advertiser.available' | 'executor.available'): Sql => sql`
  select * from (${settlements(sql`settled`, book)}) moved
    (cause, kind, description, offer, execution, book, owner, account, units)`

/**
 * Settles the debts of up to `limit` advertisers from their available balance. Credits settle debts themselves: this is for those of
 * the previous version, which runs beside this one during an upgrade.
 */
export const settleDebts = (db: Db, limit: number, money: Money) =>
  db.many<{ account: number; units: Units }>(sql`
    with debtor as materialized (
      select owner as account from balances owed
      where book = 'platform.guarantee' and units < 0 and exists (
        select from balances free
        where free.book = 'advertiser.available' and free.owner = owed.owner and free.units > 0)
      order by owner limit ${limit}::bigint),
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
    ${post(db, settledFrom('advertiser.available'), money)},
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
    ${post(db, settledFrom('executor.available'), money)},
    decision as (${recordDecisions(db)`
      select 'executor'::text as actor, account, 'debt.settle'::text as action, 'account'::text as subject,
        account as subject_id, account as owner, null::text as reason, jsonb_build_object('units', units) as data from settled`})
    select account from settled`)

/** Locks an account so that no pause cause starts or ends. Must be locked before its balances. */
export const lockPayer = (db: Db, account: Id<'account'>) => db.run(lockForPause(sql`${account}::bigint`))

/** Pauses the offers of an account if it owes the platform. The account must be locked. */
export const pauseForDebt = (db: Db, account: Id<'account'>) =>
  db.run(
    beginPause(
      db,
      sql`select debtor.id as account from (select ${account}::bigint as id) debtor where ${owesPlatform(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )

/** Selects accounts whose offers are paused for a debt that is now settled. */
export const readSettled = (db: Db, limit: number) =>
  db.many<{ account: Id<'account'> }>(sql`
    select account from pause_causes
    where cause = 'deposit_charged_back' and lifted_at is null and not ${owesPlatform(sql`account`)}
    order by account limit ${limit}::bigint`)

/** Ends the pause of an account without debt. The account must be locked. */
export const liftForSettled = (db: Db, account: Id<'account'>) =>
  db.run(
    liftPause(
      db,
      sql`select debtor.id from (select ${account}::bigint as id) debtor
        where ${isPausedAccount(sql`debtor.id`)} and not ${owesPlatform(sql`debtor.id`)}`,
      'deposit_charged_back',
    ),
  )
