import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Money, Units } from '../values/money.ts'

/**
 * Locks the available balances of advertisers who have enough: the part `funds` with account, units before, taken_units,
 * low_threshold_units and low_armed. Expects rows with account and taken_units, each account once. Returns no row if there is not
 * enough, so parts that read from here do nothing.
 */
export const lockFunds = (wanted: Sql): Sql => sql`
  select balance.owner as account, balance.units, wanted.taken_units, low_threshold_units, low_armed
  from (
    select * from balances
    where book = 'advertiser.available' and owner = any(array(select account from (${wanted}) wanted))
    order by owner for update) balance
  join (${wanted}) wanted on wanted.account = balance.owner and balance.units >= wanted.taken_units`

/**
 * Returns the balance.low event as rows for `recordEvents`, from the part `funds`, after money was held or has left. Expects the
 * parts of `post`; a debt changed by the same statement is reported with its new value.
 */
export const lowBalance = (trigger: string, heldUnits: Sql = sql`taken_units`): Sql => sql`
  select 'balance.low', account, null::bigint, null::bigint, jsonb_build_object('thresholdUnits', low_threshold_units,
    'previousAvailableUnits', funds.units, 'availableUnits', funds.units - taken_units, 'heldUnits', ${heldUnits} + (
      select coalesce(sum(holds.units), 0)::bigint from holds where holds.advertiser = funds.account),
    'debtUnits', -coalesce(
      (select units from balance where book = 'platform.guarantee' and owner = funds.account),
      (select balances.units from balances where book = 'platform.guarantee' and owner = funds.account), 0),
    'trigger', ${trigger}::text), 9
  from funds
  where low_armed and funds.units >= low_threshold_units and funds.units - taken_units < low_threshold_units`

/**
 * Posts a batch of transfers. `posting` returns rows of cause, kind, description, offer, execution, book, owner, account and units
 * (added to the book; negative when taken); the units of each cause must sum to zero. An advertiser's debt is settled from what is added
 * to their available balance. Adds the parts asked, credited, owed, settling, posting, caused, delta, balance, hold, transfer and entry to the
 * statement. Locks balances in order of book and owner, then holds by offer.
 */
export const post = (db: Db, posting: Sql, money: Money): Sql => sql`
  asked as materialized (${posting}),
  ${settlingParts},
  posting as materialized (select ${postingColumns} from asked union all ${settlements(sql`settling`, 'advertiser.available')}),
  caused as materialized (
    select nextval('transfer_ids') as transfer, causes.* from (
      select distinct cause, kind, description, offer, execution from posting order by cause) causes
  ),
  delta as materialized (
    select book, owner, max(account) as account, sum(units)::bigint as units
    from (select book, owner, account, units from posting union all ${firstDebts}) moved group by book, owner
  ),
  balance as (${moveBalances(db, money)}),
  hold as (${moveHolds}),
  transfer as (
    insert into transfers (id, kind, cause, offer, execution, description, created_at)
    select transfer, kind, cause, offer, execution, description, ${db.now()} from caused
  ),
  entry as (
    insert into entries (transfer, book, owner, account, units, balance_after_units, created_at)
    select transfer, book, owner, account, units, balance_after_units, ${db.now()} from (${entries}) entries
    where transfer is not null order by transfer, units
    returning units
  )`

const postingColumns = sql`cause, kind, description, offer, execution, book, owner, account, units`

/** The part `settling`: the debts of accounts that the part `asked` credits, as far as the credits go. */
const settlingParts = sql`
  credited as materialized (
    select owner as account, sum(units)::bigint as units from asked where book = 'advertiser.available'
    group by owner having sum(units) > 0
  ),
  owed as materialized (
    select book, owner, units from balances
    where book in ('advertiser.available', 'platform.guarantee') and owner = any(array(select account from credited))
    order by book, owner for update
  ),
  settling as materialized (
    select account, 'settlement:' || nextval('transfer_ids') as cause, least(credited.units, -owed.units) as units
    from credited join owed on owed.owner = account and owed.book = 'platform.guarantee' and owed.units < 0
  )`

/**
 * Selects an empty debt for each credited account that has none. A statement sees a row that another has changed while it waited for its
 * lock, but no row that the other has added.
 */
const firstDebts = sql`
  select 'platform.guarantee', account, account, 0 from credited
  where account not in (select owner from owed where book = 'platform.guarantee')`

