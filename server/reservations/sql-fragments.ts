import { isSkipped } from '../items/sql-fragments-skips.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { missedWithinSeconds } from './cool-down.ts'

/** Selects a row of reservations as a `Reservation`. */
export const reservationColumns = sql`
  id, offer, executor, kind, execution, status, reward_units, currency, review_seconds, offer_version, acceptance_criteria,
  max_reworks, rework_seconds, has_items, created_at, expires_at, held_until, extended_at`

/*
 * An Active reservation of kind Work is running until `expires_at`. Then it is overdue: its executor may renew it. After its soft hold
 * (`held_until`), or without one, it is also due: others may have its slot, and the next reserve or a job ends it as Expired.
 */

/** Whether a row of reservations is running: it has a slot and has not expired. No soft hold is meant. */
export const isRunning = (db: Db): Sql => sql`(status = 'Active' and kind = 'Work' and expires_at > ${db.now()})`

/** Whether a row of reservations has expired but still has its slot: during its soft hold, and until the slot is freed. */
export const isOverdue = (db: Db): Sql => sql`(status = 'Active' and kind = 'Work' and expires_at <= ${db.now()})`

/** When the slot of an Active reservation of kind Work becomes available to others. */
const slotUntil = sql`coalesce(held_until, expires_at)`

/** Whether a row of reservations is due. The condition on `infinity` lets PostgreSQL use the partial index (see the migration). */
export const isDue = (db: Db): Sql => sql`
  status = 'Active' and kind = 'Work' and ${slotUntil} <= ${db.now()} and ${slotUntil} < 'infinity'`

/** The order in which due reservations end. */
export const dueFirst: Sql = slotUntil

/** The edition of the offer's price that applies to a row of reservations. */
export const editionOf = (row: Sql): Sql => sql`coalesce(${row}.price_edition, 1)`

/** Whether a row of reservations counts towards the offer's limit for each executor. */
export const isTaken = (db: Db): Sql => sql`(is_taken and (status <> 'Active' or expires_at > ${db.now()}))`

/** Whether the executor of a row of reservations took part in the offer, as its exclusion group counts it. */
export const tookPart = (db: Db): Sql => sql`(${isTaken(db)} or status = 'ScreenedOut')`

/**
 * Whether a row of reservations is an attempt that failed: its work was rejected or withdrawn, or its study reported a failed check and it
 * ended without work. An appeal or an overturned rejection counts the reservation as taken again, so the failure no longer counts.
 */
export const isFailed: Sql = sql`(kind = 'Work' and not is_taken and (status = 'Submitted' or returned = 'failed-check'))`

/** Settings: after how many reservations given up an executor cools down, and for how long. */
export type CoolDown = { readonly coolDownAfter: number; readonly coolDownSeconds: number }

/** Whether a row of `reservations` was cancelled or expired, but its items were not skipped. */
export const isGivenUp: Sql = sql`(kind = 'Work' and status in ('Cancelled', 'Expired') and not ${isSkipped})`

const missedAt = sql`least(ended_at, expires_at)`

/**
 * Selects when the executor last cancelled a reservation, withdrew work or let a reservation expire (swept or not), and the oldest of the
 * last `coolDownAfter`, null if there are fewer. Ignores events that are too old to matter.
 */
export const lastMissed = (db: Db, executor: Sql, { coolDownAfter, coolDownSeconds }: CoolDown): Sql => sql`
  select max(at) as last, case when count(*) = ${coolDownAfter}::bigint then min(at) end as first from (
    select at from (
      (select ${missedAt} as at from reservations
        where executor = ${executor} and ${isGivenUp}
          and ${missedAt} > ${db.now()} - ${coolDownSeconds + missedWithinSeconds}::integer * interval '1 second'
        order by ${missedAt} desc limit ${coolDownAfter}::bigint)
      union all
      (select withdrawn_at as at from reservations
        where executor = ${executor}
          and withdrawn_at > ${db.now()} - ${coolDownSeconds + missedWithinSeconds}::integer * interval '1 second'
        order by withdrawn_at desc limit ${coolDownAfter}::bigint)
      union all
      select expires_at as at from reservations
      where executor = ${executor} and kind = 'Work' and status = 'Active' and expires_at <= ${db.now()}) missed
    order by at desc limit ${coolDownAfter}::bigint) latest`

/**
 * Selects the reservation that a request means: the one it names. If it names only the offer (`named` is null), the running one of a
 * slot, otherwise the newest one of kind Work: a repeated request must not reach a rework.
 */
export const meantReservation = (db: Db, executor: Sql, offer: Sql, named: Sql): Sql => sql`
  select ${reservationColumns} from reservations where executor = ${executor} and offer = ${offer}
    and case when ${named} is null then kind = 'Work' else id = ${named} end
  order by ${isRunning(db)} desc, id desc limit 1`

/** Locks these reservations, an array of ids. */
export const lockReservations = (ids: Sql): Sql =>
  sql`select from reservations where id = any(${ids}) order by id for update`

/**
 * Ends locked reservations. All but submitted ones stop counting towards the executor's limit; reservations for
 * rework never count.
 */
export const endReservations = (db: Db, ids: Sql, status: string): Sql => sql`
  update reservations set status = ${status}, ended_at = ${db.now()}, is_taken = is_taken and ${status === 'Submitted'}
  where id = any(array(${ids}))`

/**
 * Inserts reservations for rework, with the terms of the original reservations. Expects rows of execution, reservation and expires_at.
 */
export const insertRework = (db: Db, reworks: Sql): Sql => sql`
  insert into reservations (offer, executor, kind, execution, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, acceptance_criteria, max_reworks, rework_seconds, price_edition, has_items, is_taken, created_at, expires_at)
  select before.offer, before.executor, 'Rework', rework.execution, before.reward_units, before.fee_units,
    before.add_on_units, before.currency, before.review_seconds, before.offer_version, before.acceptance_criteria,
    before.max_reworks, before.rework_seconds, before.price_edition, before.has_items, false, ${db.now()}, rework.expires_at
  from (${reworks}) rework join reservations before on before.id = rework.reservation`

/** Stops counting these reservations towards the offer's limit for each executor: their work was rejected, and another attempt is allowed. */
export const stopCounting = (ids: Sql): Sql =>
  sql`update reservations set is_taken = false where id = any(array(${ids}))`

/** Like `stopCounting`, for work that its executor withdrew, which counts towards the cool-down. */
export const stopCountingWithdrawn = (db: Db, ids: Sql): Sql => sql`
  update reservations set is_taken = false, withdrawn_at = case kind when 'Work' then ${db.now()} end
  where id = any(array(${ids}))`

/** Counts these reservations again, after an appeal or an overturned rejection. Reservations for rework never count. */
export const countAgain = (ids: Sql): Sql => sql`
  update reservations set is_taken = true where id = any(array(${ids})) and kind = 'Work'`
