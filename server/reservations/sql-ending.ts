import type { Caller } from '../accounts/caller.ts'
import { callerBy } from '../accounts/sql-fragments-callers.ts'
import { takeBackSuites } from '../items/sql-fragments.ts'
import { skipSuites } from '../items/sql-fragments-skips.ts'
import { postCredits, scheduleClearing } from '../ledger/sql-fragments.ts'
import { keptSlots, lockSlots, moveSlots, publicOffers, releaseClosed, withKept } from '../offers/sql-fragments.ts'
import { shownTitle, titleIn } from '../offers/sql-fragments-content.ts'
import { unlessOvertaken } from '../platform/batching/join-batch.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type OuterRow, type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Reservation } from './reservation.ts'
import type { ReserveRequest } from './sql.ts'
import {
  dueFirst,
  endReservations,
  isDue,
  lockReservations,
  meantReservation,
  reservationColumns,
} from './sql-fragments.ts'
import { recordReservations } from './sql-fragments-events.ts'
import { screenedOut, screenOutEarnings, screenOutPay } from './sql-fragments-screen-outs.ts'

/** A request about a reservation; null: it names only the offer. */
export type MeantRequest = ReserveRequest & { readonly reservation: Id<'reservation'> | null }

type Known = { readonly known: Id<'offer'> | null; readonly skipsMax: number | null }

/** Reads each caller, whether the offer exists, and the caller's reservation that is meant, in the order of `requests`. */
export const meantFacts = (db: Db, requirement: Requirement, requests: readonly MeantRequest[]) =>
  db.many<Caller & Known & OuterRow<Reservation>>(sql`
    select caller.*, known.offer as known, (select skips_max from offers where offers.id = known.offer) as skips_max, meant.*
    from ${meantRows(requests)}
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join (${publicOffers}) known on known.offer = request.offer
    left join lateral (${meantReservation(db, sql`caller.caller_account`, sql`request.offer`, sql`request.reservation`)}) meant on true
    order by request.place`)

const meantRows = (requests: readonly MeantRequest[]): Sql => sql`
  unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ offer }) => offer)}::bigint[],
    ${requests.map(({ reservation }) => reservation)}::bigint[])
    with ordinality as request (hash, offer, reservation, place)`

type Ending = {
  readonly ids: readonly Id<'reservation'>[]
  readonly status: 'Cancelled' | 'Expired' | 'Revoked' | 'ScreenedOut'
  /** What must hold for each, in addition to being Active. */
  readonly when: Sql
  readonly money: Money
  /** Whether some of them may have suites of items. */
  readonly hasItems: boolean
  /** Why the executor skips all items; undefined: they do not. */
  readonly skipReason?: string
  /** Whether each is paid for being screened out, from the hold of its offer. */
  readonly isPaid?: boolean
}

/**
 * The steps that end reservations: they free the slots and, on closed offers, release their money or keep it for appeals. There, pay for
 * being screened out comes from the slot, and the rest of it is released. Money moves before slots: the counts decide how much is kept.
 */
export function endingSteps(db: Db, ending: Ending): Sql[] {
  const { ids: given, status, when, money, hasItems, skipReason, isPaid = false } = ending
  const ids = sql`${given}::bigint[]`
  const rows = sql`select * from reservations where id = any(${ids})`
  const freed = isPaid
    ? screenedOut(rows)
    : sql`(${withKept(sql`select *, 0 as paid_units from (${rows}) ended`)}) freed`
  const suitesBack = skipReason === undefined ? takeBackSuites(db, ids) : skipSuites(db, ids, skipReason)
  const releases = releaseClosed(sql`
    select 'reservation:' || id || ':release' as cause, offer, null::bigint as execution,
      reward_units + fee_units + add_on_units - paid_units as units from ${freed} where not is_kept`)
  const postings = isPaid ? sql`${screenOutPay(freed, money)} union all ${releases}` : releases
  return [
    lockSlots(sql`array(select offer from reservations where id = any(${ids}))`),
    lockReservations(ids),
    sql`
      select must_hold(count(*) = ${given.length}::bigint) from reservations
      where id = any(${ids}) and status = 'Active' and kind = 'Work' and ${when}`,
    ...postCredits(db, postings, money),
    ...(isPaid ? [scheduleClearing(screenOutEarnings(db, freed, money))] : []),
    moveSlots(freed, { remaining: 1, reserved: -1, ...(isPaid ? { screened_out: 1 as const } : {}), ...keptSlots }),
    ...(hasItems ? suitesBack : []),
    endReservations(db, sql`select unnest(${ids})`, status),
    recordReservations(db, events[status], sql`reservations where id = any(${ids})`),
  ]
}

