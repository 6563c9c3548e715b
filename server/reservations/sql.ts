import type { Caller } from '../accounts/caller.ts'
import { asCaller, callerBy, countReservations, lockExecutorOf, lockUnchanged } from '../accounts/steps.ts'
import { post } from '../ledger/steps.ts'
import { lockStates, moveSlots, publicOffers, releaseClosed, slotsBy } from '../offers/steps.ts'
import type { By, Need } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { newestFirst, pageOfList, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Page, Placed } from '../values/page.ts'
import type { Reservation, ReserveRow } from './reservation.ts'
import { countTaken, dueFirst, endReservations, isDue, latestReservation, lockActive, othersActive } from './steps.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

const columns = sql`
  id, offer, executor, status, reward_units, currency, review_seconds, offer_version, created_at, expires_at`

/** One of a set of requests: whose credential, and the offer. */
export type Asked = { readonly hash: Buffer; readonly offer: Id<'offer'> }

const askedRows = (asked: readonly Asked[]): Sql => sql`
  unnest(${asked.map(({ hash }) => hash)}::bytea[], ${asked.map(({ offer }) => offer)}::bigint[])
    with ordinality as asked (hash, offer, place)`

/** All that decides a set of reserves, in the order asked: who calls, the offer, its slots, the executor's own reservations. */
export const reserveFacts = (db: Db, need: Need, asked: readonly Asked[]) =>
  db.many<Caller & ReserveRow>(sql`
    select caller.*, nextval('reservations_id_seq') as id, offers.id as offer, offers.advertiser,
      state.status as offer_status, state.remaining, offers.per_executor_limit, offers.min_age, offers.max_age,
      offers.gender as target_gender, offers.target_countries, executor.birth_date, executor.country, executor.gender,
      executor.reservations_made, own.id as own_id, own.status as own_status, own.reward_units as own_reward_units,
      own.currency as own_currency, own.review_seconds as own_review_seconds, own.offer_version as own_offer_version,
      own.created_at as own_created_at, own.expires_at as own_expires_at, lapsed.id as lapsed_id, other.id as other_id,
      other.offer as other_offer, other.expires_at as other_expires_at, other.active as other_active, taken.taken
    from ${askedRows(asked)}
    left join lateral (${callerBy(db, need, sql`asked.hash`)}) caller on true
    left join offers on offers.id = asked.offer
    left join offer_states state on state.offer = offers.id
    left join executors executor on executor.account = caller.caller_account
    left join lateral (
      select * from reservations where executor = caller.caller_account and offer = asked.offer and status = 'Active'
        and kind = 'Work' limit 1) own on true
    left join lateral (
      select id from reservations where ${isDue(db)} and offer = asked.offer and state.remaining = 0
      order by ${dueFirst} limit 1) lapsed on true
    left join lateral (${othersActive(db, sql`caller.caller_account`, sql`asked.offer`)}) other on true
    left join lateral (${countTaken(db, sql`caller.caller_account`, sql`asked.offer`)}) taken on true
    order by asked.place`)

/** Locks everything that others compete for with this reserve, until the transaction ends. */
export const lockForReserve = (db: Db, { hash, offer }: Asked) =>
  db.run(sql`
    with executor as materialized (${lockExecutorOf(sql`${hash}::bytea`)}),
    state as materialized (${lockStates(sql`select ${offer}::bigint from executor`)})
    select offer from state`)

/** A reservation to make. `made` is what the facts said of the executor, whose row refuses if it has changed since. */
export type NewReservation = {
  readonly id: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly offer: Id<'offer'>
  readonly made: number
}

/**
 * One guarded statement for a set, each executor in it once: executors' rows, then slots, then reservations, each where the
 * one before said yes. Those that others were faster than are missing from the answer. One at a time it runs at 12.4k/s
 * where four statements in a transaction run at 5.3k.
 */
