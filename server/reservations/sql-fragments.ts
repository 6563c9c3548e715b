import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { missedSeconds } from './cool-down.ts'

/** A row of reservations as a `Reservation`. */
export const reservationColumns = sql`
  id, offer, executor, kind, execution, status, reward_units, currency, review_seconds, offer_version, acceptance_criteria,
  max_reworks, rework_seconds, created_at, expires_at, held_until, extended_at`

/** Until when nobody else gets the slot of a reservation of kind Work that is Active. */
const keptUntil = sql`coalesce(held_until, expires_at)`

/**
 * Over, kept for nobody any more, but not yet expired. Who looks for what is due says `infinity`, and may use the index of
 * that: see the migration.
 */
export const isDue = (db: Db): Sql => sql`
  status = 'Active' and kind = 'Work' and ${keptUntil} <= ${db.now()} and ${keptUntil} < 'infinity'`

/** The longest overdue first. */
export const dueFirst: Sql = keptUntil

/** The edition of the offer's price that a row of reservations was made under. */
export const editionOf = (row: Sql): Sql => sql`coalesce(${row}.price_edition, 1)`

/** Whether a row of reservations counts against the limit for each executor of its offer. */
export const isTaken = (db: Db): Sql => sql`(is_taken and (status <> 'Active' or expires_at > ${db.now()}))`

/**
 * Whether the work that was submitted for a row of reservations ended rejected or withdrawn. A rejection that is appealed
 * against or overturned takes the reservation again, so it stops counting.
 */
export const isFailed: Sql = sql`(kind = 'Work' and status = 'Submitted' and not is_taken)`

/** Whether a row of reservations holds a slot and its time runs. */
export const isHeld = (db: Db): Sql => sql`(status = 'Active' and kind = 'Work' and expires_at > ${db.now()})`

/** Whether it is over, and nobody else has its slot yet. */
export const isKept = (db: Db): Sql => sql`(status = 'Active' and kind = 'Work' and expires_at <= ${db.now()})`

/** How many reservations of an offer an executor has taken, and how many of their submissions on it have failed. */
export const countTaken = (db: Db, executor: Sql, offer: Sql): Sql => sql`
  select count(*) filter (where ${isTaken(db)}) as taken, count(*) filter (where ${isFailed}) as failed
  from reservations where executor = ${executor} and offer = ${offer}`

/** The reservations that an executor has on other offers, the one that lasts longest first, and how many there are. */
export const othersActive = (db: Db, executor: Sql, offer: Sql): Sql => sql`
  select id, offer, expires_at, count(*) over () as active from reservations
  where executor = ${executor} and offer <> ${offer} and ${isHeld(db)}
  order by expires_at desc limit 1`

/** The same for a caller who is told the codes of refusals alone: the columns may be of different reservations. */
export const othersCounted = (db: Db, executor: Sql, offer: Sql): Sql => sql`
  select max(id) as id, max(offer) as offer, max(expires_at) as expires_at, count(*) as active from reservations
  where executor = ${executor} and offer <> ${offer} and ${isHeld(db)}`

/** Whether an advertiser has put an executor on a list that a row of offers, named offers, makes them kept out of or let in by. */
export const standing = (executor: Sql): Sql => sql`
  select ${isOnList(sql`offers.block_list`, executor)} or ${isOnList(ownBlockList, executor)} as is_blocked,
    offers.allow_list is null or ${isOnList(sql`offers.allow_list`, executor)} as is_invited`

const ownBlockList = sql`(
  select id from executor_lists where advertiser = offers.advertiser and is_block_list limit 1)`

/** Not by `exists`, for which PostgreSQL may read all members of all lists first. */
const isOnList = (list: Sql, executor: Sql): Sql => sql`
  coalesce((select true from executor_list_members where list = ${list} and executor = ${executor} limit 1), false)`

/** Where the reservations of an offer stand that caps how many are made, a row of offers named offers; else no row. */
export const reservationRateOf: Sql = sql`
  select last.turn,
    (select created_at from reservations where offer = offers.id and turn = last.turn - offers.hourly_limit + 1) as hourly_at,
    (select created_at from reservations where offer = offers.id and turn = last.turn - offers.daily_limit + 1) as daily_at
  from (
    select turn from reservations
    where offer = offers.id and turn is not null and coalesce(offers.hourly_limit, offers.daily_limit) is not null
    order by turn desc limit 1) last`

