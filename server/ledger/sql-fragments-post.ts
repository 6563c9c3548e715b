import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
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

/** A balance that does not exist cannot be locked. */
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

/** An entry shows the balance after it: the one after all these postings, without what the later ones add. */
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

/**
 * The steps that settle the debts of the advertisers whom `postings` credit, as far as the credits go. They follow `postTransfers`.
 */
export const settleDebts = (db: Db, postings: Sql): Sql[] => {
  const credited = sql`
    (select owner as account, 'settlement:' || min(cause) as cause, sum(units)::bigint as units from (${postings}) posted
      where book = 'advertiser.available' group by owner having sum(units) > 0) credited`
  const settled = sql`
    (select credited.account, credited.cause, least(credited.units, -debt.units) as units from ${credited}
      join balances debt on debt.book = 'platform.guarantee' and debt.owner = credited.account and debt.units < 0) settled`
  return [
    sql`
      select from balances where book = 'platform.guarantee' and owner = any(array(select account from ${credited}))
      order by owner for update`,
    sql`
      insert into transfers (kind, cause, created_at) select 'Settlement', cause, ${db.now()} from ${settled} order by cause`,
    sql`
      insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
      select transfers.id, balances.book, settled.account, settled.account, moved.units, balances.units + moved.units, ${db.now()}
      from ${settled} join transfers using (cause)
      cross join lateral (values ('advertiser.available', -settled.units), ('platform.guarantee', settled.units)) moved (book, units)
      join balances on balances.book = moved.book and balances.owner = settled.account order by transfers.id, moved.units`,
    sql`
      update balances set units = entries.balance_after_units, updated_at = ${db.now()},
        low_armed = low_armed and entries.balance_after_units * 10 >= low_threshold_units * 12
      from ${credited} join transfers using (cause) join entries on entries.transfer = transfers.id
      where balances.book = entries.book and balances.owner = entries.owner`,
  ]
}

/** Records that the available money of an advertiser has fallen below their threshold, from `previous` to what it is now. */
export const recordLowBalance = (db: Db, account: number, previous: bigint, trigger: string): Sql =>
  recordEvents(db)`
    select 'balance.low' as kind, owner as account, null::bigint as offer, null::bigint as execution,
      jsonb_build_object('thresholdUnits', low_threshold_units, 'previousAvailableUnits', ${previous}::bigint, 'availableUnits', units,
        'heldUnits', (select coalesce(sum(holds.units), 0)::bigint from holds where holds.advertiser = balances.owner),
        'debtUnits', -coalesce((select debt.units from balances debt where debt.book = 'platform.guarantee' and debt.owner = balances.owner), 0),
        'trigger', ${trigger}::text) as data, 1 as rank
    from balances where book = 'advertiser.available' and owner = ${account}::bigint`