/** Postings that settle debts from this book. Expects a part with account, cause and units. */
export const settlements = (settled: Sql, book: 'advertiser.available' | 'executor.available'): Sql => sql`
  select settled.cause, 'Settlement', null::text, null::bigint, null::bigint, moved.book, settled.account, settled.account, moved.units
  from ${settled} settled cross join lateral (values (${book}::text, -settled.units), ('platform.guarantee', settled.units)) moved (book, units)`

/**
 * Computes the running balance after each posting, as several in a batch may touch one book. The new balances are added as rows
 * without a transfer: a join would use a nested loop, because the planner cannot estimate the size of the batch.
 */
const entries = sql`
  select transfer, book, owner, account, units,
    (max(kept_units) over balance - sum(units) over later + units)::bigint as balance_after_units
  from (
    select caused.transfer, posting.book, posting.owner, posting.account, posting.units, null::bigint as kept_units
    from posting join caused using (cause)
    union all select null, book, owner, null, 0, units from balance
    union all select null, book, owner, null, 0, units from hold) posted
  window balance as (partition by book, owner),
    later as (partition by book, owner order by transfer desc, units desc)`

/**
 * Schedules the clearing of earnings posted to executor.pending. Expects rows with executor, execution, cause (of the transfer),
 * units and clears_at.
 */
export const scheduleClearing = (earned: Sql): Sql => sql`
  insert into clearings (executor, execution, cause, units, clears_at)
  select executor, execution, cause, units, clears_at from (${earned}) earned`

/** A row of `posting`, for transfers decided outside the statement. */
export type Posting = {
  readonly cause: string
  readonly kind: string
  readonly offer: number | null
  readonly book: string
  readonly owner: number
  readonly account: number | null
  readonly units: bigint
}

/** Returns postings as rows for `post`. */
export function postingRows(postings: readonly Posting[]): Sql {
  const column = (name: keyof Posting) => postings.map((posting) => posting[name])
  return sql`
    select cause, kind, null::text as description, offer, null::bigint as execution, book, owner, account, units
    from unnest(${column('cause')}::text[], ${column('kind')}::text[], ${column('offer')}::bigint[],
      ${column('book')}::text[], ${column('owner')}::bigint[], ${column('account')}::bigint[],
      ${column('units')}::bigint[]) as posted (cause, kind, offer, book, owner, account, units)`
}

/** Adds the part `delta` to the balances and inserts missing ones: a book without a balance only receives money. */
const moveBalances = (db: Db, { currency, thresholdUnits }: Money): Sql => sql`
  insert into balances (book, owner, currency, units, low_threshold_units, updated_at)
  select book, owner, ${currency}, case book when 'platform.guarantee' then least(units, 0) else greatest(units, 0) end,
    ${thresholdUnits}::bigint, ${db.now()} from delta
  where book in ('advertiser.available', 'executor.pending', 'executor.available', 'executor.withdrawing',
    'platform.guarantee') order by book, owner
  on conflict (book, owner) do update set (units, low_armed, updated_at) = (
    select balances.units + delta.units,
      case when balances.units + delta.units < balances.low_threshold_units then false
        when (balances.units + delta.units) * 10 >= balances.low_threshold_units * 12 then true
        else balances.low_armed end,
      excluded.updated_at
    from delta where delta.book = balances.book and delta.owner = balances.owner)
  returning book, owner, units`

const moveHolds: Sql = sql`
  insert into holds (offer, advertiser, units)
  select owner, account, greatest(units, 0) from delta where book = 'advertiser.held' order by owner
  on conflict (offer) do update set units = (
    select holds.units + delta.units from delta where delta.book = 'advertiser.held' and delta.owner = holds.offer)
  returning 'advertiser.held'::text as book, offer as owner, units`

/** Sets advertisers' low-balance thresholds and rearms the changed ones. Expects rows with account; returns them. */
export const setThreshold = (db: Db, accounts: Sql, units: Units, { currency }: Money): Sql => sql`
  insert into balances (book, owner, currency, low_threshold_units, updated_at)
  select 'advertiser.available', account, ${currency}, ${units}::bigint, ${db.now()} from (${accounts}) request
  on conflict (book, owner) do update set low_threshold_units = excluded.low_threshold_units,
    low_armed = balances.low_armed or balances.low_threshold_units <> excluded.low_threshold_units
  returning owner as account`
