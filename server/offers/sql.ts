import type { Caller } from '../accounts/caller.ts'
import { asCaller } from '../accounts/steps.ts'
import { lockFunds, lowBalance, type Posting, post, postingRows } from '../ledger/steps.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { recordEvents } from '../platform/events.ts'
import { nothing, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { foldCase } from './available.ts'
import type { Change } from './change.ts'
import type { Wish } from './input.ts'
import type { Offer } from './offer.ts'
import type { Ordered, Plan } from './plan.ts'
import { offerFigures, stateFigures } from './steps.ts'

export type Found<Row> = Caller & Row & { readonly found: true | null }

/** Everything of an offer, from the tables offers and offer_states (named state) and the units held for it. */
export const offerColumns = (held: Sql): Sql => sql`
  offers.id, offers.advertiser, external_id, state.status, status_reason, paused_by, price, category, platform, type, title,
  description, proof_instructions, acceptance_criteria, details, source_language, translations, min_age, max_age, gender,
  target_countries, add_ons, reward_units, fee_units, add_on_units, flat_units, currency, reservation_seconds,
  review_seconds, max_reworks, rework_seconds, per_executor_limit, metadata, moderation, version, created_at, updated_at,
  submitted_at, activated_at, completed_at, archived_at, total_limit, remaining, reserved, pending, rework, accepted,
  accepted_by_dispute, rejected, disputed, withdrawn, ${held} as held_units`

export type OrderFacts = Ordered & {
  readonly language: string
  readonly availableUnits: Units
  readonly existing: Id<'offer'> | null
}

/** What can be ordered for this wish, and with which money. One row, with price null where there is no such price. */
const ordered = (wish: Wish, advertiser: Sql): Sql => sql`
  select price.id as price, platform.category, price.platform, price.code as type,
    price.reward_units, price.is_active and platform.is_active and category.is_active as price_active,
    price.reservation_seconds, price.details_mode, price.offer_details_schema, add_on.known as add_ons_known,
    add_on.cost_units as add_on_units, add_on.flat_units, account.language,
    coalesce(balance.units, 0) as available_units, existing.id as existing
  from (
    select count(*) as known, coalesce(sum(cost_units), 0)::bigint as cost_units,
      coalesce(sum(flat_units), 0)::bigint as flat_units
    from add_ons where id = any(${wish.addOns}::bigint[]) and is_active) add_on
  left join prices price on price.id = ${wish.price}::bigint
  left join platforms platform on platform.id = price.platform
  left join categories category on category.id = platform.category
  left join accounts account on account.id = ${advertiser}
  left join balances balance on balance.book = 'advertiser.available' and balance.owner = ${advertiser}
  left join offers existing on existing.advertiser = ${advertiser} and existing.external_id = ${wish.externalId}::text`

/** `isMade`: an offer may come of it, which has its id already. */
export const readOrder = (db: Db, by: By, wish: Wish, isMade: boolean) =>
  db.many<Found<OrderFacts & { id: Id<'offer'> }>>(
    asCaller(
      db,
      by,
      sql`
      select ${isMade ? sql`nextval('offers_id_seq')` : sql`null::bigint`} as id, ordered.*
      from (${ordered(wish, sql`caller.caller_account`)}) ordered`,
    ),
  )

export const readOrderOf = (db: Db, wish: Wish, advertiser: Id<'account'>) =>
  db.one<OrderFacts>(ordered(wish, sql`${advertiser}::bigint`))

export type NewOffer = {
  readonly id: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly plan: Plan
  readonly submitted: boolean
  readonly source: string
  readonly money: Money
}

/** What people can find an offer by: its titles in every language, in lower case. */
const searchableOf = ({ title, translations }: Pick<Plan, 'title' | 'translations'>): string =>
  [title, ...Object.values(translations).flatMap((words) => words.title ?? [])].map(foldCase).join('\n')

/** One guarded statement: the offer, its slots, its money where it is submitted, its event. No row: not enough funds any more. */
export const insertOffer = (db: Db, offer: NewOffer) => {
  const { id, advertiser, plan, submitted, source, money } = offer
  const total = sql`${plan.totalUnits}::bigint`
  const status = submitted ? 'PendingModeration' : 'Draft'
  return db.maybe<Offer>(sql`
    with ${submitted ? sql`funds as materialized (${lockFunds(sql`${advertiser}::bigint`, total)}),` : nothing}
    offers as (${offerRow(db, offer)}),
    state as (
      insert into offer_states (offer, advertiser, status, total_limit, remaining)
      select id, advertiser, ${status}::text, ${plan.totalLimit}::integer, ${plan.totalLimit}::integer from offers
      returning *
    ),
    ${submitted ? sql`${post(db, holdOf(id, total), money)},` : nothing}
    event as (${recordEvents(
      db,
      sql`
      select 'task.created' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('source', ${source}::text, 'offer', ${offerFigures(sql`offers`)},
          'counts', ${stateFigures(sql`state`)}, 'heldUnits', ${submitted ? total : sql`0`}) as data, 1 as rank
      from state join offers on offers.id = state.offer ${submitted ? sql`union all ${lowBalance(total, 'TaskSubmitted')}` : nothing}`,
    )})
    select ${offerColumns(submitted ? total : sql`0::bigint`)} from offers join state on state.offer = offers.id`)
}

/** The row of a new offer; of one that is submitted only where the part `funds` has enough. */
const offerRow = (db: Db, { id, advertiser, plan, submitted, source }: NewOffer): Sql => sql`
  insert into offers (id, advertiser, external_id, source, price, category, platform, type, title, searchable,
    description, proof_instructions, acceptance_criteria, details, source_language, translations, min_age, max_age,
    gender, target_countries, add_ons, reward_units, fee_units, add_on_units, flat_units, currency,
    reservation_seconds, review_seconds, max_reworks, rework_seconds, per_executor_limit, metadata, moderation,
    created_at, updated_at, submitted_at)
  select ${id}::bigint, ${advertiser}::bigint, ${plan.externalId}::text, ${source}::text, ${plan.price}::bigint,
    ${plan.category}::bigint, ${plan.platform}::bigint, ${plan.type}::text, ${plan.title}::text,
    ${searchableOf(plan)}::text, ${plan.description}::text, ${plan.proofInstructions}::text,
    ${JSON.stringify(plan.acceptanceCriteria)}::jsonb, ${JSON.stringify(plan.details)}::jsonb,
    ${plan.sourceLanguage}::text, ${JSON.stringify(plan.translations)}::jsonb, ${plan.minAge}::integer,
    ${plan.maxAge}::integer, ${plan.gender}::text, ${plan.targetCountries}::bigint[], ${plan.addOns}::bigint[],
    ${plan.rewardUnits}::bigint, ${plan.feeUnits}::bigint, ${plan.addOnUnits}::bigint, ${plan.flatUnits}::bigint,
    ${plan.currency}::text, ${plan.reservationSeconds}::integer, ${plan.reviewSeconds}::integer,
    ${plan.maxReworks}::integer, ${plan.reworkSeconds}::integer, ${plan.perExecutorLimit}::integer,
    ${JSON.stringify(plan.metadata)}::jsonb, ${submitted ? pendingModeration : null}::jsonb, ${db.now()}, ${db.now()},
    ${submitted ? db.now() : sql`null`}
  ${submitted ? sql`from funds` : nothing}
  returning *`

const pendingModeration = '{"status":"Pending","reasonCode":null,"comment":null,"decidedAtUtc":null}'

const holdOf = (id: Id<'offer'>, total: Sql): Sql => sql`
  select 'offer:' || ${id}::text || ':submit' as cause, 'Hold' as kind, null::text as description, ${id}::bigint as offer,
    null::bigint as execution, moved.book, moved.owner, moved.account, moved.units
  from funds, lateral (values ('advertiser.available', funds.account, funds.account, -${total}),
    ('advertiser.held', ${id}::bigint, funds.account, ${total})) moved (book, owner, account, units)`

/** Locks the state of an offer until the transaction ends: the caller's own, or, for an operator, anybody's. */
export const lockOffer = (db: Db, by: By, id: Id<'offer'>, whose: 'own' | 'any') =>
  db.many<Found<Pick<Offer, 'id'>>>(
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
  db.maybe<{ units: Units }>(lockFunds(sql`${advertiser}::bigint`, sql`0`))

export type Saved = {
  readonly change: Change
  readonly postings: readonly Posting[]
  readonly neededUnits: Units
  readonly trigger: string
  readonly money: Money
}

/** Writes a changed offer, whose state this transaction has locked, with its money and its events. */
export const saveOffer = (db: Db, { change, postings, neededUnits, trigger, money }: Saved) => {
  const { before, after } = change
  const needed = sql`${neededUnits}::bigint`
  const held = sql`coalesce((select units from hold), ${before.heldUnits}::bigint)`
  return db.one<Offer>(sql`
    with funds as materialized (${lockFunds(sql`${after.advertiser}::bigint`, needed)}),
    state as (
      update offer_states set status = ${after.status}, paused_by = ${after.pausedBy},
        total_limit = ${after.totalLimit}::integer, remaining = ${after.remaining}::integer
      where offer = ${after.id}::bigint returning *
    ),
    offers as (${updateOffer(db, after)}),
    ${post(db, postingRows(postings), money)},
    event as (${recordEvents(
      db,
      sql`
      select 'task.completed' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('reason', 'LimitReached', 'offer', ${offerFigures(sql`offers`)},
          'counts', ${stateFigures(sql`state`)}, 'heldUnits', ${held}) as data, 5 as rank
      from state join offers on offers.id = state.offer
      where state.status = 'Completed' and ${before.status}::text <> 'Completed'
      union all ${lowBalance(needed, trigger)}`,
    )})
    select ${offerColumns(held)}
    from offers join state on state.offer = offers.id`)
}

const updateOffer = (db: Db, offer: Offer): Sql => sql`
  update offers set external_id = ${offer.externalId}, price = ${offer.price}::bigint, category = ${offer.category}::bigint,
    platform = ${offer.platform}::bigint, type = ${offer.type}, title = ${offer.title}, searchable = ${searchableOf(offer)},
    description = ${offer.description}, proof_instructions = ${offer.proofInstructions},
    acceptance_criteria = ${JSON.stringify(offer.acceptanceCriteria)}::jsonb,
    details = ${JSON.stringify(offer.details)}::jsonb, source_language = ${offer.sourceLanguage},
    translations = ${JSON.stringify(offer.translations)}::jsonb, min_age = ${offer.minAge}::integer,
    max_age = ${offer.maxAge}::integer, gender = ${offer.gender}, target_countries = ${offer.targetCountries}::bigint[],
    add_ons = ${offer.addOns}::bigint[], reward_units = ${offer.rewardUnits}::bigint, fee_units = ${offer.feeUnits}::bigint,
    add_on_units = ${offer.addOnUnits}::bigint, flat_units = ${offer.flatUnits}::bigint, currency = ${offer.currency},
    reservation_seconds = ${offer.reservationSeconds}::integer, review_seconds = ${offer.reviewSeconds}::integer,
    per_executor_limit = ${offer.perExecutorLimit}::integer, metadata = ${JSON.stringify(offer.metadata)}::jsonb,
    status_reason = ${json(offer.statusReason)}::jsonb, moderation = ${json(offer.moderation)}::jsonb,
    version = version + 1, updated_at = ${db.now()}, submitted_at = ${offer.submittedAt}, activated_at = ${offer.activatedAt},
    completed_at = ${offer.completedAt}, archived_at = ${offer.archivedAt}
  where id = ${offer.id}::bigint returning *`

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

/** Offers that wait for approval, oldest first: where offers are approved at once, those that a crash left behind. */
export const waitingOffers = (db: Db, most: number) =>
  db.many<{ id: Id<'offer'> }>(sql`
    select offer as id from offer_states join accounts on accounts.id = advertiser and accounts.status = 'Active'
    where offer_states.status = 'PendingModeration' order by offer limit ${most}`)

/** Offers whose hold is not what their slots call for. */
export const holdMismatches = (db: Db) =>
  db.many<{ what: string; keptUnits: Units; summedUnits: Units }>(sql`
    select 'hold of offer ' || id as what, kept_units, summed_units from (
      select offers.id, coalesce(holds.units, 0) as kept_units, case
        when state.status in ('Draft', 'Rejected') then 0
        else (reward_units + fee_units + add_on_units) * (state.reserved + state.pending + state.rework
            + case when state.status in ('Completed', 'Archived') then 0 else state.remaining end)
          + case when state.status = 'PendingModeration' then flat_units else 0 end end as summed_units
      from offers join offer_states state on state.offer = offers.id left join holds on holds.offer = offers.id) held
    where kept_units <> summed_units order by id`)
