import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import type { Book, Place, Posting, TransferFacts } from './ledger.ts'

/** Locks the available money of these advertisers, an array of ids, and selects its units. */
export const lockFunds = (advertisers: Sql): Sql => sql`
  select units from balances where book = 'advertiser.available' and owner = any(${advertisers}) order by owner for update`

/**
 * The guard that these advertisers have the money that is taken next. Expects rows with account and taken_units, each account once, and
 * their locks.
 */
export const mustAfford = (taken: Sql): Sql => sql`
  select must_hold(bool_and(coalesce(units >= taken_units, false)))
  from (${taken}) taken left join balances on book = 'advertiser.available' and owner = account`

/** The money of an account in one of its books. */
export const bookOf = (book: Book, account: Id<'account'>): Place => ({ book, owner: account, account })
/** The platform's revenue, or the outside. */
export const bookWithoutOwner = (book: Extract<Book, 'platform.revenue' | `external.${string}`>): Place => ({
  book,
  owner: 0,
  account: null,
})

/** Returns the two postings of a transfer of units from one place to another. */
export const transferBetween = (facts: TransferFacts, units: Units, from: Place, to: Place): Posting[] => [
  { ...facts, ...from, units: -units },
  { ...facts, ...to, units },
]

/** Returns postings that were decided outside the database as rows for `postTransfers`. */
export function postingRows(postings: readonly Posting[]): Sql {
  const column = (name: keyof Posting) => postings.map((posting) => posting[name] ?? null)
  return sql`
    select * from unnest(${column('cause')}::text[], ${column('kind')}::text[], ${column('description')}::text[],
      ${column('offer')}::bigint[], ${column('execution')}::bigint[], ${column('book')}::text[], ${column('owner')}::bigint[],
      ${column('account')}::bigint[], ${column('units')}::bigint[])
      as posted (cause, kind, description, offer, execution, book, owner, account, units)`
}

/** Gives offers an empty hold. Expects rows with offer and account, and locks on the offers. */
export const openHolds = (offers: Sql): Sql => sql`
  insert into holds (offer, advertiser, units) select offer, account, 0 from (${offers}) opened
  order by offer on conflict do nothing`

/**
 * The steps of a flight that post transfers. `postings` selects cause, kind, description, offer, execution, book, owner, account and units
 * (added to the book; negative when taken); the units of each cause sum to zero. Each step selects them anew, so a flight changes what they
 * are read from only afterwards, and locks what others may change. Expects locks on the offers whose holds change.
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

/**
 * A balance that falls below its threshold is disarmed, so that `recordLowBalance` records it once. From 1.2 times the threshold on it is
 * armed again.
 */
const moveBalances = (db: Db, postings: Sql): Sql => sql`
  update balances set units = balances.units + moved.units, updated_at = ${db.now()},
    low_armed = case when balances.units >= low_threshold_units and balances.units + moved.units < low_threshold_units then false
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

/** The steps of `postTransfers` for postings that credit advertisers, and of `settleDebts`. */
export const postCredits = (db: Db, postings: Sql, money: Money): Sql[] => [
  ...postTransfers(db, postings, money),
  ...settleDebts(db, postings),
]

/**
 * The steps that settle the debts of the advertisers whom `postings` credit, as far as the credits go. They follow `postTransfers`.
 */
const settleDebts = (db: Db, postings: Sql): Sql[] => {
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

/**
 * Records which advertisers the next transfers bring below their threshold, once until they have clearly more again. Expects rows with
 * account and the units that are taken from their available money, added to their holds, and added to their debt.
 */
export const recordLowBalance = (db: Db, taken: Sql, trigger: string): Sql => recordEvents(db)`
  select 'balance.low' as kind, owner as account, null::bigint as offer, null::bigint as execution,
    jsonb_build_object('thresholdUnits', low_threshold_units, 'previousAvailableUnits', units, 'availableUnits', units - taken_units,
      'heldUnits', held_units + (select coalesce(sum(holds.units), 0)::bigint from holds where holds.advertiser = balances.owner),
      'debtUnits', owed_units - coalesce((
        select debt.units from balances debt where debt.book = 'platform.guarantee' and debt.owner = balances.owner), 0),
      'trigger', ${trigger}::text) as data, 1 as rank
  from (${taken}) taken join balances on book = 'advertiser.available' and owner = account
  where low_armed and units >= low_threshold_units and units - taken_units < low_threshold_units`

/**
 * Schedules the clearing of earnings posted to executor.pending. Expects rows with executor, execution, cause (of the transfer),
 * units and clears_at.
 */
export const scheduleClearing = (earned: Sql): Sql => sql`
  insert into clearings (executor, execution, cause, units, clears_at)
  select executor, execution, cause, units, clears_at from (${earned}) earned`

/** Sets advertisers' low-balance thresholds and rearms the changed ones. Expects rows with account; returns them. */
export const setThreshold = (db: Db, accounts: Sql, units: Units, { currency }: Money): Sql => sql`
  insert into balances (book, owner, currency, low_threshold_units, updated_at)
  select 'advertiser.available', account, ${currency}, ${units}::bigint, ${db.now()} from (${accounts}) request
  on conflict (book, owner) do update set low_threshold_units = excluded.low_threshold_units,
    low_armed = balances.low_armed or balances.low_threshold_units <> excluded.low_threshold_units
  returning owner as account`
