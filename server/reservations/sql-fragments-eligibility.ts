import { workspacesOf } from '../accounts/sql-fragments.ts'
import { isPausedAccount } from '../accounts/sql-fragments-pauses.ts'
import { fromQuotaPlaces } from '../offers/studies/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { namesOfRequired, standingOf } from '../qualifications/sql-fragments.ts'
import {
  type CoolDown,
  dueFirst,
  isDue,
  isFailed,
  isOverdue,
  isRunning,
  isTaken,
  lastMissed,
  tookPart,
} from './sql-fragments.ts'
import { markOn } from './sql-fragments-marks.ts'

/*
 * What decides whether an executor may reserve an offer. Each fragment selects one type of `facts.ts`, with a column for each member. What
 * its items decide comes from `shareOf` (server/items/sql-fragments-shares.ts).
 */

/** Selects `ExecutorFacts` of one account; no row if it has no executor. */
export const executorFacts = (db: Db, executor: Sql, settings: CoolDown): Sql => sql`
  select executors.account as executor, ${workspacesOf(executor)} as workspaces, executors.birth_date as executor_birth_date, executors.country as executor_country,
    executors.gender as executor_gender, executors.accepted as executor_accepted, executors.rejected as executor_rejected,
    executors.reservations_made, coalesce(executors.barred_until > ${db.now()}, false) as is_barred,
    nullif(executors.barred_until, 'infinity') as barred_until, missed.last as missed_last, missed.first as missed_first,
    running.id as running_id, running.offer as running_offer, running.expires_at as running_until,
    running.reservations as running_reservations
  from executors
  left join lateral (${lastMissed(db, executor, settings)}) missed on true
  left join lateral (
    select id, offer, expires_at, count(*) over () as reservations from reservations
    where executor = ${executor} and ${isRunning(db)} order by expires_at desc limit 1) running on true
  where executors.account = ${executor}`

/**
 * Selects `OfferFacts` for rows named `offers` and `state`, from one row without columns: the offer's rate may have none. A paused account
 * counts before a job has paused each of its offers.
 */
export const offerFacts = (db: Db, executor: Sql): Sql => sql`
  select offers.advertiser, case when ${isPausedAccount(sql`offers.advertiser`)} then 'Paused' else state.status end as offer_status,
    offers.starts_at, offers.ends_at, offers.min_age, offers.max_age, offers.gender as target_gender, offers.target_countries,
    offers.requirements, case when coalesce(offers.requirements, offers.quotas) is not null then (${standingOf(db, executor, sql`offers.required_qualifications`)}) end as standing,
    case when offers.required_qualifications is not null then (${namesOfRequired(sql`offers.required_qualifications`)}) end as required_names,
    offers.min_level, offers.per_executor_limit, offers.attempts_max, offers.hourly_limit, offers.daily_limit, rate.*,
    ${isOnList(sql`offers.block_list`, executor)} or ${isBlockedBy(sql`offers.advertiser`, executor)} as is_blocked,
    offers.allow_list is null or ${isOnList(sql`offers.allow_list`, executor)} as is_invited,
    ${markOn(sql`offers.advertiser`, executor)} as advertiser_mark, ${studyFacts(db, executor)}, state.remaining,
    case when state.remaining = 0 or state.screened_out + state.reserved >= state.screen_out_max then (
      select id from reservations where ${isDue(db)} and reservations.offer = offers.id order by ${dueFirst} limit 1) end as due_id
  from (select) one left join lateral (${reservationRateOf}) rate on true`

/**
 * The columns of `OfferFacts` for quotas, groups and screened-out executors. Offers without them read nothing for it. Overdue reservations
 * count in their quotas until they are ended, because their executors can renew them.
 */
const studyFacts = (db: Db, executor: Sql): Sql => sql`
  offers.quotas, case when offers.quotas is not null then coalesce((
    select jsonb_object_agg(cell, jsonb_build_object('taken', taken, 'dueId', due)) from (
      select cell, count(*) as taken, min(id) filter (where ${isDue(db)}) as due
      ${fromQuotaPlaces} group by cell) counted), '{}') end as quota_counts,
  case when offers.exclusion_group is not null then coalesce((
    select true from offers other cross join lateral (
      select true from reservations where executor = ${executor} and reservations.offer = other.id and ${tookPart(db)} limit 1) part
    where other.advertiser = offers.advertiser and other.exclusion_group = offers.exclusion_group and other.id <> offers.id
    limit 1), false) else false end as is_excluded,
  state.screen_out_max - state.screened_out - state.reserved as screen_outs_left`

/** Avoids `exists`, for which PostgreSQL may read all members of all lists first. */
const isOnList = (list: Sql, executor: Sql): Sql => sql`
  coalesce((select true from executor_list_members where list = ${list} and executor = ${executor} limit 1), false)`

/** Whether an advertiser has blocked an executor on all of their offers. */
export const isBlockedBy = (advertiser: Sql, executor: Sql): Sql =>
  isOnList(
    sql`(select id from executor_lists where executor_lists.advertiser = ${advertiser} and is_block_list limit 1)`,
    executor,
  )

/** Selects `ReservationRate` for a row named `offers`; no row if it has no rate limit or no reservation. */
export const reservationRateOf: Sql = sql`
  select last.turn as last_sequence_number,
    (select created_at from reservations where offer = offers.id and turn = last.turn - offers.hourly_limit + 1) as hourly_at,
    (select created_at from reservations where offer = offers.id and turn = last.turn - offers.daily_limit + 1) as daily_at
  from (
    select turn from reservations
    where offer = offers.id and turn is not null and coalesce(offers.hourly_limit, offers.daily_limit) is not null
    order by turn desc limit 1) last`

/** The columns of `ParticipationFacts`, from the reservations of one executor on one offer. */
export const participation = (db: Db): Sql => sql`
  max(reservations.id) filter (where ${isRunning(db)}) as own_id, max(reservations.id) filter (where ${isOverdue(db)}) as expired_id,
  count(*) filter (where ${isTaken(db)}) as taken, count(*) filter (where ${isFailed}) as failed,
  coalesce(bool_or(status = 'ScreenedOut'), false) as is_screened_out`
