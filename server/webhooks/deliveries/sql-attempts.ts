import { isSuspended } from '../../accounts/sql-fragments.ts'
import { broughtForward } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import {
  type Attempt,
  crowdedSeconds,
  inFlightMax,
  inFlightMaxAccount,
  inFlightMaxFailing,
  inFlightMaxHost,
  leaseSeconds,
  type Outcome,
  suspendedSeconds,
} from './delivery.ts'
import type { RetryDecision } from './retry.ts'

/** The normalized host of an endpoint; for those of earlier versions, as far as SQL can tell. */
const hostColumn = sql`coalesce(endpoints.host, lower(substring(endpoints.url from '^[^:]+://([^/:?#]+)')))`

/**
 * Locks endpoints with due deliveries, skipping those locked by other processes. A separate statement, because only the next
 * statement sees what was committed before the lock. The locks of their accounts and hosts make the limits of these exact: endpoints
 * of one for which another process claims stay due. Commits asynchronously: a claim lost in a database crash is simply made again,
 * and recording the attempt's end makes its claim durable.
 */
export const lockDue = (db: Db) =>
  db.many<{ id: Id<'endpoint'> }>(sql`
    select id, set_config('synchronous_commit', 'off', true) from (
      select id, account, ${hostColumn} as host from endpoints where due_at <= ${db.now()} and status = 'Enabled'
      order by due_at limit 64 for update skip locked) endpoints
    where pg_try_advisory_xact_lock(hashtextextended('attempts at ' || host, 0))
      and pg_try_advisory_xact_lock(hashtextextended('attempts of ' || account, 0))`)

const leaseEnd = (db: Db): Sql => sql`${db.now()} + ${leaseSeconds}::integer * interval '1 second'`
const later = (db: Db, seconds: number): Sql => sql`${db.now()} + ${seconds}::integer * interval '1 second'`

/** Free capacity of each endpoint, of its account and of its host, and the end of its first lease. */
const freeCapacity = (db: Db, endpoints: readonly Id<'endpoint'>[], perEndpoint: number): Sql => sql`
  select mine.id, mine.account, mine.host, mine.is_verified, mine.not_before, flight.first_end,
    case when mine.not_before > ${db.now()} then 0 else greatest(0, flight_max.most - flight.under_way) end as capacity,
    ${inFlightMaxAccount}::bigint - (select count(*) from leased where leased.account = mine.account) as account_capacity,
    ${inFlightMaxHost}::bigint - (select count(*) from leased where leased.host = mine.host) as host_capacity
  from (
      select endpoints.id, endpoints.account, endpoints.failing_since, ${hostColumn} as host,
        endpoints.verified_at is not null as is_verified,
        case when ${isSuspended(db, sql`endpoints.account`)} then ${later(db, suspendedSeconds)}
          else endpoints.not_before end as not_before
      from endpoints where endpoints.id = any(${endpoints}::bigint[])) mine,
    lateral (select count(*) as under_way, min(leased_until) as first_end from deliveries
      where deliveries.endpoint = mine.id and leased_until > ${db.now()}) flight,
    lateral (select case when failing_since is null then least(${inFlightMax}::bigint, ${perEndpoint}::bigint)
      else ${inFlightMaxFailing}::bigint end as most) flight_max`

/** Attempts in progress. */
const leased = (db: Db): Sql => sql`
  select found.account, found.host from deliveries cross join lateral (
    select endpoints.account, ${hostColumn} as host from endpoints where endpoints.id = deliveries.endpoint offset 0) found
  where deliveries.leased_until > ${db.now()}`

/** Deliveries that an endpoint of the part `free` may get: all, or only trials until it is verified. */
const sendable = (rest: Sql, all: Sql): Sql => sql`
  (select deliveries.* from deliveries where free.is_verified and endpoint = free.id and ${rest} ${all})
  union all
  (select deliveries.* from deliveries where not free.is_verified and is_trial and endpoint = free.id and ${rest} ${all})`

/** Due deliveries of the part `free` in the order of their turn, and whether their account or host has no capacity for them. */
const rankedDue = (db: Db, open: readonly Id<'delivery'>[]): Sql => sql`
  select due.id, free.id as endpoint, due.place,
    row_number() over (partition by free.host order by due.place, free.id) > free.host_capacity
      or row_number() over (partition by free.account order by due.place, free.id) > free.account_capacity as is_crowded
  from free, lateral (
    select id, row_number() over () as place from (${sendable(
      sql`due_at <= ${db.now()} and id <> all(${open}::bigint[])`,
      sql`order by due_at limit free.capacity`,
    )}) longest) due`

/**
 * Claims due deliveries of these locked endpoints up to their capacity and that of their accounts and hosts, longest due first.
 * Counts the attempts before sending: one that crashes the process must not be retried forever. No other process can claim them
 * before the lease ends. Schedules each endpoint for its next due delivery or, without capacity, for the end of an attempt or
 * lease. Ids are passed as an array and bodies are read one by one: a plan cached while the tables were small would otherwise scan
 * them entirely.
 */
