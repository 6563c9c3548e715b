import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { isPausedAccount } from '../accounts/sql-fragments-pauses.ts'
import { lockFunds } from '../ledger/sql-fragments.ts'
import { debtUnits } from '../payments/sql-fragments.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Offer } from './offer.ts'
import { offerColumns } from './sql-columns.ts'
import { openScreenOuts } from './studies/sql-fragments.ts'

/** Locks the state of an offer until the transaction ends: the caller's own, or any offer for an operator. */
export const lockOffer = (db: Db, by: By, id: Id<'offer'>, access: 'own' | 'any') =>
  forCaller<Pick<Offer, 'id'>>(db, by)`
      select state.offer as id from offer_states state
      where state.offer = ${id}::bigint and ${access === 'own' ? sql`state.advertiser = caller.caller_account` : sql`true`}
      for update`

/** Selects the units held for a row named `offers`. */
export const heldUnits = sql`coalesce((select units from holds where holds.offer = offers.id), 0)`

/**
 * Reads an offer that this transaction has locked. Separate from the lock: a statement that waited for it sees the locked row as it is now,
 * but joined tables and the hold as they were before.
 */
export const readLocked = (db: Db, id: Id<'offer'>) =>
  db.one<Offer>(sql`
    select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id
    where offers.id = ${id}::bigint`)

/** Locks an advertiser's available money until the transaction ends. */
export const readFunds = (db: Db, advertiser: Id<'account'>) =>
  db.maybe<{ units: Units }>(lockFunds(sql`${[advertiser]}::bigint[]`))

export const readDebt = (db: Db, advertiser: Id<'account'>) =>
  db.one<{ units: Units }>(sql`select ${debtUnits(sql`${advertiser}::bigint`)} as units`)

/** Reads pending offers that can be approved, oldest first: with automatic moderation, those that a crash left behind. */
export const pendingOffers = (db: Db, limit: number) =>
  db.many<{ id: Id<'offer'> }>(sql`
    select offer as id from offer_states join accounts on accounts.id = advertiser 
      and coalesce(accounts.suspended_until <= ${db.now()}, true)
    join offers on offers.id = offer and coalesce(ends_at > ${db.now()}, true)
    where offer_states.status = 'PendingModeration' and not ${isPausedAccount(sql`offer_states.advertiser`)} order by offer limit ${limit}`)

/** Reads the offers whose hold does not match their slots. */
export const holdMismatches = (db: Db) =>
  db.many<{ what: string; keptUnits: Units; summedUnits: Units }>(sql`
    select 'hold of offer ' || id as what, kept_units, summed_units from (
      select offers.id, coalesce(holds.units, 0) as kept_units, case
        when state.status in ('Draft', 'Rejected') then 0
        else (reward_units + fee_units + add_on_units) * (state.reserved + state.pending + state.rework + state.kept
            + case when state.status in ('Completed', 'Archived') then 0 else state.remaining end)
          + case when state.status in ('Completed', 'Archived') then 0 else ${openScreenOuts} end
          + case when state.status = 'PendingModeration' then flat_units else 0 end end as summed_units
      from offers join offer_states state on state.offer = offers.id left join holds on holds.offer = offers.id) held
    where kept_units <> summed_units order by id`)
