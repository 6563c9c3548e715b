import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { join, name, nothing, type Sql, sql } from '../platform/sql.ts'
import { columnOf, ownMembers } from './body-members.ts'
import type { OfferEvent } from './offer.ts'

/** Selects the offers that executors may know of. */
export const publicOffers: Sql = sql`
  select offer from offer_states where status not in ('Draft', 'PendingModeration', 'Rejected')`

/** The columns that only the advertiser reads and writes. */
export const ownColumns: Sql = join(
  Object.keys(ownMembers).map((member) => name(`offers.${columnOf(member)}`)),
  sql`, `,
)

/** Locks the slots of these offers, an array of ids. */
export const lockSlots = (offers: Sql): Sql =>
  sql`select from offer_states where offer = any(${offers}) order by offer for update`

const slotCounts = [
  'remaining',
  'reserved',
  'pending',
  'rework',
  'accepted',
  'accepted_by_dispute',
  'rejected',
  'disputed',
  'withdrawn',
  'kept',
  'uncovered',
  'screened_out',
] as const
/** The counts of slots and other figures in offer_states. */
export type SlotCount = (typeof slotCounts)[number]

const steps = { '-1': sql`-1`, 1: sql`1` } as const
const addedBy = (added: -1 | 1 | Sql): Sql => (typeof added === 'number' ? steps[added] : added)

/**
 * Adds to the slot counts of offers: each row of `rows` (with offer) adds to the counts in `each` 1, -1 or a value of the row. Completes an
 * offer when every slot is accepted. Expects locked offer_states.
 */
export function moveSlots(rows: Sql, each: Readonly<Partial<Record<SlotCount, -1 | 1 | Sql>>>): Sql {
  const added = slotCounts.flatMap((count) => {
    const by = each[count]
    return by === undefined ? [] : [{ count: name(count), by: addedBy(by) }]
  })
  const sets = added.map(({ count }) => sql`${count} = state.${count} + moved.${count}`)
  const sums = added.map(({ count, by }) => sql`sum(${by})::integer as ${count}`)
  const completed = sql`, status = case when state.accepted + moved.accepted = state.total_limit and state.status in ('Active', 'Paused')
    then 'Completed' else state.status end`
  return sql`
  update offer_states state set ${join(sets, sql`, `)} ${each.accepted ? completed : nothing}
  from (select offer, ${join(sums, sql`, `)} from ${rows} group by offer) moved
  where state.offer = moved.offer`
}

/**
 * The steps of a flight that record the end of those offers of `offers` (an array of ids) which are completed now, after the slots
 * have moved. Their events follow those of the last acceptance. The hold is not released: all its slots are paid, and the rest is for
 * rejections that may still be appealed.
 */
export const recordCompletedOffers = (db: Db, offers: Sql): Sql[] => {
  const completed = sql`offers where id = any(${offers}) and completed_at = ${db.now()} and status_reason ->> 'code' = 'limit_reached'`
  return [
    sql`
      update offers set completed_at = ${db.now()}, updated_at = ${db.now()}, version = version + 1,
        pending_change = null, status_reason = '{"code":"limit_reached","message":"All executions that were asked for are accepted."}'
      where id = any(array(select offer from offer_states where offer = any(${offers}) and status = 'Completed')) and completed_at is null`,
    recordDecisions(db)`${completedDecisions(completed)}`,
    recordOfferEvent(
      db,
      { kind: 'task.completed', more: { reason: 'limit_reached' } },
      sql`array(select id from ${completed})`,
    ),
  ]
}

/**
 * Records an event of each of these offers (an array of ids), with a snapshot of the offer as it is now. `more`: further members of the
 * event's data.
 */
