import { requestOfEvent } from '../observability/request-context.ts'
import { type Sql, sql, sqlInside } from '../sql.ts'
import type { Db } from './db.ts'

/**
 * Records events in the flight or statement that causes them. Expects rows of kind, account (the recipient), offer, execution and data
 * (a snapshot), ranked by `rank` among the events of the same statement.
 */
export const recordEvents = (db: Db) =>
  sqlInside(
    (rows) => sql`
  insert into events (kind, account, offer, execution, data, created_at, request_id)
  select kind, account, offer, execution, data, ${db.now()}, ${requestOfEvent()}
  from (${rows}) happened order by rank, execution, offer`,
  )

/**
 * Whether an endpoint of an account names a kind of event, enabled or not. For frequent kinds that few accounts read: others pay nothing
 * for them. A scalar subquery, because PostgreSQL may turn `exists` into a scan of all endpoints.
 */
export const isAwaited = (account: Sql, kind: string): Sql => sql`
  coalesce((select true from endpoints where endpoints.account = ${account} and status <> 'Deleted' and ${kind}::text = any(kinds) limit 1), false)`

export type EventStamp = { readonly event: number; readonly sequence: number; readonly body: string }

/**
 * Sets the final number and body of events. The values are found by position: a join would compare each event with each other. An
 * undispatched event has no body, and asking for that, no plan can scan all undispatched events.
 */
export function stampEvents(db: Db, stamps: readonly EventStamp[]): Sql {
  const ids = sql`${stamps.map(({ event }) => event)}::bigint[]`
  const place = sql`array_position(${ids}, events.id)`
  return sql`
  update events set sequence = (${stamps.map(({ sequence }) => sequence)}::bigint[])[${place}],
    body = (${stamps.map(({ body }) => body)}::text[])[${place}], dispatched_at = ${db.now()}
  where events.id = any(${ids}) and events.body is null
  returning events.id, events.kind, events.account`
}

/** Deletes old events. Expects rows of id. */
export const forgetEvents = (old: Sql): Sql => sql`delete from events where id in (${old})`

/** Records events that are delivered at once: they have a body but no number in the account's sequence. */
export const recordDeliveredEvents = (db: Db, rows: Sql): Sql => sql`
  insert into events (id, kind, account, data, body, created_at, dispatched_at, request_id)
  select event, kind, account, data, body, ${db.now()}, ${db.now()}, ${requestOfEvent()} from (${rows}) delivered`