/** When giving up on reservations makes an executor wait, and for how long. */
export type CoolDown = { readonly coolDownAfter: number; readonly coolDownSeconds: number }

const missedAt = sql`least(ended_at, expires_at)`

/**
 * When the executor last cancelled a reservation, withdrew its work or let one expire, swept or not; and the oldest of so many,
 * if they did it so often. What was too long ago to matter is left out.
 */
export const lastMissed = (db: Db, executor: Sql, { coolDownAfter, coolDownSeconds }: CoolDown): Sql => sql`
  select max(at) as last, case when count(*) = ${coolDownAfter}::bigint then min(at) end as first from (
    select at from (
      (select ${missedAt} as at from reservations
        where executor = ${executor} and kind = 'Work' and status in ('Cancelled', 'Expired')
          and ${missedAt} > ${db.now()} - ${coolDownSeconds + missedSeconds}::integer * interval '1 second'
        order by ${missedAt} desc limit ${coolDownAfter}::bigint)
      union all
      (select withdrawn_at as at from reservations
        where executor = ${executor}
          and withdrawn_at > ${db.now()} - ${coolDownSeconds + missedSeconds}::integer * interval '1 second'
        order by withdrawn_at desc limit ${coolDownAfter}::bigint)
      union all
      select expires_at as at from reservations
      where executor = ${executor} and kind = 'Work' and status = 'Active' and expires_at <= ${db.now()}) missed
    order by at desc limit ${coolDownAfter}::bigint) latest`

/** The newest reservation of an executor on an offer. */
export const latestReservation = (executor: Sql, offer: Sql): Sql => sql`
  select ${reservationColumns} from reservations where executor = ${executor} and offer = ${offer} order by id desc limit 1`

/** Locks those of these reservations that are Active, in the order of their ids; `when` says more of them. */
export const lockActive = (ids: Sql, when: Sql): Sql => sql`
  select * from reservations where id = any(array(${ids})) and status = 'Active' and ${when} order by id for update`

/**
 * Ends reservations that the statement has locked; all but submitted ones no longer count against the offer's limit, and
 * those of kind Rework never did.
 */
export const endReservations = (db: Db, ids: Sql, status: string): Sql => sql`
  update reservations set status = ${status}, ended_at = ${db.now()}, is_taken = is_taken and ${status === 'Submitted'}
  where id = any(array(${ids})) returning *`

/**
 * Makes the reservations of work that is to be done again, with the terms of the reservations that it was done for. Expects
 * rows of execution, reservation and expires_at; answers the rows of reservations.
 */
export const insertRework = (db: Db, reworks: Sql): Sql => sql`
  insert into reservations (offer, executor, kind, execution, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, acceptance_criteria, max_reworks, rework_seconds, price_edition, is_taken, created_at, expires_at)
  select before.offer, before.executor, 'Rework', rework.execution, before.reward_units, before.fee_units,
    before.add_on_units, before.currency, before.review_seconds, before.offer_version, before.acceptance_criteria,
    before.max_reworks, before.rework_seconds, before.price_edition, false, ${db.now()}, rework.expires_at
  from (${reworks}) rework join reservations before on before.id = rework.reservation
  returning *`

/** The work of these reservations was refused: the executor may take the offer again. */
export const giveBack = (ids: Sql): Sql => sql`update reservations set is_taken = false where id = any(array(${ids}))`

/** The same for work that its executor withdrew, which counts toward the cool-down. */
export const giveBackWithdrawn = (db: Db, ids: Sql): Sql => sql`
  update reservations set is_taken = false, withdrawn_at = case kind when 'Work' then ${db.now()} end
  where id = any(array(${ids}))`

/** The refusal is appealed against, or taken back: work for them counts again. Those of kind Rework never did. */
export const takeAgain = (ids: Sql): Sql => sql`
  update reservations set is_taken = true where id = any(array(${ids})) and kind = 'Work'`
