import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Money } from '../values/money.ts'

/**
 * The steps of a flight that post transfers. `postings` selects cause, kind, description, offer, execution, book, owner, account and units
 * (added to the book; negative when taken); the units of each cause sum to zero. Each step selects them anew, so a flight changes what they
 * are read from only afterwards. Expects locks on the offers whose holds change.
 */
export const postTransfers = (db: Db, postings: Sql, money: Money): Sql[] => [
  insertTransfers(db, postings),
  openBalances(db, postings, money),
  lockBalances(postings),
  moveBalances(db, postings),
  moveHolds(postings),
  insertEntries(db, postings),
]

const insertTransfers = (db: Db, postings: Sql): Sql => sql`
  insert into transfers (kind, cause, offer, execution, description, created_at)
  select distinct kind, cause, offer, execution, description, ${db.now()} from (${postings}) posted order by cause`

/** The changes of balances. Holds and the platform's other books have none. */
const balanceChanges = (postings: Sql): Sql => sql`
  select book, owner, sum(units)::bigint as units from (${postings}) posted
  where book in ('advertiser.available', 'executor.pending', 'executor.available', 'executor.withdrawing', 'platform.guarantee')
  group by book, owner`

const openBalances = (db: Db, postings: Sql, { currency, thresholdUnits }: Money): Sql => sql`
  insert into balances (book, owner, currency, low_threshold_units, updated_at)
  select book, owner, ${currency}, ${thresholdUnits}::bigint, ${db.now()} from (${balanceChanges(postings)}) moved
  order by book, owner on conflict do nothing`

const lockBalances = (postings: Sql): Sql => sql`
  select from (${balanceChanges(postings)}) moved join balances using (book, owner) order by book, owner for update of balances`

const moveBalances = (db: Db, postings: Sql): Sql => sql`
  update balances set units = balances.units + moved.units, updated_at = ${db.now()},
    low_armed = case when balances.units + moved.units < low_threshold_units then false
      when (balances.units + moved.units) * 10 >= low_threshold_units * 12 then true else low_armed end
  from (${balanceChanges(postings)}) moved where balances.book = moved.book and balances.owner = moved.owner`

const moveHolds = (postings: Sql): Sql => sql`
  update holds set units = holds.units + moved.units
  from (select owner as offer, sum(units)::bigint as units from (${postings}) posted where book = 'advertiser.held' group by owner) moved
  where holds.offer = moved.offer`

/** An entry shows the balance after it: the one after the flight without what later entries of the flight added. */
const insertEntries = (db: Db, postings: Sql): Sql => sql`
  insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
  select transfers.id, posted.book, posted.owner, posted.account, posted.units,
    coalesce(balances.units, holds.units) - coalesce(sum(posted.units) over later, 0), ${db.now()}
  from (${postings}) posted join transfers using (cause)
  left join balances on balances.book = posted.book and balances.owner = posted.owner
  left join holds on holds.offer = posted.owner and posted.book = 'advertiser.held'
  window later as (partition by posted.book, posted.owner order by transfers.id desc, posted.units desc
    rows between unbounded preceding and 1 preceding)
  order by transfers.id, posted.units`