const events = {
  Cancelled: 'reservation.cancelled',
  Expired: 'reservation.expired',
  Revoked: 'reservation.cancelled',
  ScreenedOut: 'reservation.screenedOut',
} as const

const endedOnes = (ids: readonly number[]): Sql => sql`
  select id, offer, ended_at from reservations where id = any(${ids}::bigint[]) order by id`

export type EndedReservation = { readonly id: Id<'reservation'>; readonly offer: Id<'offer'>; readonly endedAt: Date }

/** Cancels active reservations in one flight: all of them or, if one has ended meanwhile, none. */
export const cancelReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money, hasItems = true) =>
  db.flight<EndedReservation>([
    ...endingSteps(db, { ids, status: 'Cancelled', when: sql`expires_at > ${db.now()}`, money, hasItems }),
    endedOnes(ids),
  ])

/** Cancels an active reservation because its executor skips all of its items. Returns undefined if it has ended. */
export const skipReservation = async (db: Db, id: Id<'reservation'>, skipReason: string, money: Money) => {
  const when = sql`expires_at > ${db.now()}`
  const [skipped] = await unlessOvertaken([id], () =>
    db.flight<EndedReservation>([
      ...endingSteps(db, { ids: [id], status: 'Cancelled', when, money, hasItems: true, skipReason }),
      endedOnes([id]),
    ]),
  )
  return skipped
}

/** Expires due reservations in one flight: all of them or, if one has ended meanwhile, none. */
export const expireReservations = (db: Db, ids: readonly Id<'reservation'>[], money: Money) =>
  db.flight<EndedReservation>([
    ...endingSteps(db, { ids, status: 'Expired', when: isDue(db), money, hasItems: true }),
    endedOnes(ids),
  ])

/** Reads up to `limit` due reservations, longest overdue first. */
export const readDue = async (db: Db, limit: number) =>
  (
    await db.many<{ id: Id<'reservation'> }>(
      sql`select id from reservations where ${isDue(db)} order by ${dueFirst} limit ${limit}`,
    )
  ).map(({ id }) => id)

/** An operator's decision; the audit log records it for each reservation. */
export type Revocation = {
  readonly offer: Id<'offer'>
  readonly by: Id<'account'> | null
  readonly reason: string
}
type Revoked = EndedReservation & { readonly email: string; readonly language: string; readonly title: string }

/** Reads up to `limit` running reservations of an offer. */
export const readRunning = async (db: Db, offer: Id<'offer'>, limit: number) =>
  (
    await db.many<{ id: Id<'reservation'> }>(sql`
      select id from reservations
      where offer = ${offer}::bigint and status = 'Active' and kind = 'Work' and expires_at > ${db.now()} limit ${limit}`)
  ).map(({ id }) => id)

/** Revokes running reservations of an offer whose slots are locked. Returns each with its executor's address and language. */
export const revokeReservations = (
  db: Db,
  { by, reason }: Revocation,
  ids: readonly Id<'reservation'>[],
  money: Money,
) =>
  db.flight<Revoked>([
    ...endingSteps(db, { ids, status: 'Revoked', when: sql`expires_at > ${db.now()}`, money, hasItems: true }),
    recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account, 'reservation.revoke' as action, 'reservation' as subject,
        id as subject_id, executor as owner, ${reason}::text as reason, jsonb_build_object('taskId', offer) as data
      from reservations where id = any(${ids}::bigint[])`,
    sql`
      select ended.id, ended.offer, ended.ended_at, accounts.email, accounts.language, ${shownTitle(titleIn(sql`ended.offer_version`))} as title
      from reservations ended join accounts on accounts.id = ended.executor join offers on offers.id = ended.offer
      where ended.id = any(${ids}::bigint[])`,
  ])

/** Extends a running reservation and its hold, once. Returns undefined if it has ended or was extended already. */
export const extendReservation = (db: Db, id: Id<'reservation'>, seconds: number) =>
  db.maybe<Reservation>(sql`
    update reservations set extended_at = ${db.now()}, expires_at = expires_at + ${seconds}::integer * interval '1 second',
      held_until = held_until + ${seconds}::integer * interval '1 second'
    where id = ${id}::bigint and status = 'Active' and kind = 'Work' and extended_at is null and expires_at > ${db.now()}
    returning ${reservationColumns}`)

/** Records what the study reports about a running reservation, once. Returns when; no row if it has ended or has a report. */
export const recordReturn = (db: Db, id: Id<'reservation'>, action: string) =>
  db.maybe<{ returnedAt: Date }>(sql`
    update reservations set returned = ${action}, returned_at = ${db.now()}
    where id = ${id}::bigint and status = 'Active' and expires_at > ${db.now()} and returned is null
    returning returned_at`)
