import type { Caller } from '../accounts/caller.ts'
import { asCaller } from '../accounts/steps.ts'
import { isPausedAccount } from '../accounts/steps-pauses.ts'
import { lockFunds, lowBalance, type Posting, post, postingRows } from '../ledger/steps.ts'
import { recordDecisions } from '../platform/audit.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { recordEvents } from '../platform/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { foldCase } from './available.ts'
import type { Change, Decision } from './change.ts'
import type { Offer } from './offer.ts'
import type { Plan } from './plan.ts'
import { offerFigures, stateFigures } from './steps.ts'
import { type FormerContent, keepContent } from './steps-content.ts'
import { moderatedEvent, pausedEvent } from './steps-events.ts'

export type Found<Row> = Caller & Row & { readonly found: true | null }

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
  db.maybe<{ units: Units }>(lockFunds(sql`select ${advertiser}::bigint as account, 0::bigint as taken_units`))

export type Saved = {
  readonly change: Change
  readonly decision: Decision
  readonly postings: readonly Posting[]
  readonly neededUnits: Units
  readonly trigger: string
  readonly money: Money
  /** The content that the change replaces, if executors may have reserved it. */
  readonly former: FormerContent | undefined
}

/** Writes a changed offer, whose state this transaction has locked, with its money and its events. */
export const saveOffer = (db: Db, { change, decision, postings, neededUnits, trigger, money, former }: Saved) => {
  const { before, after } = change
  const needed = sql`${neededUnits}::bigint`
  const held = sql`coalesce((select units from hold), ${before.heldUnits}::bigint)`
  return db.one<Offer>(sql`
    with funds as materialized (${lockFunds(sql`select ${after.advertiser}::bigint as account, ${needed} as taken_units`)}),
    state as (
      update offer_states set status = ${after.status}, paused_by = ${after.pausedBy},
        total_limit = ${after.totalLimit}::integer, remaining = ${after.remaining}::integer
      where offer = ${after.id}::bigint returning *
    ),
    offers as (${updateOffer(db, after)}),
    former as (${keepContent(db, former)}),
    ${post(db, postingRows(postings), money)},
    event as (${recordEvents(
      db,
      sql`
      select 'task.completed' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('reason', 'LimitReached', 'offer', ${offerFigures(sql`offers`)},
          'counts', ${stateFigures(sql`state`)}, 'heldUnits', ${held}) as data, 5 as rank
      from state join offers on offers.id = state.offer
      where state.status = 'Completed' and ${before.status}::text <> 'Completed'
      union all ${moderatedEvent(before, held)}
      union all ${pausedEvent(before, held)}
      union all ${lowBalance(trigger)}`,
    )}),
    decided as (${recordDecisions(
      db,
      sql`
      select ${decision.actor} as actor, ${decision.account}::bigint as account, ${decision.action} as action,
        'task' as subject, id as subject_id, advertiser as owner, ${decision.reason}::text as reason,
        ${JSON.stringify(decision.data)}::jsonb as data
      from offers`,
    )})
    select ${offerColumns(held)}
    from offers join state on state.offer = offers.id`)
}

/** What people can find an offer by: its titles in every language, in lower case. */
export const searchableOf = ({ title, translations }: Pick<Plan, 'title' | 'translations'>): string =>
  [title, ...Object.values(translations).flatMap((words) => words.title ?? [])].map(foldCase).join('\n')

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
    max_reworks = ${offer.maxReworks}::integer, rework_seconds = ${offer.reworkSeconds}::integer,
    hourly_limit = ${offer.hourlyLimit}::integer, daily_limit = ${offer.dailyLimit}::integer,
    starts_at = ${offer.startsAt}, ends_at = ${offer.endsAt}, allow_list = ${offer.allowList}::bigint,
    block_list = ${offer.blockList}::bigint, min_level = ${offer.minLevel}::integer,
    auto_accept_rules = ${JSON.stringify(offer.autoAcceptRules)}::jsonb,
    per_executor_limit = ${offer.perExecutorLimit}::integer, attempts_max = ${offer.attemptsMax}::integer, metadata = ${JSON.stringify(offer.metadata)}::jsonb,
    status_reason = ${json(offer.statusReason)}::jsonb, moderation = ${json(offer.moderation)}::jsonb,
    pending_change = ${json(offer.pendingChange)}::jsonb,
    version = version + 1, updated_at = ${db.now()}, submitted_at = ${offer.submittedAt}, activated_at = ${offer.activatedAt},
    completed_at = ${offer.completedAt}, archived_at = ${offer.archivedAt}
  where id = ${offer.id}::bigint returning *`

const json = (value: object | null): string | null => (value === null ? null : JSON.stringify(value))

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
