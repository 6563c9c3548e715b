import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordDeliveredEvents } from '../../platform/database/events.ts'
import { type Order, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { TrialKind } from '../events/event.ts'
import { ownEndpoint } from '../sql-fragments.ts'
import { disableDays, type Endpoint, type EndpointChange, endpointsMax, notifyDays, rotationHours } from './endpoint.ts'

const columns = (db: Db): Sql => sql`
  endpoints.id, endpoints.account, endpoints.url, endpoints.kinds, endpoints.description, endpoints.api_version,
  endpoints.status, endpoints.disabled_by, endpoints.disabled_at, endpoints.disabled_reason, endpoints.verified_at,
  case when endpoints.previous_secret_until > ${db.now()} then endpoints.previous_secret_until end as previous_secret_until,
  endpoints.failing_since, case when endpoints.not_before > ${db.now()} then endpoints.not_before end as not_before,
  endpoints.last_delivered_at, endpoints.created_at, endpoints.updated_at,
  (select count(*) from deliveries where deliveries.endpoint = endpoints.id and due_at is not null) as pending,
  (select count(*) from deliveries where deliveries.endpoint = endpoints.id and deliveries.status = 'Failed') as failed`

const oldestFirst: Order = { id: sql`endpoints.id`, isBackwards: false }

/** Selects the endpoints of the caller or of the named account. */
export const listEndpoints = (db: Db, by: By, account: Id<'account'> | undefined, page: Page) => {
  const whose = account === undefined ? sql`caller.caller_account` : sql`${account}::bigint`
  const list = {
    columns: columns(db),
    from: sql`from endpoints where endpoints.account = ${whose} and endpoints.status <> 'Deleted'`,
    order: oldestFirst,
  }
  return forCaller<Endpoint & PagedRow>(db, by)`${pageOfList(list, page)}`
}

export const readEndpoint = (db: Db, by: By, id: Id<'endpoint'>) =>
  forCaller<Endpoint>(db, by)`
      select ${columns(db)} from endpoints where endpoints.id = ${id}::bigint and ${ownEndpoint(by)}`

/** Locks the endpoint until the transaction ends: blocks claims, results and resends. */
export const lockEndpoint = (db: Db, by: By, id: Id<'endpoint'>) =>
  forCaller<Endpoint>(db, by)`
      select ${columns(db)} from endpoints where endpoints.id = ${id}::bigint and ${ownEndpoint(by)} for update`

export type NewEndpoint = Pick<Endpoint, 'account' | 'url' | 'kinds' | 'description' | 'status'> & {
  readonly isVerified: boolean
  /** The host by which requests are limited. */
  readonly host: string
  readonly apiVersion: string
  readonly secret: Buffer
}

/** Locks out other inserts for the account until the transaction ends, so concurrent requests cannot exceed its limit. */
export const lockEndpointCount = (db: Db, account: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('endpoints of ' || ${account}::bigint, 0))`)

/** Inserts an endpoint; no row if the account has the maximum number. */
export const insertEndpoint = (db: Db, endpoint: NewEndpoint) =>
  db.maybe<Endpoint>(sql`
    insert into endpoints (account, url, host, verified_at, kinds, description, api_version, status, disabled_by, disabled_at,
      secret, created_at, updated_at)
    select ${endpoint.account}::bigint, ${endpoint.url}, ${endpoint.host},
      case when ${endpoint.isVerified}::boolean then ${db.now()} end, ${endpoint.kinds}::text[], ${endpoint.description}::text,
      ${endpoint.apiVersion}, input.status, case when input.status = 'Disabled' then 'User' end,
      case when input.status = 'Disabled' then ${db.now()} end, ${endpoint.secret}::bytea, ${db.now()}, ${db.now()}
    from (select ${endpoint.status}::text as status) input
    where (select count(*) from endpoints where account = ${endpoint.account}::bigint and status <> 'Deleted')
      < ${endpointsMax}::integer
    returning ${columns(db)}`)

/** Updates a locked endpoint. If enabled it becomes due, because deliveries may be pending. */
export const saveEndpoint = (db: Db, id: Id<'endpoint'>, change: EndpointChange, host: string) =>
  db.one<Endpoint>(sql`
    update endpoints set url = ${change.url}, host = ${host}, verified_at = ${change.verifiedAt}::timestamptz, kinds = ${change.kinds}::text[], description = ${change.description}::text,
      status = input.status, disabled_by = ${change.disabledBy}::text, disabled_at = ${change.disabledAt}::timestamptz,
      disabled_reason = case when ${change.disabledBy}::text = 'Operator' then disabled_reason end,
      failing_since = input.failing_since,
      noticed_at = case when input.failing_since is not null or input.status = 'Disabled' then noticed_at end,
      not_before = ${change.notBefore}::timestamptz, life = life + ${change.isFresh ? 1 : 0}::integer, due_at = ${db.now()}, updated_at = ${db.now()}
    from (select ${change.status}::text as status, ${change.failingSince}::timestamptz as failing_since) input
    where id = ${id}::bigint returning ${columns(db)}`)

/** Deletes the endpoint's secrets but keeps its row for the log. */
export const deleteEndpoint = (db: Db, id: Id<'endpoint'>) =>
  db.one<Endpoint>(sql`
    update endpoints set status = 'Deleted', secret = ''::bytea, previous_secret = null, previous_secret_until = null,
      due_at = null, updated_at = ${db.now()}
    where id = ${id}::bigint returning ${columns(db)}`)

/** Replaces the secret; the previous one also signs for a while, unless it leaked. */
export const rotateSecret = (db: Db, id: Id<'endpoint'>, secret: Buffer, isLeaked: boolean) =>
  db.one<Endpoint>(sql`
    update endpoints set secret = ${secret}::bytea, updated_at = ${db.now()},
      previous_secret = case when ${isLeaked}::boolean then null else secret end,
      previous_secret_until = case when ${isLeaked}::boolean then null
        else ${db.now()} + ${rotationHours}::integer * interval '1 hour' end
    where id = ${id}::bigint returning ${columns(db)}`)

export const readSecret = (db: Db, id: Id<'endpoint'>) =>
  db.one<{ secret: Buffer }>(sql`select secret from endpoints where id = ${id}::bigint`)

/** Erases secrets that no longer sign. */
export const deleteOldSecrets = (db: Db, limit: number) =>
  db.run(sql`
    update endpoints set previous_secret = null, previous_secret_until = null where id in (
      select id from endpoints where previous_secret_until <= ${db.now()} limit ${limit}::bigint for update skip locked)`)

const untilDays = (db: Db, days: number): Sql => sql`failing_since <= ${db.now()} - ${days}::integer * interval '1 day'`

/** Disables endpoints that have failed for days, and records each due notification once. */
export const disableFailing = (db: Db) =>
  db.run(sql`
    with failing as (
      select id, status = 'Enabled' and ${untilDays(db, disableDays)} as gives_up from endpoints
      where (status = 'Enabled' and ${untilDays(db, notifyDays)}
          and (noticed_at is null or ${untilDays(db, disableDays)}))
        or (status = 'Disabled' and disabled_by = 'Gone' and noticed_at is null)
      order by id limit 100 for update
    ),
    notified as (
      update endpoints set noticed_at = ${db.now()},
        status = case when gives_up then 'Disabled' else endpoints.status end,
        disabled_by = case when gives_up then 'Failing' else disabled_by end,
        disabled_at = case when gives_up then ${db.now()} else disabled_at end,
        updated_at = ${db.now()}
      from failing where failing.id = endpoints.id
      returning endpoints.id, account, url, case when disabled_by = 'Gone' then 'DisabledGone'
        when gives_up then 'DisabledFailing' else 'Failing' end as about
    ),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, case about when 'Failing' then 'webhook.fail' else 'webhook.disable' end
        as action, 'webhook' as subject, id as subject_id, account as owner, null::text as reason,
        jsonb_build_object('about', about, 'url', url) as data from notified`})
    select id from notified`)

export const drawEventId = (db: Db) =>
  db.one<{ id: Id<'event'>; now: Date }>(sql`select nextval('events_id_seq') as id, ${db.now()} as now`)

export type TrialDelivery = {
  readonly id: Id<'event'>
  readonly kind: TrialKind
  readonly account: Id<'account'>
  readonly endpoint: Id<'endpoint'>
  readonly body: string
}

/** Inserts a test event or challenge for a single endpoint, with its delivery. The endpoint is locked and becomes due. */
export const insertTrial = (db: Db, { id, kind, account, endpoint, body }: TrialDelivery) =>
  db.one<{ id: Id<'delivery'> }>(sql`
    with event as (${recordDeliveredEvents(
      db,
      sql`select ${id}::bigint as event, ${kind}::text as kind, ${account}::bigint as account,
        jsonb_build_object('endpoint', ${endpoint}::bigint) as data, ${body}::text as body`,
    )} returning id),
    woken as (update endpoints set due_at = ${db.now()} where id = ${endpoint}::bigint)
    insert into deliveries (endpoint, account, event, due_at, created_at, is_trial)
    select ${endpoint}::bigint, ${account}::bigint, id, ${db.now()}, ${db.now()}, true from event returning id`)
