import { requestOfEvent } from '../observability/request-context.ts'
import { type Sql, sql, sqlInside } from '../sql.ts'
import type { Db } from './db.ts'

/**
 * Records what happened, in the statement that makes it happen. Expects rows of kind, account (who is told), offer,
 * execution, data (the figures of the moment), ranked by `rank` among the events of the statement.
 */
export const recordEvents = (db: Db) =>
  sqlInside(
    (rows) => sql`
  insert into events (kind, account, offer, execution, data, created_at, request_id)
  select kind, account, offer, execution, data, ${db.now()}, ${requestOfEvent()}
  from (${rows}) happened order by rank, execution, offer`,
  )

/** Gives events their number and their body, once and for all. Expects rows of event, sequence, body. */
export const stampEvents = (db: Db, rows: Sql): Sql => sql`
  update events set sequence = stamped.sequence, body = stamped.body, dispatched_at = ${db.now()}
  from (${rows}) stamped where events.id = stamped.event and events.dispatched_at is null
  returning events.id, events.kind, events.account`

/** Forgets what was told long ago. Expects rows of id. */
export const forgetEvents = (old: Sql): Sql => sql`delete from events where id in (${old})`

/** Records something that is told at once, with its body, and has no number among the events of its account. */
export const recordTold = (db: Db, rows: Sql): Sql => sql`
  insert into events (id, kind, account, data, body, created_at, dispatched_at, request_id)
  select event, kind, account, data, body, ${db.now()}, ${db.now()}, ${requestOfEvent()} from (${rows}) told`
