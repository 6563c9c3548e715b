import type { Db } from '../platform/database/db.ts'
import { name, type Sql, sql } from '../platform/sql.ts'

/** The offers of which executors may know that they exist. */
export const publicOffers: Sql = sql`
  select offer from offer_states where status not in ('Draft', 'PendingModeration', 'Rejected')`

/**
 * Locks the states of these offers, in the order of their ids, before anything else of them is touched. As an array, here
 * and wherever a part names the rows of the next: it is whole before the first row is locked, and every plan finds its rows
 * by the index, also one that was made while the table was empty.
 */
export const lockStates = (offers: Sql): Sql => sql`
  select * from offer_states where offer = any(array(${offers})) order by offer for update`

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
] as const
/** Where slots can be, as offer_states counts them, and what else it counts of an offer. */
export type SlotCount = (typeof slotCounts)[number]

/** What rows of an offer each add to its counts, for `changeSlots`: one more, one less, or what the row says. */
export const slotsBy = (rows: Sql, each: Readonly<Partial<Record<SlotCount, -1 | 1 | Sql>>>): Sql => sql`
  select offer, ${slotCounts
    .map((count) => sql`sum(${addedBy(each[count])})::integer as ${name(count)}`)
    .reduce((all, one) => sql`${all}, ${one}`)}
  from ${rows} group by offer`

const steps = { '-1': sql`-1`, 0: sql`0`, 1: sql`1` } as const
const addedBy = (added: -1 | 0 | 1 | Sql = 0): Sql => (typeof added === 'number' ? steps[added] : added)

/**
 * Moves slots of offers from one count to another. Expects rows as `slotsBy` makes them: what is added to each count. An
 * offer of which every slot is accepted is completed. Answers the rows of offer_states.
 * The condition on counts is for a row that others moved slots of while the statement waited for its lock:
 * PostgreSQL first checks the constraints of what it makes of the row as it was, before it makes it of the row as it is.
 */
export const changeSlots = (moved: Sql): Sql => sql`
  update offer_states state set
    remaining = state.remaining + moved.remaining, reserved = state.reserved + moved.reserved,
    pending = state.pending + moved.pending, rework = state.rework + moved.rework,
    accepted = state.accepted + moved.accepted,
    accepted_by_dispute = state.accepted_by_dispute + moved.accepted_by_dispute,
    rejected = state.rejected + moved.rejected, disputed = state.disputed + moved.disputed,
    withdrawn = state.withdrawn + moved.withdrawn, kept = state.kept + moved.kept,
    status = case when moved.accepted > 0 and state.accepted + moved.accepted = state.total_limit
      and state.status in ('Active', 'Paused') then 'Completed' else state.status end
  from (${moved}) moved where state.offer = moved.offer and least(state.remaining + moved.remaining,
    state.reserved + moved.reserved, state.pending + moved.pending, state.rework + moved.rework,
    state.rejected + moved.rejected, state.disputed + moved.disputed, state.kept + moved.kept) >= 0
  returning state.*, moved.accepted > 0 and state.status = 'Completed' as just_completed`

/** Writes on the offer itself that `completed` (rows of offer) has come to its end. */
export const completeOffers = (db: Db, completed: Sql): Sql => sql`
  update offers set completed_at = ${db.now()}, updated_at = ${db.now()}, version = version + 1,
    pending_change = null, status_reason = '{"code":"limit_reached","message":"All executions that were asked for are accepted."}'
  where id = any(array(${completed})) returning *`

/** The end of offers as rows for `recordDecisions`, from rows of offers. */
export const completedDecisions = (completed: Sql): Sql => sql`
  select 'system' as actor, null::bigint as account, 'task.complete' as action, 'task' as subject, id as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('reasonCode', status_reason ->> 'code') as data
  from ${completed}`

/**
 * Of several moves of one offer in one statement, each is told as if it had come after the other: `later` is how many came
 * after this one, `move` what each of them added, `status` the one before the last of them.
 */
export type Ago = {
  readonly later: Sql
  readonly move: Readonly<Partial<Record<SlotCount, 1 | -1>>>
  readonly status?: Sql
}

