import type { Caller } from '../accounts/caller.ts'
import { countReservations, lockExecutorOf, lockUnchanged } from '../accounts/sql-fragments.ts'
import { callerBy, forCaller } from '../accounts/sql-fragments-callers.ts'
import { isPausedAccount } from '../accounts/sql-fragments-pauses.ts'
import { changeSlots, lockStates, slotsBy } from '../offers/sql-fragments.ts'
import { titleIn } from '../offers/sql-fragments-content.ts'
import type { By, Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { ReserveRow } from './facts.ts'
import type { ListedReservation, Reservation } from './reservation.ts'
import {
  type CoolDown,
  countTaken,
  dueFirst,
  endReservations,
  isDue,
  lastMissed,
  listMembership,
  lockActive,
  othersActive,
  reservationColumns,
  reservationRateOf,
} from './sql-fragments.ts'

/** One request of a batch: the credential's hash and the offer. */
export type ReserveRequest = { readonly hash: Buffer; readonly offer: Id<'offer'> }

const requestedRows = (requests: readonly ReserveRequest[]): Sql => sql`
  unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ offer }) => offer)}::bigint[])
    with ordinality as request (hash, offer, place)`

/** The settings that a reserve depends on. */
export type Settings = CoolDown & { readonly softHoldSeconds: number }

/** Reads the facts for a batch of reserves, in the order of `requests`: caller, offer, slots and the executor's reservations. */
export const reserveFacts = (
  db: Db,
  requirement: Requirement,
  requests: readonly ReserveRequest[],
  settings: Settings,
) =>
  db.many<Caller & ReserveRow>(sql`
    select caller.*, nextval('reservations_id_seq') as id, offers.id as offer, offers.advertiser,
      case when ${isPausedAccount(sql`offers.advertiser`)} then 'Paused' else state.status end as offer_status,
      state.remaining, offers.per_executor_limit, offers.attempts_max, offers.min_age, offers.max_age,
      offers.gender as target_gender, offers.target_countries, executor.birth_date, executor.country, executor.gender,
      executor.reservations_made, executor.accepted, executor.rejected, coalesce(executor.barred_until > ${db.now()}, false)
        as is_barred, nullif(executor.barred_until, 'infinity') as barred_until, offers.starts_at, offers.ends_at,
      offers.min_level, offers.hourly_limit, offers.daily_limit, membership.is_blocked, membership.is_invited,
      rate.turn as last_sequence_number, rate.hourly_at, rate.daily_at, own.id as own_id, own.reward_units as own_reward_units, own.currency as own_currency,
      own.review_seconds as own_review_seconds, own.offer_version as own_offer_version,
      own.acceptance_criteria as own_acceptance_criteria, own.max_reworks as own_max_reworks,
      own.rework_seconds as own_rework_seconds, own.created_at as own_created_at, own.expires_at as own_expires_at,
      own.held_until as own_held_until, own.extended_at as own_extended_at, lapsed.id as lapsed_id,
      missed.last as missed_last, missed.first as missed_first, other.id as other_id,
      other.offer as other_offer, other.expires_at as other_expires_at, other.active as other_active, taken.taken, taken.failed
    from ${requestedRows(requests)}
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join offers on offers.id = request.offer
    left join offer_states state on state.offer = offers.id
    left join executors executor on executor.account = caller.caller_account
    left join lateral (
      select * from reservations where executor = caller.caller_account and offer = request.offer and status = 'Active'
        and kind = 'Work' limit 1) own on true
    left join lateral (
      select id from reservations where ${isDue(db)} and offer = request.offer and state.remaining = 0
      order by ${dueFirst} limit 1) lapsed on true
    left join lateral (${listMembership(sql`caller.caller_account`)}) membership on true
    left join lateral (${reservationRateOf}) rate on true
    left join lateral (${lastMissed(db, sql`caller.caller_account`, settings)}) missed on true
    left join lateral (${othersActive(db, sql`caller.caller_account`, sql`request.offer`)}) other on true
    left join lateral (${countTaken(db, sql`caller.caller_account`, sql`request.offer`)}) taken on true
    order by request.place`)

/** Locks the executor and the offer's slots until the transaction ends. */
export const lockForReserve = (db: Db, { hash, offer }: ReserveRequest) =>
  db.run(sql`
    with executor as materialized (${lockExecutorOf(sql`${hash}::bytea`)}),
    state as materialized (${lockStates(sql`select ${offer}::bigint from executor`)})
    select offer from state`)

/** A reservation to insert. `made` is the executor's count in the facts; the insert is refused if it has changed since. */
export type NewReservation = {
  readonly id: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly offer: Id<'offer'>
  readonly made: number
  /** The own expired reservation whose slot is taken over. */
  readonly renews: Id<'reservation'> | null
  /** The number on an offer with a rate limit; such a reservation is inserted alone, under the offer lock. */
  readonly sequenceNumber: number | null
}

const requestedReservations = (requests: readonly NewReservation[]): Sql => {
  const column = (name: keyof NewReservation) => requests.map((one) => one[name])
  return sql`
    select * from unnest(${column('id')}::bigint[], ${column('executor')}::bigint[], ${column('offer')}::bigint[],
      ${column('made')}::bigint[], ${column('renews')}::bigint[], ${column('sequenceNumber')}::integer[])
      with ordinality as request (id, executor, offer, made, renews, turn, place)`
}

/** The rows of `request` whose executors were locked unchanged and whose offers are active. */
const admittedOnes = sql`
  select request.*, state.remaining from request join state on state.offer = request.offer and state.status = 'Active'
  where executor = any(array(select account from executor))`

/** Inserts the reservations of `part` with the offers' current terms and price editions. */
const insertFrom = (db: Db, part: Sql, { softHoldSeconds }: Pick<Settings, 'softHoldSeconds'>): Sql => sql`
  insert into reservations (id, offer, executor, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, acceptance_criteria, max_reworks, rework_seconds, price_edition, turn, created_at, expires_at,
    held_until)
  select made.id, made.offer, made.executor, offers.reward_units, offers.fee_units, offers.add_on_units, offers.currency,
    offers.review_seconds, offers.version, nullif(offers.acceptance_criteria, '[]'), offers.max_reworks,
    offers.rework_seconds, (select edition from prices where prices.id = offers.price), made.turn, ${db.now()}, ${db.now()} + offers.reservation_seconds * interval '1 second',
    ${db.now()} + (offers.reservation_seconds + ${softHoldSeconds || null}::integer) * interval '1 second'
  from (${part}) made join offers on offers.id = made.offer
  returning ${reservationColumns}`

/**
 * Inserts a batch in one guarded statement, each executor once. Locks executors, then slots, and inserts what both admit. Reservations that
 * lost a race are missing from the result. With single reservations this runs 12,400 times a second; four statements in a transaction run
 * 5,300 times.
 */
export const insertReservations = (db: Db, requests: readonly NewReservation[], settings: Settings) =>
  db.many<Reservation>(sql`
    with request as materialized (${requestedReservations(requests)}),
    executor as materialized (${lockUnchanged}),
    state as materialized (${lockStates(sql`
      select offer from request where executor = any(array(select account from executor))`)}),
    granted as materialized (
      select * from (
        select admitted.*, row_number() over (partition by offer order by place) as rank
        from (${admittedOnes}) admitted) ranked
      where rank <= remaining
    ),
    moved as (${changeSlots(slotsBy(sql`granted`, { remaining: -1, reserved: 1 }))}),
    counted as (${countReservations(sql`select executor from granted where offer = any(array(select offer from moved))`)})
    ${insertFrom(db, sql`select granted.* from granted join moved on moved.offer = granted.offer`, settings)}`)

/**
 * Like `insertReservations`, for executors who renew their expired reservation: the new one takes over its slot without freeing it in
 * between. Slot counts do not change.
 */
export const renewReservations = (db: Db, requests: readonly NewReservation[], settings: Settings) =>
  db.many<Reservation>(sql`
    with request as materialized (${requestedReservations(requests)}),
    executor as materialized (${lockUnchanged}),
    state as materialized (${lockStates(sql`
      select offer from request where executor = any(array(select account from executor))`)}),
    over as materialized (${lockActive(
      sql`select renews from (${admittedOnes}) admitted`,
      sql`expires_at <= ${db.now()} and kind = 'Work'`,
    )}),
    counted as (${countReservations(sql`select executor from over`)}),
    ended as (${endReservations(db, sql`select id from over`, 'Expired')})
    ${insertFrom(db, sql`select request.* from ended join request on request.renews = ended.id`, settings)}`)

const ownOf = (status: readonly string[] | undefined, now: Sql): Sql =>
  every([sql`executor = caller.caller_account`, ...when(status, sql`${statusBy(now)} = any(${status}::text[])`)])

/** An expired reservation counts as Expired, whether or not the sweeper has processed it. */
const statusBy = (now: Sql): Sql =>
  sql`case when status = 'Active' and expires_at <= ${now} then 'Expired' else status end`

/** Reads a page of the caller's reservations, newest first. */
export const readReservations = (db: Db, by: By, status: readonly string[] | undefined, page: Page) => {
  const columns = sql`${reservationColumns}, (select ${titleIn(sql`offer_version`)} from offers where offers.id = offer) as offer_title`
  const from = sql`from reservations where ${ownOf(status, db.now())}`
  return forCaller<ListedReservation & PagedRow>(db, by)`
      ${pageOfList({ columns, from, order: newestFirst(sql`id`) }, page)}`
}