export const recordOfferEvent = (db: Db, { kind, more = {} }: OfferEvent, offers: Sql): Sql => recordEvents(db)`
  select ${kind}::text as kind, offers.advertiser as account, offers.id as offer, null::bigint as execution,
    ${JSON.stringify(more)}::jsonb || jsonb_build_object('offer', ${offerSnapshot(sql`offers`)}, 'counts', ${stateSnapshot(sql`state`)},
      'heldUnits', coalesce((select units from holds where holds.offer = offers.id), 0), 'itemCounts', ${itemCountsOf}) as data, 1 as rank
  from offers join offer_states state on state.offer = offers.id where offers.id = any(${offers})`

/** The completion of offers as rows for `recordDecisions`, from rows of offers. */
export const completedDecisions = (completed: Sql): Sql => sql`
  select 'system' as actor, null::bigint as account, 'task.complete' as action, 'task' as subject, id as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('reasonCode', status_reason ->> 'code') as data
  from ${completed}`

/** The event's snapshot of an offer's counts, from a row of offer_states. */
export const stateSnapshot = (state: Sql): Sql => sql`
  jsonb_build_object('status', ${state}.status, 'pausedBy', ${state}.paused_by, 'totalLimit', ${state}.total_limit,
    'remaining', ${state}.remaining, 'reserved', ${state}.reserved, 'pending', ${state}.pending, 'rework', ${state}.rework,
    'accepted', ${state}.accepted, 'acceptedByDispute', ${state}.accepted_by_dispute, 'rejected', ${state}.rejected,
    'disputed', ${state}.disputed, 'withdrawn', ${state}.withdrawn, 'kept', ${state}.kept, 'screenedOut', ${state}.screened_out,
    'screenOutMax', ${state}.screen_out_max)`

/** Selects the counts of the items of a row named `offers` (`Offer['itemCounts']`). */
export const itemCountsOf = sql`
  case when offers.overlap is not null then coalesce(
    (select concat_ws(' ', open, in_progress, completed, waiting, cancelled, nullif(gold, 0)) from item_counts where item_counts.offer = offers.id), '0 0 0 0 0') end`

/** Selects what the bonuses of an offer have cost, with their fees. */
export const bonusCost = (offer: Sql): Sql => sql`
  coalesce((select units from offer_bonuses where offer_bonuses.offer = ${offer}.id), 0)`

/**
 * Adds to the costs of bonuses. Expects rows of offer and units, each offer once. Locks last, after balances: nothing else locks these rows.
 */
export const addBonusCost = (paid: Sql): Sql => sql`
  insert into offer_bonuses (offer, units) select offer, units from (${paid}) paid
  on conflict (offer) do update set units = offer_bonuses.units + excluded.units`

/** The event's snapshot of an offer's other members, from a row of offers: it may change before the event is delivered. */
export const offerSnapshot = (offer: Sql): Sql => sql`
  to_jsonb(${offer}) - '{searchable,pending_change,page}'::text[] || jsonb_build_object('bonus_cost_units', ${bonusCost(offer)})`

/** The event's members about an execution's offer, from a row of offers. */
export const offerNames = (offer: Sql): Sql => sql`
  jsonb_build_object('id', ${offer}.id, 'externalId', ${offer}.external_id, 'title', ${offer}.title,
    'version', ${offer}.version)`

/** Selects the money released to the advertiser from the hold of an offer since its last submission, until this time. */
export const releasedUnits = (offer: Sql, until: Sql): Sql => sql`
  (select coalesce(sum(entries.units), 0)::bigint from transfers
    join entries on entries.transfer = transfers.id and entries.book = 'advertiser.available'
    where transfers.cause = any(array(
        select 'offer:' || ${offer}.id || ':v' || made || ':release' from generate_series(2, ${offer}.version) made))
      and transfers.created_at >= ${offer}.submitted_at and transfers.created_at <= ${until})`

/**
 * Selects rows that each free a slot, with `is_kept`: whether a closed offer keeps the slot's cost for an execution that can still be
 * decided for its executor. Expects rows with id and offer, and locked offer_states.
 */
