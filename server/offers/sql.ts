import type { CallerRow } from '../accounts/caller.ts'
import { asCaller } from '../accounts/sql-fragments.ts'
import { isPausedAccount } from '../accounts/sql-fragments-pauses.ts'
import { lockFunds } from '../ledger/sql-fragments.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { foldCase } from './available.ts'
import type { Offer } from './offer.ts'
import type { PricedOffer } from './plan.ts'

/** Everything of an offer, from the tables offers and offer_states (named state) and the units held for it. */
export const offerColumns = (held: Sql): Sql => sql`
  offers.id, offers.advertiser, external_id, state.status, status_reason, paused_by, price, category, platform, type, title,
  description, proof_instructions, acceptance_criteria, details, source_language, translations, min_age, max_age, gender,
  target_countries, add_ons, reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds,
  review_seconds, max_reworks, rework_seconds, per_executor_limit, attempts_max, hourly_limit, daily_limit, starts_at,
  ends_at, allow_list, block_list, min_level, auto_accept_rules, metadata, moderation, pending_change, version, created_at, updated_at,
  submitted_at, activated_at, completed_at, archived_at, total_limit, remaining, reserved, pending, rework, accepted,
  accepted_by_dispute, rejected, disputed, withdrawn, kept, ${held} as held_units`

/** Locks the state of an offer until the transaction ends: the caller's own, or, for an operator, anybody's. */
export const lockOffer = (db: Db, by: By, id: Id<'offer'>, whose: 'own' | 'any') =>
  db.many<CallerRow<Pick<Offer, 'id'>>>(
    asCaller(
      db,
      by,
      sql`
      select state.offer as id from offer_states state
      where state.offer = ${id}::bigint and ${whose === 'own' ? sql`state.advertiser = caller.caller_account` : sql`true`}
      for update`,
    ),
  )

/** The units held for each offer of a statement. */
export const heldUnits = sql`coalesce((select units from holds where holds.offer = offers.id), 0)`

/**
 * An offer that this transaction has locked. Read by a statement of its own: the one that waited for the lock sees the row
 * that it locked as it is now, but what it joined, and the hold, as they were before it waited.
 */
export const readLocked = (db: Db, id: Id<'offer'>) =>
  db.one<Offer>(sql`
    select ${offerColumns(heldUnits)} from offers join offer_states state on state.offer = offers.id
    where offers.id = ${id}::bigint`)

/** Locks an advertiser's available money until the transaction ends. */
export const readFunds = (db: Db, advertiser: Id<'account'>) =>
  db.maybe<{ units: Units }>(lockFunds(sql`select ${advertiser}::bigint as account, 0::bigint as taken_units`))

/** What people can find an offer by: its titles in every language, in lower case. */
export const searchableOf = ({ title, translations }: Pick<PricedOffer, 'title' | 'translations'>): string =>
  [title, ...Object.values(translations).flatMap((words) => words.title ?? [])].map(foldCase).join('\n')

/** Offers that wait for approval, oldest first: where offers are approved at once, those that a crash left behind. */
export const waitingOffers = (db: Db, most: number) =>
  db.many<{ id: Id<'offer'> }>(sql`
    select offer as id from offer_states join accounts on accounts.id = advertiser 
      and coalesce(accounts.suspended_until <= ${db.now()}, true)
    join offers on offers.id = offer and coalesce(ends_at > ${db.now()}, true)
    where offer_states.status = 'PendingModeration' and not ${isPausedAccount(sql`offer_states.advertiser`)} order by offer limit ${most}`)

/** Offers whose hold is not what their slots call for. */
export const holdMismatches = (db: Db) =>
  db.many<{ what: string; keptUnits: Units; summedUnits: Units }>(sql`
    select 'hold of offer ' || id as what, kept_units, summed_units from (
      select offers.id, coalesce(holds.units, 0) as kept_units, case
        when state.status in ('Draft', 'Rejected') then 0
        else (reward_units + fee_units + add_on_units) * (state.reserved + state.pending + state.rework + state.kept
            + case when state.status in ('Completed', 'Archived') then 0 else state.remaining end)
          + case when state.status = 'PendingModeration' then flat_units else 0 end end as summed_units
      from offers join offer_states state on state.offer = offers.id left join holds on holds.offer = offers.id) held
    where kept_units <> summed_units order by id`)
