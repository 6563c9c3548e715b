import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { secondsSince } from '../../platform/clock.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { pageOfList, sql } from '../../platform/sql.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { countedMax } from '../../values/requests/status-counts.ts'
import type { EndpointHealth, Traffic } from './health.ts'

/** The index in `healths`; must match the order of the index `endpoints_by_health`. */
const place = sql`(case when status = 'Disabled' then 1 when failing_since is not null then 0 else 2 end)`

/** Selects a page of all accounts' endpoints, worst first. */
export const readEndpointHealth = (db: Db, by: By, places: readonly number[], page: Page) =>
  forCaller<EndpointHealth & PagedRow>(db, by)`${pageOfList(
    {
      columns: sql`endpoints.id, endpoints.account, (select email from accounts where accounts.id = endpoints.account) as email,
            endpoints.url, endpoints.status, endpoints.disabled_by, endpoints.disabled_at, endpoints.failing_since,
            endpoints.last_delivered_at,
            (select count(*) from deliveries where deliveries.endpoint = endpoints.id and due_at is not null) as waiting,
            (select min(deliveries.created_at) from deliveries
              where deliveries.endpoint = endpoints.id and due_at is not null) as oldest_waiting_at`,
      from: sql`from endpoints where status <> 'Deleted' and ${place} = any(${places}::integer[])`,
      order: { key: place, id: sql`endpoints.id`, isBackwards: false },
    },
    page,
  )}`

/** Selects overall delivery statistics. */
export const readTraffic = (db: Db) =>
  db.one<Traffic>(sql`
    select its.*, (select count(*) from deliveries where ended_at is null) as waiting, ended.*
    from (
      select count(*) filter (where ${place} = 0) as failing, count(*) filter (where ${place} = 1) as disabled,
        count(*) filter (where ${place} = 2) as enabled
      from endpoints where status <> 'Deleted') its,
    (
      select count(*) filter (where status = 'Delivered') as delivered, count(*) filter (where status = 'Failed') as failed
      from deliveries where ended_at > ${db.now()} - interval '24 hours') ended`)

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
      and ${place} = 0`)
