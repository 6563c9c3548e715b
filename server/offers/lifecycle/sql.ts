import { lockFunds, lowBalance, type Posting, post, postingRows } from '../../ledger/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Offer, Reason } from '../offer.ts'
import { assignments, offerColumns } from '../sql-columns.ts'
import { completedDecisions, lockStates, offerSnapshot, stateSnapshot } from '../sql-fragments.ts'
import { type FormerContent, keepContent } from '../sql-fragments-content.ts'
import type { Change, Decision } from './lifecycle.ts'
import { archivedEvent, moderatedEvent, pausedEvent } from './sql-fragments.ts'

export type OfferUpdate = {
  readonly change: Change
  readonly decision: Decision
  readonly postings: readonly Posting[]
  readonly neededUnits: Units
  readonly trigger: string
  readonly money: Money
  /** The content that the change replaces, if executors may have reserved it. */
  readonly former: FormerContent | undefined
}

/** Writes a changed offer with its money and events. The transaction has locked its state. */
export const saveOffer = (db: Db, { change, decision, postings, neededUnits, trigger, money, former }: OfferUpdate) => {
  const { before, after } = change
  const needed = sql`${neededUnits}::bigint`
  const held = sql`coalesce((select units from hold), ${before.heldUnits}::bigint)`
  return db.one<Offer>(sql`
    with funds as materialized (${lockFunds(sql`select ${after.advertiser}::bigint as account, ${needed} as taken_units`)}),
    state as (
      update offer_states set status = ${after.status}, paused_by = ${after.pausedBy},
        total_limit = ${after.totalLimit}::integer, remaining = ${after.remaining}::integer,
        kept = ${after.kept}::integer, uncovered = ${after.uncovered}::integer
      where offer = ${after.id}::bigint returning *
    ),
    offers as (${updateOffer(db, after)}),
    former as (${keepContent(db, former)}),
    ${post(db, postingRows(postings), money)},
    event as (${recordEvents(db)`
      select 'task.completed' as kind, state.advertiser as account, state.offer, null::bigint as execution,
        jsonb_build_object('reason', 'limit_reached', 'offer', ${offerSnapshot(sql`offers`)},
          'counts', ${stateSnapshot(sql`state`)}, 'heldUnits', ${held}) as data, 5 as rank
      from state join offers on offers.id = state.offer
      where state.status = 'Completed' and ${before.status}::text <> 'Completed'
      union all ${moderatedEvent(before, held)}
      union all ${pausedEvent(before, held)}
      union all ${archivedEvent(before, held)}
      union all ${lowBalance(trigger)}`}),
    decided as (${recordDecisions(db)`
      select ${decision.actor} as actor, ${decision.account}::bigint as account, ${decision.action} as action,
        'task' as subject, id as subject_id, advertiser as owner, ${decision.reason}::text as reason,
        ${JSON.stringify(decision.data)}::jsonb as data
      from offers`})
    select ${offerColumns(held)}
    from offers join state on state.offer = offers.id`)
}

const updateOffer = (db: Db, offer: Offer): Sql => sql`
  update offers set ${assignments(offer)}, version = version + 1, updated_at = ${db.now()}
  where id = ${offer.id}::bigint returning *`

/** Postings that release the money held for free slots of the part `ended`, except what is kept for appeals. */
const releasedForFreeSlots = sql`
  select 'offer:' || id || ':v' || version || ':release' as cause, 'Release' as kind, null::text as description, id as offer,
    null::bigint as execution, moved.book, moved.owner, advertiser as account, moved.units
  from (
    select ended.id, ended.version, ended.advertiser,
      (reward_units + fee_units + add_on_units) * (state.remaining - least(state.remaining, state.uncovered)) as units
    from ended join state on state.offer = ended.id) free,
    lateral (values ('advertiser.held', id, -units), ('advertiser.available', advertiser, units)) moved (book, owner, units)
  where moved.units <> 0`

/**
 * Ends up to `limit` offers past their end without open work, in one guarded statement: status, remaining money, event. Compares the end
 * again under the lock, so an extension that committed first wins.
 */