export const withKept = (freed: Sql): Sql => sql`
  select freed.*, state.status in ('Completed', 'Archived')
    and row_number() over (partition by freed.offer order by freed.id) <= state.uncovered as is_kept
  from (${freed}) freed join offer_states state on state.offer = freed.offer`

/** What rows of `withKept` add to the counts of kept and uncovered costs. */
export const keptSlots = { kept: sql`is_kept::integer`, uncovered: sql`-is_kept::integer` }

/**
 * Postings for freed slots: releases their held money to the advertiser if the offer is closed. Expects rows of cause, offer, execution and
 * units, and locked offer_states.
 */
export const releaseClosed = (freed: Sql): Sql => sql`
  select freed.cause, 'Release' as kind, null::text as description, freed.offer, freed.execution, moved.book, moved.owner,
    state.advertiser as account, moved.units
  from (${freed}) freed join offer_states state on state.offer = freed.offer and state.status in ('Completed', 'Archived'),
    lateral (values ('advertiser.held', freed.offer, -freed.units),
      ('advertiser.available', state.advertiser, freed.units)) moved (book, owner, units)`

/** Returns a time in milliseconds, as the index stores activation times. */
export const inMs = (time: Sql): Sql => sql`round(date_part('epoch', ${time}) * 1000)`

const acceptanceRate = sql`case when repute.decided > 0 then repute.accepted::float8 / repute.decided end`
const disputeLossRate = sql`
  case when repute.disputes_decided > 0 then repute.disputes_lost::float8 / repute.disputes_decided end`

/** The advertiser's reputation as JSON, from the advertiser's record (named repute). */
export const reputationJson = sql`
  json_build_object('account', repute.account, 'acceptanceRate', ${acceptanceRate}, 'medianReviewSeconds',
    repute.median_review_seconds, 'disputeLossRate', ${disputeLossRate}, 'since', ${inMs(sql`repute.created_at`)})`

/** The advertiser's estimate of the work in minutes, from the details of the row `offers`; null if they have no such number. */
export const estimatedMinutes = sql`
  case when offers.details -> 'estimatedMinutes' between '1'::jsonb and '10000'::jsonb
    then (offers.details ->> 'estimatedMinutes')::float8 end as estimated_minutes`

/** The measured time of the work on the row `offers`. */
export const workSeconds = sql`(select work_seconds from offer_paces where offer_paces.offer = offers.id)`

/** Stores measured work, from rows of offer, seconds and works_per_hour. Changes below a twentieth are not worth a new list of offers. */
export const recordWorkTimes = (measured: Sql): Sql => sql`
  insert into offer_paces (offer, price, work_seconds, works_per_hour)
  select offer, (select price from offers where offers.id = measured.offer), seconds, works_per_hour from (${measured}) measured
  on conflict (offer) do update
    set price = excluded.price, work_seconds = excluded.work_seconds, works_per_hour = excluded.works_per_hour
  where abs(offer_paces.work_seconds - excluded.work_seconds) * 20 >= offer_paces.work_seconds
    or coalesce(abs(offer_paces.works_per_hour - excluded.works_per_hour) * 20 >= offer_paces.works_per_hour, true)`

/** Selects an offer as executors see it, from offers, its state and the advertiser's record (named repute). */
export const availableColumns = sql`
  offers.id, offers.overlap is not null as has_items, offers.advertiser, state.status, offers.title, offers.description, offers.source_language,
  offers.translations, offers.currency, offers.type, state.remaining, offers.reward_units, offers.category,
  offers.platform, offers.reservation_seconds, offers.review_seconds, offers.activated_at, ${estimatedMinutes},
  ${workSeconds} as work_seconds, offers.min_age,
  offers.max_age, offers.gender, offers.target_countries, offers.min_level, offers.requirements, repute.median_review_seconds, repute.created_at as advertiser_since,
  ${acceptanceRate} as acceptance_rate, ${disputeLossRate} as dispute_loss_rate`
