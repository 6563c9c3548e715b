import { secondsSince } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { countedMax } from '../../values/requests/status-counts.ts'

export type MeasuredQueue = { readonly count: number; readonly oldestSeconds: number | null }

/** Counts undispatched events. */
export const measureEvents = (db: Db) =>
  db.one<MeasuredQueue>(sql`
    select count(*) as count, ${secondsSince(db.now(), sql`min(created_at)`)} as oldest_seconds
    from (select created_at from events where dispatched_at is null order by id limit ${countedMax}::bigint) first`)

/** Counts deliveries that are due, and the lag of the oldest one. */
export const measureDeliveries = (db: Db) =>
  db.one<MeasuredQueue>(sql`
    select count(*) as count, ${secondsSince(db.now(), sql`min(due_at)`)} as oldest_seconds from (
      select due.due_at from (select id from endpoints
          where due_at <= ${db.now()} and status = 'Enabled' order by due_at limit 1000) endpoint,
        lateral (select due_at from deliveries where deliveries.endpoint = endpoint.id and due_at <= ${db.now()}
          order by due_at limit ${countedMax}::bigint) due
      limit ${countedMax}::bigint) first`)

/** Counts endpoints whose last attempt failed. */
export const measureFailing = (db: Db) =>
  db.one<{ count: number }>(sql`
    select count(*) as count from endpoints where status <> 'Deleted'
      and (case when status = 'Disabled' then 1 when failing_since is not null then 0 else 2 end) = 0`)