export const insertReservations = (db: Db, asked: readonly NewReservation[]) =>
  db.many<Reservation>(sql`
    with asked as materialized (
      select * from unnest(${asked.map(({ id }) => id)}::bigint[], ${asked.map(({ executor }) => executor)}::bigint[],
        ${asked.map(({ offer }) => offer)}::bigint[], ${asked.map(({ made }) => made)}::bigint[])
        with ordinality as asked (id, executor, offer, made, place)
    ),
    executor as materialized (${lockUnchanged}),
    state as materialized (${lockStates(sql`
      select offer from asked where executor = any(array(select account from executor))`)}),
    granted as materialized (
      select * from (
        select asked.*, state.remaining, row_number() over (partition by asked.offer order by asked.place) as turn
        from asked join state on state.offer = asked.offer and state.status = 'Active'
        where executor = any(array(select account from executor))) ranked
      where turn <= remaining
    ),
    counted as (${countReservations(sql`select executor from granted`)}),
    moved as (${moveSlots(slotsBy(sql`granted`, { remaining: -1, reserved: 1 }))})
    insert into reservations (id, offer, executor, reward_units, fee_units, add_on_units, currency, review_seconds,
      offer_version, created_at, expires_at)
    select granted.id, granted.offer, granted.executor, offers.reward_units, offers.fee_units, offers.add_on_units,
      offers.currency, offers.review_seconds, offers.version, ${db.now()},
      ${db.now()} + offers.reservation_seconds * interval '1 second'
    from granted join moved on moved.offer = granted.offer join offers on offers.id = granted.offer
    returning ${columns}`)

/** Who cancels, the offer if there is one, and their newest reservation on it; in the order asked. */
export const cancelFacts = (db: Db, need: Need, asked: readonly Asked[]) =>
  db.many<
    Caller & { readonly known: Id<'offer'> | null } & { [Member in keyof Reservation]: Reservation[Member] | null }
  >(sql`
    select caller.*, known.offer as known, latest.id, latest.offer, latest.executor, latest.status, latest.reward_units,
      latest.currency, latest.review_seconds, latest.offer_version, latest.created_at, latest.expires_at
    from ${askedRows(asked)}
    left join lateral (${callerBy(db, need, sql`asked.hash`)}) caller on true
    left join (${publicOffers}) known on known.offer = asked.offer
    left join lateral (${latestReservation(sql`caller.caller_account`, sql`asked.offer`)}) latest on true
    order by asked.place`)

/**
 * Ends a set of Active reservations: slots come back, and on closed offers the money that was held for them. `found` gives
 * the ids and `when` what must still hold under the lock. Slots are locked before reservations, like everywhere.
 */
const ended = (db: Db, found: Sql, when: Sql, status: string, money: Money): Sql => sql`
  with found as materialized (${found}),
  state as materialized (${lockStates(sql`select offer from found`)}),
  active as materialized (${lockActive(sql`select id from found where offer = any(array(select offer from state))`, when)}),
  moved as (${moveSlots(slotsBy(sql`active`, { remaining: 1, reserved: -1 }))}),
  ${post(
    db,
    releaseClosed(sql`
      select 'reservation:' || id || ':release' as cause, offer, null::bigint as execution,
        reward_units + fee_units + add_on_units as units from active`),
    money,
  )},
  ended as (${endReservations(db, sql`select id from active where offer = any(array(select offer from moved))`, status)})
  select id, offer, ended_at from ended`

export type Ended = { readonly id: Id<'reservation'>; readonly offer: Id<'offer'>; readonly endedAt: Date }

const withIds = (ids: readonly number[]): Sql =>
  sql`select id, offer from reservations where id = any(${ids}::bigint[]) and status = 'Active'`

/** Cancels those of the set that are still active; the others are missing from the answer. */
export const cancelReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money) =>
  db.many<Ended>(ended(db, withIds(ids), sql`expires_at > ${db.now()}`, 'Cancelled', money))

/** Expires those of the set that are due. */
export const expireReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money) =>
  db.many<Ended>(ended(db, withIds(ids), isDue(db), 'Expired', money))

/** Expires what is due, the longest overdue first, at most so many. */
export const expireDue = (db: Db, most: number, money: Money) =>
  db.many<Ended>(
    ended(
      db,
      sql`select id, offer from reservations where ${isDue(db)} order by ${dueFirst} limit ${most}`,
      isDue(db),
      'Expired',
      money,
    ),
  )

const own = sql`from reservations where executor = caller.caller_account`

/** A page of the caller's own reservations, newest first. */
export const readReservations = (db: Db, by: By, page: Page) =>
  db.many<Found<Reservation & Placed>>(
    asCaller(db, by, pageOfList({ columns, from: own, order: newestFirst(sql`id`) }, page)),
  )