export const claimAttempts = (db: Db, endpoints: readonly Id<'endpoint'>[], { limit, perEndpoint, open }: Claim) =>
  db.many<Attempt>(sql`
    with leased as materialized (${leased(db)}),
    free as materialized (${freeCapacity(db, endpoints, perEndpoint)}),
    ranked as materialized (${rankedDue(db, open)}),
    picked as materialized (
      select id, endpoint from ranked where not is_crowded order by place, endpoint limit ${limit}::bigint
    ),
    crowded as materialized (select distinct endpoint from ranked where is_crowded),
    claimed as (
      update deliveries set attempts = attempts + 1, leased_until = ${leaseEnd(db)}, due_at = ${leaseEnd(db)}
      where id = any(array(select id from picked))
      returning deliveries.id, deliveries.endpoint, deliveries.event, attempts, attempts - resent_after as round_number, created_at
    ),
    started as materialized (
      select endpoint, array_agg(id) as ids, count(*) as count, ${leaseEnd(db)} as lease_end from picked group by endpoint
    ),
    scheduled as (
      update endpoints set due_at = case when next.due_at is not null then greatest(next.due_at, free.not_before) end
      from free left join started on started.endpoint = free.id left join crowded on crowded.endpoint = free.id, lateral (
        select case when rest.due_at <= ${db.now()} and crowded.endpoint is not null then ${later(db, crowdedSeconds)}
          when rest.due_at <= ${db.now()} and coalesce(started.count, 0) >= free.capacity
          then coalesce(least(free.first_end, started.lease_end), rest.due_at)
          else least(rest.due_at, started.lease_end) end as due_at
        from (select min(due_at) as due_at from (${sendable(
          sql`due_at is not null and id <> all(coalesce(started.ids, '{}'))`,
          sql`order by due_at limit 1`,
        )}) first) rest
      ) next
      where endpoints.id = any(array(select id from free)) and endpoints.id = free.id
    )
    select claimed.id as delivery, claimed.endpoint, claimed.event, claimed.attempts as number, claimed.round_number,
      endpoints.url, endpoints.life as generation, endpoints.verified_at is not null as is_verified,
      endpoints.secret, event_row.kind, event_row.body, event_row.request_id, ${db.now()} as started_at, claimed.created_at,
      case when endpoints.previous_secret_until > ${db.now()} then endpoints.previous_secret end as previous_secret
    from claimed left join lateral (select kind, body, request_id from events where id = claimed.event offset 0) event_row on true
    join endpoints on endpoints.id = any(array(select endpoint from picked)) and endpoints.id = claimed.endpoint
    order by claimed.id`)

/** `open`: deliveries whose attempts this worker has not finished. A database crash may undo their claim although they were sent. */
export type Claim = { readonly limit: number; readonly perEndpoint: number; readonly open: readonly Id<'delivery'>[] }

/** A finished attempt with the resulting state of its delivery. */
export type FinishedAttempt = {
  readonly attempt: Attempt
  readonly headers: Readonly<Record<string, string>>
  readonly outcome: Outcome
  readonly decision: RetryDecision
}

const endedRows = (ended: readonly FinishedAttempt[]): Sql => {
  const of = <T>(value: (one: FinishedAttempt) => T): T[] => ended.map(value)
  return sql`
    select * from unnest(
      ${of(({ attempt }) => attempt.delivery)}::bigint[], ${of(({ attempt }) => attempt.endpoint)}::bigint[],
      ${of(({ attempt }) => attempt.number)}::integer[], ${of(({ attempt }) => attempt.generation)}::integer[],
      ${of(({ attempt }) => attempt.url)}::text[],
      ${of(({ attempt }) => attempt.startedAt)}::timestamptz[], ${of(({ headers }) => JSON.stringify(headers))}::text[],
      ${of(({ outcome }) => outcome.statusCode)}::integer[], ${of(({ outcome }) => outcome.error)}::text[],
      ${of(({ outcome }) => Math.round(outcome.durationMs))}::integer[], ${of(({ outcome }) => outcome.excerpt)}::text[],
      ${of(({ decision }) => decision.status)}::text[], ${of(({ decision }) => decision.waitSeconds)}::float8[],
      ${of(({ decision }) => decision.pauseSeconds)}::float8[], ${of(({ decision }) => decision.isGone)}::boolean[],
      ${of(({ outcome }) => outcome.isProof ?? false)}::boolean[])
      as ended (delivery, endpoint, number, life, url, started_at, request, status_code, error, duration_ms, excerpt, status,
        wait_seconds, slow_seconds, is_gone, is_proof)`
}

const inSeconds = (db: Db, seconds: Sql): Sql => sql`${db.now()} + ${seconds} * interval '1 second'`

/**
 * Records finished attempts as a batch: the log, the deliveries and the state of their endpoints. A result that arrives twice, or
 * after a newer attempt started, is logged once and changes nothing else. A result from before the endpoint was changed updates
 * only the delivery, as does one that was never sent. Locks the endpoints first, in order, and makes them due because they have
 * capacity again.
 */