export const endOffers = (db: Db, limit: number, money: Money) =>
  db.many<{ id: Id<'offer'> }>(sql`
    with due as materialized (
      select id from offers join lateral (
        select status, reserved + pending + rework as open from offer_states where offer = offers.id limit 1) state on true
      where ends_at <= ${db.now()} and ends_at is not null and activated_at is not null and completed_at is null
        and archived_at is null and status in ('Active', 'Paused') and open = 0
      order by ends_at limit ${limit}
    ),
    state as materialized (${lockStates(sql`select id from due`)}),
    ended as (
      update offers set completed_at = ${db.now()}, updated_at = ${db.now()}, version = version + 1,
        pending_change = null, status_reason = '{"code":"end_date_reached","message":"Its end, endsAtUtc, has come."}'
      where ends_at <= ${db.now()} and id = any(array(
        select offer from state where status in ('Active', 'Paused') and reserved + pending + rework = 0))
      returning *
    ),
    closed as (
      update offer_states set status = 'Completed', kept = kept + least(remaining, uncovered),
        uncovered = uncovered - least(remaining, uncovered)
      where offer = any(array(select id from ended)) returning *
    ),
    ${post(db, releasedForFreeSlots, money)},
    decided as (${recordDecisions(db)`${completedDecisions(sql`ended`)}`}),
    event as (${recordEvents(db)`
      select 'task.completed' as kind, closed.advertiser as account, closed.offer, null::bigint as execution,
        jsonb_build_object('reason', 'end_date_reached', 'offer', ${offerSnapshot(sql`ended`)},
          'counts', ${stateSnapshot(sql`closed`)},
          'heldUnits', coalesce((select hold.units from hold where hold.owner = closed.offer), 0)) as data, 5 as rank
      from closed join ended on ended.id = closed.offer`})
    select id from ended`)

/** Whether an account-wide cause paused the offer; other pauses are not lifted with the cause. */
const isPausedByCause = (codes: readonly string[]): Sql => sql`
  state.status = 'Paused' and state.paused_by = 'system'
  and (select status_reason ->> 'code' from offers where offers.id = state.offer) = any(${codes}::text[])`

type PauseUpdate = { readonly status: 'Paused' | 'Active'; readonly reason: Reason | null; readonly action: string }

/** Pauses or resumes up to `limit` offers of an account. Returns how many were found. */
const setPaused = (
  db: Db,
  account: Id<'account'>,
  condition: Sql,
  limit: number,
  { status, reason, action }: PauseUpdate,
) =>
  db.one<{ found: number }>(sql`
    with due as materialized (
      select offers.id from offers join offer_states state on state.offer = offers.id
      where offers.advertiser = ${account}::bigint and ${condition} order by offers.id limit ${limit}::bigint),
    state as materialized (${lockStates(sql`select id from due`)}),
    updated as (
      update offer_states set status = ${status}, paused_by = ${status === 'Paused' ? 'system' : null}
      where offer = any(array(select offer from state where ${condition})) returning *),
    changed as (
      update offers set status_reason = ${reason === null ? null : JSON.stringify(reason)}::jsonb, version = version + 1,
        updated_at = ${db.now()}
      where id = any(array(select offer from updated)) returning *),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, ${action} as action, 'task' as subject, changed.id as subject_id,
        changed.advertiser as owner, ${reason?.message ?? null}::text as reason,
        jsonb_build_object('from', state.status, 'to', ${status}::text, 'version', version) as data
      from changed join state on state.offer = changed.id`}),
    event as (${recordEvents(db)`
      select 'task.paused' as kind, changed.advertiser as account, changed.id as offer, null::bigint as execution,
        jsonb_build_object('offer', ${offerSnapshot(sql`changed`)}, 'counts', ${stateSnapshot(sql`updated`)},
          'heldUnits', coalesce((select units from holds where holds.offer = changed.id), 0)) as data, 3 as rank
      from changed join updated on updated.offer = changed.id join state on state.offer = changed.id
      where updated.status = 'Paused' and state.status = 'Active'`})
    select count(*) as found from due`)

/** An account, and the codes of all causes that pause its offers. */
type PausedAccount = { readonly account: Id<'account'>; readonly codes: readonly string[] }

/** Pauses active offers of an account, and changes the reason of offers that another cause paused. */
export const pauseOffers = (db: Db, { account, codes }: PausedAccount, reason: Reason, limit: number) => {
  const otherCauses = codes.filter((code) => code !== reason.code)
  const condition = sql`(state.status = 'Active' or ${isPausedByCause(otherCauses)})`
  return setPaused(db, account, condition, limit, { status: 'Paused', reason, action: 'task.pause' })
}

/** Resumes the offers of an account that a cause paused. */
export const resumeOffers = (db: Db, { account, codes }: PausedAccount, limit: number) =>
  setPaused(db, account, isPausedByCause(codes), limit, { status: 'Active', reason: null, action: 'task.resume' })