/** The figures of an offer for an event, from a row of offer_states. */
export function stateSnapshot(state: Sql, ago?: Ago): Sql {
  const count = (column: SlotCount): Sql => {
    const step = ago?.move[column]
    if (!ago || !step) return sql`${state}.${name(column)}`
    return step === 1 ? sql`${state}.${name(column)} - ${ago.later}` : sql`${state}.${name(column)} + ${ago.later}`
  }
  const status = ago?.status ? sql`case ${ago.later} when 0 then ${state}.status else ${ago.status} end` : undefined
  return sql`
    jsonb_build_object('status', ${status ?? sql`${state}.status`}, 'pausedBy', ${state}.paused_by,
      'totalLimit', ${state}.total_limit, 'remaining', ${count('remaining')}, 'reserved', ${count('reserved')},
      'pending', ${count('pending')}, 'rework', ${count('rework')}, 'accepted', ${count('accepted')},
      'acceptedByDispute', ${count('accepted_by_dispute')}, 'rejected', ${count('rejected')},
      'disputed', ${count('disputed')}, 'withdrawn', ${count('withdrawn')}, 'kept', ${count('kept')})`
}

/** All that an event tells of an offer beside its state, from a row of offers: it may be rewritten before the event is told. */
export const offerSnapshot = (offer: Sql): Sql => sql`to_jsonb(${offer}) - '{searchable,pending_change}'::text[]`

/** What an event tells of the offer that an execution is for, from a row of offers. */
export const offerNames = (offer: Sql): Sql => sql`
  jsonb_build_object('id', ${offer}.id, 'externalId', ${offer}.external_id, 'title', ${offer}.title)`

/** What went back to the advertiser from the hold of an offer, a row of offers, since it was submitted last, until this time. */
export const releasedUnits = (offer: Sql, until: Sql): Sql => sql`
  (select coalesce(sum(entries.units), 0)::bigint from transfers
    join entries on entries.transfer = transfers.id and entries.book = 'advertiser.available'
    where transfers.cause = any(array(
        select 'offer:' || ${offer}.id || ':v' || made || ':release' from generate_series(2, ${offer}.version) made))
      and transfers.created_at >= ${offer}.submitted_at and transfers.created_at <= ${until})`

/**
 * Postings for slots that come back free: where the offer is closed, what was held for them goes back to the advertiser.
 * Expects rows of cause, offer, execution and units, and the part `state` with the locked offer_states.
 */
export const releaseClosed = (freed: Sql): Sql => sql`
  select freed.cause, 'Release' as kind, null::text as description, freed.offer, freed.execution, moved.book, moved.owner,
    state.advertiser as account, moved.units
  from (${freed}) freed join state on state.offer = freed.offer and state.status in ('Completed', 'Archived'),
    lateral (values ('advertiser.held', freed.offer, -freed.units),
      ('advertiser.available', state.advertiser, freed.units)) moved (book, owner, units)`

/** A time in milliseconds, as the board has the times of activation. */
export const inMs = (time: Sql): Sql => sql`round(date_part('epoch', ${time}) * 1000)`

/** An offer as executors see it, from offers, its state and what is known of its advertiser (named repute). */
export const availableColumns = sql`
  offers.id, offers.advertiser, state.status, offers.title, offers.description, offers.source_language,
  offers.translations, offers.currency, offers.type, state.remaining, offers.reward_units, offers.category,
  offers.platform, offers.reservation_seconds, offers.review_seconds, offers.activated_at, offers.min_age,
  offers.max_age, offers.gender, offers.target_countries, offers.min_level, repute.median_review_seconds, repute.created_at as advertiser_since,
  case when repute.decided > 0 then repute.accepted::float8 / repute.decided end as acceptance_rate,
  case when repute.disputes_decided > 0 then repute.disputes_lost::float8 / repute.disputes_decided end as dispute_loss_rate`

/** Forgets what was noted of offers before the row `moved` says. */
export const forgetOfferChanges = (moved: Sql): Sql => sql`
  delete from offer_changes using ${moved} where xid < moved.forgotten_before`
