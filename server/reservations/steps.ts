import type { Db } from '../platform/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Over, but not yet expired. Who looks for what is due says `infinity`, and may use the index of that: see the migration. */
export const isDue = (db: Db): Sql => sql`
  status = 'Active' and expires_at <= ${db.now()} and expires_at < 'infinity'`

/** How many of an offer an executor has taken, as its limit for each executor counts them. */
export const countTaken = (db: Db, executor: Sql, offer: Sql): Sql => sql`
  select count(*) as taken from reservations
  where executor = ${executor} and offer = ${offer} and is_taken and (status <> 'Active' or expires_at > ${db.now()})`

/** The reservations that an executor has on other offers, the one that lasts longest first, and how many there are. */
export const othersActive = (db: Db, executor: Sql, offer: Sql): Sql => sql`
  select id, offer, expires_at, count(*) over () as active from reservations
  where executor = ${executor} and offer <> ${offer} and status = 'Active' and kind = 'Work' and expires_at > ${db.now()}
  order by expires_at desc limit 1`

/** The newest reservation of an executor on an offer. */
export const latestReservation = (executor: Sql, offer: Sql): Sql => sql`
  select * from reservations where executor = ${executor} and offer = ${offer} order by id desc limit 1`

/** Locks those of these reservations that are Active, in the order of their ids; `when` says more of them. */
export const lockActive = (ids: Sql, when: Sql): Sql => sql`
  select * from reservations where id = any(array(${ids})) and status = 'Active' and ${when} order by id for update`

/** Ends reservations that the statement has locked; all but submitted ones no longer count against the offer's limit. */
export const endReservations = (db: Db, ids: Sql, status: string): Sql => sql`
  update reservations set status = ${status}, ended_at = ${db.now()}, is_taken = ${status === 'Submitted'}
  where id = any(array(${ids})) returning *`

/** The work of these reservations was refused: the executor may take the offer again. */
export const giveBack = (ids: Sql): Sql => sql`update reservations set is_taken = false where id = any(array(${ids}))`
