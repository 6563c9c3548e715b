import type { Caller } from '../accounts/caller.ts'
import { callerBy } from '../accounts/sql-fragments-callers.ts'
import { post } from '../ledger/sql-fragments.ts'
import {
  changeSlots,
  keptSlots,
  lockStates,
  publicOffers,
  releaseClosed,
  slotsBy,
  withKept,
} from '../offers/sql-fragments.ts'
import { titleIn } from '../offers/sql-fragments-content.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type OuterRow, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Reservation } from './reservation.ts'
import type { ReserveRequest } from './sql.ts'
import { endReservations, lockActive, meantReservation, reservationColumns } from './sql-fragments.ts'

/** A request about a reservation; null: it names only the offer. */
export type MeantRequest = ReserveRequest & { readonly reservation: Id<'reservation'> | null }

/** Reads each caller, whether the offer exists, and the caller's reservation that is meant, in the order of `requests`. */
export const meantFacts = (db: Db, requirement: Requirement, requests: readonly MeantRequest[]) =>
  db.many<Caller & { readonly known: Id<'offer'> | null } & OuterRow<Reservation>>(sql`
    select caller.*, known.offer as known, meant.*
    from ${meantRows(requests)}
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join (${publicOffers}) known on known.offer = request.offer
    left join lateral (${meantReservation(db, sql`caller.caller_account`, sql`request.offer`, sql`request.reservation`)}) meant on true
    order by request.place`)

const meantRows = (requests: readonly MeantRequest[]): Sql => sql`
  unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ offer }) => offer)}::bigint[],
    ${requests.map(({ reservation }) => reservation)}::bigint[])
    with ordinality as request (hash, offer, reservation, place)`

/**
 * Ends a set of Active reservations: frees the slots and, on closed offers, releases their money or keeps it for appeals. `found` selects the ids and offers;
 * `when` is checked again under the lock. Slots are locked before reservations, as everywhere.
 */
const endingParts = (db: Db, found: Sql, when: Sql, status: string, money: Money): Sql => sql`
  with found as materialized (${found}),
  state as materialized (${lockStates(sql`select offer from found`)}),
  active as materialized (${lockActive(
    sql`select id from found where offer = any(array(select offer from state))`,
    sql`kind = 'Work' and ${when}`,
  )}),
  freed as materialized (${withKept(sql`select * from active`)}),
  moved as (${changeSlots(slotsBy(sql`freed`, { remaining: 1, reserved: -1, ...keptSlots }))}),
  ${post(
    db,
    releaseClosed(sql`
      select 'reservation:' || id || ':release' as cause, offer, null::bigint as execution,
        reward_units + fee_units + add_on_units as units from freed where not is_kept`),
    money,
  )},
  ended as (${endReservations(db, sql`select id from active where offer = any(array(select offer from moved))`, status)})`

/** Returns the statement that ends the reservations and selects them. */
export const endingStatement = (db: Db, found: Sql, when: Sql, status: string, money: Money): Sql => sql`
  ${endingParts(db, found, when, status, money)} select id, offer, ended_at from ended`

export type EndedReservation = { readonly id: Id<'reservation'>; readonly offer: Id<'offer'>; readonly endedAt: Date }

export const withIds = (ids: readonly number[]): Sql =>
  sql`select id, offer from reservations where id = any(${ids}::bigint[]) and status = 'Active'`

/** Cancels the reservations that are still active. Returns only those. */
export const cancelReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money) =>
  db.many<EndedReservation>(endingStatement(db, withIds(ids), sql`expires_at > ${db.now()}`, 'Cancelled', money))

/** An operator's decision; the audit log records it for each reservation. */
export type Revocation = {
  readonly offer: Id<'offer'>
  readonly by: Id<'account'> | null
  readonly reason: string
}
type Revoked = EndedReservation & { readonly email: string; readonly language: string; readonly title: string }

/** Revokes up to `limit` running reservations of an offer. Returns each with its executor's address and language. */
export const revokeReservations = (db: Db, { offer, by, reason }: Revocation, limit: number, money: Money) =>
  db.many<Revoked>(sql`
    ${endingParts(
      db,
      sql`select id, offer from reservations
        where offer = ${offer}::bigint and status = 'Active' and kind = 'Work' and expires_at > ${db.now()} limit ${limit}`,
      sql`expires_at > ${db.now()}`,
      'Revoked',
      money,
    )},
    decided as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'reservation.revoke' as action, 'reservation' as subject,
        id as subject_id, executor as owner, ${reason}::text as reason, jsonb_build_object('taskId', offer) as data
      from ended`})
    select ended.id, ended.offer, ended.ended_at, accounts.email, accounts.language,
      ${titleIn(sql`ended.offer_version`)} as title
    from ended join accounts on accounts.id = ended.executor join offers on offers.id = ended.offer`)

/** Extends a running reservation and its hold, once. Returns undefined if it has ended or was extended already. */
export const extendReservation = (db: Db, id: Id<'reservation'>, seconds: number) =>
  db.maybe<Reservation>(sql`
    update reservations set extended_at = ${db.now()}, expires_at = expires_at + ${seconds}::integer * interval '1 second',
      held_until = held_until + ${seconds}::integer * interval '1 second'
    where id = ${id}::bigint and status = 'Active' and kind = 'Work' and extended_at is null and expires_at > ${db.now()}
    returning ${reservationColumns}`)