// The second case: a database crash undid the claim, and no one has made the attempt again. Not an `or`: planned while nothing was
// due, that would scan the indexes of everything due and leased.
export const endAttempts = (db: Db, ended: readonly FinishedAttempt[]) =>
  db.run(sql`
    with ended as materialized (${endedRows(ended)}),
    locked as materialized (
      select id, life from endpoints where id = any(array(select endpoint from ended)) order by id for update
    ),
    changed as (
      update deliveries set status = ended.status, attempts = ended.number, leased_until = null,
        due_at = ${inSeconds(db, sql`ended.wait_seconds`)}, ended_at = case when ended.status <> 'Retrying' then ${db.now()} end
      from ended join locked on locked.id = ended.endpoint
      where deliveries.id = any(array(select delivery from ended)) and deliveries.id = ended.delivery
        and attempts = case when leased_until is not null then ended.number when deliveries.due_at is not null then ended.number - 1 end
      returning ended.endpoint, ended.status, ended.is_gone, ended.is_proof, ended.started_at, ended.slow_seconds,
        ended.life = locked.life as is_current, ended.request <> '{}' as is_sent
    ),
    logged as (
      insert into attempts (delivery, endpoint, number, url, request, status_code, error, duration_ms, excerpt, started_at)
      select delivery, endpoint, number, url, request::jsonb, status_code, error, duration_ms, excerpt, started_at from ended
      on conflict (delivery, number) do nothing
    ),
    result as (
      select endpoint, bool_or(status = 'Delivered') as delivered, bool_or(is_gone) as is_gone, bool_or(is_proof) as is_proof,
        min(started_at) filter (where is_sent) as started_at, max(slow_seconds) as slow_seconds
      from changed where is_current group by endpoint
    )
    update endpoints set
      failing_since = case when delivered then null else coalesce(failing_since, result.started_at) end,
      noticed_at = case when (delivered or is_gone) and status = 'Enabled' then null else noticed_at end,
      verified_at = coalesce(verified_at, case when is_proof then ${db.now()} end),
      last_delivered_at = case when delivered then ${db.now()} else last_delivered_at end,
      not_before = greatest(not_before, ${inSeconds(db, sql`slow_seconds`)}),
      due_at = ${db.now()},
      status = case when is_gone and status = 'Enabled' then 'Disabled' else status end,
      disabled_by = case when is_gone and status = 'Enabled' then 'Gone' else disabled_by end,
      disabled_at = case when is_gone and status = 'Enabled' then ${db.now()} else disabled_at end
    from locked left join result on result.endpoint = locked.id
    where endpoints.id = any(array(select id from locked)) and endpoints.id = locked.id and endpoints.status <> 'Deleted'`)

/**
 * After the clock was set back: brings forward retries and pauses, and shortens leases that are longer than a lease may be. A
 * running attempt keeps its lease. All endpoints become due; the next claim schedules them again.
 */
export const bringAttemptsForward = (db: Db, seconds: number) =>
  db.run(sql`
    with locked as materialized (
      select id from endpoints where due_at is not null or not_before > ${db.now()} order by id for update
    ),
    moved as (
      update deliveries set
        leased_until = case when leased_until is not null then least(leased_until, ${leaseEnd(db)}) end,
        due_at = case when leased_until is null then ${broughtForward(db.now(), sql`deliveries.due_at`, seconds)}
          else least(deliveries.due_at, ${leaseEnd(db)}) end
      from locked where deliveries.endpoint = locked.id and deliveries.due_at > ${db.now()}
    )
    update endpoints set due_at = case when due_at is not null then ${db.now()} end,
      not_before = case when not_before > ${db.now()} then ${broughtForward(db.now(), sql`not_before`, seconds)} else not_before end
    where id = any(array(select id from locked))`)

/** An attempt that was not completed, and the seconds until its delivery is due again. */
export type UnsentAttempt = { readonly attempt: Attempt; readonly waitSeconds: number }

/** Releases attempts that failed internally, without counting them. The deliveries become due again in any process. */
export const releaseAttempts = (db: Db, attempts: readonly UnsentAttempt[]) =>
  db.run(sql`
    with released as materialized (
      select * from unnest(${attempts.map(({ attempt }) => attempt.delivery)}::bigint[],
        ${attempts.map(({ attempt }) => attempt.endpoint)}::bigint[], ${attempts.map(({ attempt }) => attempt.number)}::integer[],
        ${attempts.map(({ waitSeconds }) => waitSeconds)}::float8[]) as released (delivery, endpoint, number, wait_seconds)
    ),
    locked as materialized (
      select id from endpoints where id = any(array(select endpoint from released)) order by id for update
    ),
    changed as (
      update deliveries set attempts = attempts - 1, leased_until = null, due_at = ${inSeconds(db, sql`released.wait_seconds`)}
      from released join locked on locked.id = released.endpoint
      where deliveries.id = any(array(select delivery from released)) and deliveries.id = released.delivery and attempts = released.number and leased_until is not null
    )
    update endpoints set due_at = ${db.now()} where id = any(array(select id from locked)) and status <> 'Deleted'`)
