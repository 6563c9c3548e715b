import { isSuspended } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { sweptDays } from '../retention.ts'
import { ownEndpoint } from '../sql-fragments.ts'
import { type Delivery, type DeliveryWithLog, type LoggedAttempt, replayMax } from './delivery.ts'

const columns = sql`
  deliveries.id, deliveries.endpoint, deliveries.event, events.kind, events.sequence, deliveries.status,
  deliveries.attempts, deliveries.due_at, deliveries.leased_until, deliveries.created_at, deliveries.ended_at,
  last.status_code as last_status_code, last.error as last_error, events.request_id`

const tables = sql`
  deliveries left join events on events.id = deliveries.event
  left join lateral (select status_code, error from attempts
    where attempts.delivery = deliveries.id order by number desc limit 1) last on true`

export type DeliveryFilter = {
  readonly status?: readonly string[] | undefined
  readonly kinds?: readonly string[] | undefined
  readonly event?: Id<'event'> | undefined
}

/** Selects the deliveries of one of the caller's endpoints, newest event first; no row if the endpoint does not exist. */
export const listDeliveries = (db: Db, by: By, endpoint: Id<'endpoint'>, filter: DeliveryFilter, page: Page) => {
  const condition = every([
    sql`deliveries.endpoint = ${endpoint}::bigint`,
    ...when(filter.status, sql`deliveries.status = any(${filter.status}::text[])`),
    ...when(filter.kinds, sql`events.kind = any(${filter.kinds}::text[])`),
    ...when(filter.event, sql`deliveries.event = ${filter.event}::bigint`),
  ])
  const counted = filter.kinds ? sql`deliveries left join events on events.id = deliveries.event` : sql`deliveries`
  const list = {
    columns,
    from: sql`from ${tables} where ${condition}`,
    countedFrom: sql`from ${counted} where ${condition}`,
    order: newestFirst(sql`deliveries.event`),
  }
  return forCaller<Delivery & PagedRow>(db, by)`select page.* from endpoints, lateral (${pageOfList(list, page)}) page
        where endpoints.id = ${endpoint}::bigint and ${ownEndpoint(by)}`
}

/** Selects a delivery with the body of its event; `id` is null if the endpoint has no such delivery. */
export const readDelivery = (db: Db, by: By, endpoint: Id<'endpoint'>, id: Id<'delivery'>) =>
  forCaller<Omit<DeliveryWithLog, 'log'> | { readonly id: null }>(db, by)`
      select found.* from endpoints left join lateral (
          select ${columns}, events.body from ${tables}
          where deliveries.id = ${id}::bigint and deliveries.endpoint = endpoints.id) found on true
        where endpoints.id = ${endpoint}::bigint and ${ownEndpoint(by)}`

export const readAttempts = (db: Db, delivery: Id<'delivery'>) =>
  db.many<LoggedAttempt>(sql`
    select number, url, request, status_code, error, duration_ms, excerpt, started_at from attempts
    where delivery = ${delivery}::bigint order by number`)

const isFree = (db: Db): Sql => sql`(deliveries.leased_until is null or deliveries.leased_until <= ${db.now()})`

/** Restarts the retry schedule. */
const restarted = (db: Db): Sql => sql`
  status = 'Pending', resent_after = deliveries.attempts, due_at = ${db.now()}, leased_until = null, ended_at = null`

/** Resends a delivery of a locked endpoint unless an attempt is running. */
export const resendDelivery = (db: Db, id: Id<'delivery'>) =>
  db.run(sql`update deliveries set ${restarted(db)} where id = ${id}::bigint and ${isFree(db)}`)

/** Makes a locked endpoint due, because one of its deliveries is due. */
export const makeDue = (db: Db, id: Id<'endpoint'>) =>
  db.run(sql`update endpoints set due_at = ${db.now()} where id = ${id}::bigint`)

