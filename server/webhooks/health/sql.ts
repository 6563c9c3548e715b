import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { secondsSince } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { pageOfList, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import { countedMax } from '../../values/requests/page.ts'
import { type EndpointHealth, type Host, hostsMax, type Traffic } from './health.ts'

/** The index in `healths`; must match the order of the index `endpoints_by_health`. */
const place = sql`(case when status = 'Disabled' then 1 when failing_since is not null then 0 else 2 end)`

const columns = sql`endpoints.id, endpoints.account, (select email from accounts where accounts.id = endpoints.account) as email,
  endpoints.url, endpoints.status, endpoints.disabled_by, endpoints.disabled_at, endpoints.disabled_reason,
  endpoints.verified_at, endpoints.failing_since, endpoints.last_delivered_at,
  (select count(*) from deliveries where deliveries.endpoint = endpoints.id and due_at is not null) as waiting,
  (select min(deliveries.created_at) from deliveries
    where deliveries.endpoint = endpoints.id and due_at is not null) as oldest_waiting_at`

export const readWatched = (db: Db, by: By, id: Id<'endpoint'>) =>
  forCaller<EndpointHealth>(db, by)`
      select ${columns} from endpoints where endpoints.id = ${id}::bigint and status <> 'Deleted'`

export type Blocking = { readonly id: Id<'endpoint'>; readonly by: Id<'account'> | null; readonly reason: string }

/** Disables an endpoint, which its owner cannot enable then. */
export const blockEndpoint = (db: Db, { id, by, reason }: Blocking) =>
  db.run(sql`
    with blocked as (
      update endpoints set status = 'Disabled', disabled_by = 'Operator', disabled_at = ${db.now()},
        disabled_reason = ${reason}, updated_at = ${db.now()}
      where id = ${id}::bigint and status <> 'Deleted' returning *
    )
    ${decided(db, { by, reason, action: 'webhook.disable' })}`)

/** Enables an endpoint that an operator disabled. Its failures are forgotten. */
export const unblockEndpoint = (db: Db, { id, by, reason }: Blocking) =>
  db.run(sql`
    with blocked as (
      update endpoints set status = 'Enabled', disabled_by = null, disabled_at = null, disabled_reason = null,
        failing_since = null, noticed_at = null, not_before = null, life = life + 1, due_at = ${db.now()},
        updated_at = ${db.now()}
      where id = ${id}::bigint and status = 'Disabled' and disabled_by = 'Operator' returning *
    )
    ${decided(db, { by, reason, action: 'webhook.enable' })}`)

type Decided = Omit<Blocking, 'id'> & { readonly action: string }

const decided = (db: Db, { by, reason, action }: Decided) =>
  recordDecisions(db)`
    select 'operator' as actor, ${by}::bigint as account, ${action}::text as action, 'webhook' as subject, id as subject_id,
      account as owner, ${reason}::text as reason,
      jsonb_build_object('about', 'DisabledByOperator', 'url', url) as data from blocked`

/** Selects the hosts with the most attempts in 24 hours. */
export const readHosts = (db: Db, by: By) =>
  forCaller<Host>(db, by)`
      select coalesce(host, url) as host, count(*) as endpoints, count(distinct account) as accounts,
        coalesce(sum(in_hour), 0)::bigint as attempts_in_hour, coalesce(sum(in_day), 0)::bigint as attempts_in_day,
        coalesce(sum(failed), 0)::bigint as failed_in_day
      from endpoints left join (
        select endpoint, count(*) filter (where started_at > ${db.now()} - interval '1 hour') as in_hour, count(*) as in_day,
          count(*) filter (where error is not null) as failed
        from attempts where started_at > ${db.now()} - interval '24 hours' group by endpoint) recent on recent.endpoint = endpoints.id
      where status <> 'Deleted' or recent.endpoint is not null
      group by coalesce(host, url) order by attempts_in_day desc, host limit ${hostsMax}::bigint`

/** Selects a page of all accounts' endpoints, worst first. */
export const readEndpointHealth = (db: Db, by: By, places: readonly number[], page: Page) =>
  forCaller<EndpointHealth & PagedRow>(db, by)`${pageOfList(
    {
      columns,
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