export type Range = {
  readonly fromSequence?: number | undefined
  readonly toSequence?: number | undefined
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly kinds: readonly string[]
  readonly onlyFailed: boolean
}

const sequenceMax = Number.MAX_SAFE_INTEGER

/** Sends the events of a range to a locked endpoint, again or for the first time. */
export const replayEvents = (db: Db, endpoint: Id<'endpoint'>, account: Id<'account'>, range: Range) =>
  db.one<{ count: number; lastSequence: number | null; hasMore: boolean }>(sql`
    with wanted as materialized (
      select id, sequence, row_number() over (order by sequence) as place from (
        select id, sequence from events
        where account = ${account}::bigint and kind = any(${range.kinds}::text[])
          and sequence >= ${range.fromSequence ?? 1}::bigint and sequence <= ${range.toSequence ?? sequenceMax}::bigint
          and created_at >= coalesce(${range.since ?? null}::timestamptz, '-infinity')
          and created_at <= coalesce(${range.until ?? null}::timestamptz, 'infinity')
          and (not ${range.onlyFailed}::boolean or exists (select from deliveries
            where deliveries.endpoint = ${endpoint}::bigint and event = events.id and status = 'Failed'))
        order by sequence limit ${replayMax}::bigint + 1) first
    ),
    sent as (
      insert into deliveries (endpoint, account, event, due_at, created_at)
      select ${endpoint}::bigint, ${account}::bigint, id, ${db.now()}, ${db.now()} from wanted
      where place <= ${replayMax}::bigint order by place
      on conflict (endpoint, event) do update set ${restarted(db)} where ${isFree(db)}
      returning event
    )
    select (select count(*) from sent) as count, max(sequence) filter (where place <= ${replayMax}::bigint) as last_sequence,
      count(*) > ${replayMax}::bigint as has_more
    from wanted`)

const isOld = (db: Db, time: Sql): Sql => sql`${time} < ${db.now()} - ${sweptDays}::integer * interval '1 day'`

/**
 * Deletes ended deliveries past the retention period, oldest first. Those of deleted endpoints, of endpoints that are not verified
 * and of suspended accounts may never end, so they are deleted by creation time.
 */
export const deleteOldDeliveries = (db: Db, limit: number) =>
  db.run(sql`
    delete from deliveries where id = any(array(
      (select id from deliveries where ${isOld(db, sql`ended_at`)} order by ended_at limit ${limit}::bigint)
      union all
      (select deliveries.id from endpoints join deliveries on deliveries.endpoint = endpoints.id
        where (endpoints.status = 'Deleted' or endpoints.verified_at is null or ${isSuspended(db, sql`endpoints.account`)})
          and deliveries.due_at is not null and ${isOld(db, sql`deliveries.created_at`)}
        limit ${limit}::bigint)
      limit ${limit}::bigint))`)

/** Cursor: the last attempt scanned, in order of time. */
export type DeliveryPosition = { readonly startedAt: Date; readonly id: number }

/**
 * Scans up to `limit` old attempts after a cursor and deletes those whose deliveries are gone: a delivery keeps its complete log.
 * Returns the number scanned and deleted, and the new cursor.
 */
export const deleteOldAttempts = (db: Db, after: DeliveryPosition, limit: number) =>
  db.one<{ seen: number; deleted: number; startedAt: Date | null; id: number | null }>(sql`
    with old as (
      select id, delivery, started_at from attempts
      where ${isOld(db, sql`started_at`)} and (started_at, id) > (${after.startedAt}::timestamptz, ${after.id}::bigint)
      order by started_at, id limit ${limit}::bigint
    ), gone as (
      delete from attempts where id = any(array(
        select id from old where not exists (select from deliveries where deliveries.id = old.delivery)))
      returning id
    )
    select (select count(*) from old) as seen, (select count(*) from gone) as deleted, last.started_at, last.id
    from (select) always
    left join (select started_at, id from old order by started_at desc, id desc limit 1) last on true`)
