import type { Db } from '../database/db.ts'
import { type Sql, sql } from '../sql.ts'
import type { AccountCharge } from './account-usage.ts'
import type { CounterUpdate } from './shared-counter.ts'

/** The requests of one credential in the batch, and whether to count its account too. */
export type ChargedUpdate = CounterUpdate & { readonly charge: AccountCharge }

/**
 * Selects the rows of the common table expression `requested` whose credential is valid now, each with its `subject` (a unique
 * positive number) and its `account`.
 */
export type ValidCredentials = (db: Db) => Sql

const minute = sql`interval '1 minute'`

/**
 * Counts the requests owed and grants the requests wanted, within the limits of each credential and its account. If the charge
 * says so, the account is counted like a credential, under its negated number. Counters are locked in the order of subjects.
 * Counts from before the minute are read from the statement's snapshot: only newer rows can have been written concurrently.
 * The plan is made while the tables are empty: arrays and laterals force one index descent per subject, however the tables
 * grow. A new counter starts with its first requests if they are few, otherwise at 0: then nothing is granted yet. Processes that
 * create a counter at the same time add up.
 *
 * Every request waits for this statement, and most of its cost is executor start-up. It therefore has few parts, and a shorter
 * form for batches that count no account.
 */
export const countAndGrant = (
  db: Db,
  charged: readonly ChargedUpdate[],
  validCredentials: ValidCredentials,
  countsAccounts: boolean,
): Sql => sql`
  with requested as materialized (${requestedRows(charged)}),
  known as materialized (${validCredentials(db)}),
  facts as materialized (${factsOfSubjects(db, countsAccounts ? sql`${ofCredentials} union all ${ofAccounts}` : ofCredentials)}),
  locked as materialized (
    select subject, requests, uploads, last_at from limit_counters
    where subject = any(array(select subject from facts)) order by subject for update
  ), used as (${usedByLocked(db)}),
  granted as materialized (${countsAccounts ? grantedWithAccounts : grantedWithoutAccounts}),
  created as (${createWaiting(db)}), counted as (${countGranted(countsAccounts)}), written as (${writeGranted(countsAccounts)})
  select known.place, known.account, ${epochMs(db.now())} as now_ms, granted.requests_granted, granted.uploads_granted,
    granted.requests_used, granted.uploads_used, granted.account_used, granted.account_granted,
    ${untilFree(db, sql`granted.first_at`)} as requests_free_ms,
    ${untilFree(db, sql`granted.first_upload_at`)} as uploads_free_ms,
    ${untilFree(db, sql`granted.account_first_at`)} as account_free_ms
  from known left join granted on granted.subject = known.subject`

/** At most 1/128 of the limit: only more processes than that, creating a counter at the same time, could exceed the limit together. */
const startsAtOnce = sql`uploads + uploads_owed = 0 and (requests + requests_owed) * 128 <= requests_max`

const ofCredentials = sql`select subject, uploads > 0 as has_uploads, ${startsAtOnce} as starts_at_once from known`
const ofAccounts = sql`select distinct -account, false, false from known where counts_account`

/** The grants of the last minute. Ignores grants more than a minute ahead: the clock has been set back since. */
const ofThisMinute = (db: Db): Sql => sql`
  grants.subject = subjects.subject and grants.at > ${db.now()} - ${minute} and grants.at <= ${db.now()} + ${minute}`

/**
 * The count of each counter before this minute, and the times of its earliest grants in this minute. A new counter grants its
 * requests at once (`starts`), or is created only (`waits`).
 */
const factsOfSubjects = (db: Db, subjects: Sql): Sql => sql`
  select subjects.subject, counter.subject is null and subjects.starts_at_once as starts,
    counter.subject is null and not subjects.starts_at_once as waits,
    coalesce(first.requests_before, counter.requests, 0) as requests_base,
    coalesce(first.uploads_before, counter.uploads, 0) as uploads_base,
    first.at as first_at, upload.at as first_upload_at
  from (${subjects}) subjects
  left join lateral (
    select counters.subject, counters.requests, counters.uploads from limit_counters counters
    where counters.subject = subjects.subject limit 1
  ) counter on true
  left join lateral (
    select grants.requests_before, grants.uploads_before, grants.at from limit_grants grants
    where ${ofThisMinute(db)} order by grants.at, grants.requests_before limit 1
  ) first on true
  left join lateral (
    select grants.at from limit_grants grants
    where subjects.has_uploads and ${ofThisMinute(db)} and grants.uploads > 0 order by grants.at limit 1
  ) upload on true`

/** The locked and the new counters, and their usage in this minute. Grant times never decrease. */
const usedByLocked = (db: Db): Sql => sql`
  select facts.subject, facts.first_at, facts.first_upload_at, coalesce(locked.requests, 0) as requests_before,
    coalesce(locked.uploads, 0) as uploads_before, coalesce(locked.requests, 0) - facts.requests_base as requests_used,
    coalesce(locked.uploads, 0) - facts.uploads_base as uploads_used,
    case when locked.last_at > ${db.now()} + ${minute} then ${db.now()} else greatest(locked.last_at, ${db.now()}) end as at
  from facts left join locked on locked.subject = facts.subject
  where locked.subject is not null or facts.starts`

/** The requests that fit the credential's own limits, regardless of its account. */
const fitOfCredential = sql`
  own.requests_before, own.uploads_before, own.at, own.first_at, own.first_upload_at,
    own.requests_used + known.requests_owed as requests_used, own.uploads_used + known.uploads_owed as uploads_used,
    uploads_fit, uploads_fit + greatest(0,
      least(known.requests, requests_max - own.requests_used - known.requests_owed - uploads_fit)) as fit`
const uploadsFit = sql`
  select greatest(0, least(known.uploads, uploads_max - own.uploads_used - known.uploads_owed,
    requests_max - own.requests_used - known.requests_owed)) as uploads_fit`

const grantedWithoutAccounts = sql`
  select fitting.*, uploads_fit as uploads_granted, fit - uploads_fit as requests_granted
  from (
    select known.*, ${fitOfCredential}, null::bigint as account_used, null::bigint as account_granted,
      null::timestamptz as account_first_at
    from known join used own on own.subject = known.subject cross join lateral (${uploadsFit}) uploading) fitting`

/** The requests that fit each credential, with the state of its account. Subjects with a new counter are left out. */
const fitWithAccounts = sql`
  select known.*, ${fitOfCredential}, shared.subject as account_subject, shared.requests_before as account_before,
    shared.uploads_before as account_uploads, shared.at as account_at, shared.first_at as account_first_at,
    shared.requests_used as account_counted
  from known
  join used own on own.subject = known.subject
  left join used shared on known.counts_account and shared.subject = -known.account
  cross join lateral (${uploadsFit}) uploading
  where shared.subject is not null or not known.counts_account`

/**
 * Credentials of one account share its remaining requests in the order of the batch, uploads first. If the account is not
 * counted, its columns are null, which least() ignores.
 */
const grantedWithAccounts = sql`
  select sharing.*, least(uploads_fit, fit_left) as uploads_granted,
    fit_left - least(uploads_fit, fit_left) as requests_granted
  from (
    select wanting.*, account_counted + account_owed as account_used,
      greatest(0, least(fit, account_max - account_counted - account_owed - (fit_so_far - fit)))::bigint as fit_left,
      case when counts_account then
        greatest(0, least(fit_in_all, account_max - account_counted - account_owed))::bigint end as account_granted
    from (
      select fitting.*, sum(fit) over (partition by account, counts_account order by place) as fit_so_far,
        sum(fit) over (partition by account, counts_account) as fit_in_all,
        (sum(requests_owed + uncounted) over (partition by account, counts_account))::bigint as account_owed,
        place = min(place) over (partition by account, counts_account) as is_first
      from (${fitWithAccounts}) fitting
    ) wanting
  ) sharing`

const isCounted = sql`granted.requests_owed + granted.requests_granted + granted.uploads_granted > 0`
const isCharged = sql`granted.is_first and granted.account_owed + granted.account_granted > 0`

/**
 * Creates the counters that wait. Does nothing if another process has created one meanwhile: an update would wait for its lock while this
 * statement holds others, and three processes could wait for each other.
 */
const createWaiting = (db: Db): Sql => sql`
  insert into limit_counters (subject, requests, uploads, last_at)
  select subject, 0, 0, ${db.now()} from facts where waits
  order by subject on conflict (subject) do nothing`

/** Adds to the counters. */
const countGranted = (countsAccounts: boolean): Sql => sql`
  insert into limit_counters as counter (subject, requests, uploads, last_at)
  select subject, requests_owed + requests_granted + uploads_granted, uploads_owed + uploads_granted, at
  from granted where ${isCounted}
  ${countsAccounts ? chargedCounters : sql``}
  order by subject
  on conflict (subject) do update set requests = counter.requests + excluded.requests,
    uploads = counter.uploads + excluded.uploads, last_at = excluded.last_at`

const chargedCounters = sql`
  union all
  select account_subject, account_owed + account_granted, 0, account_at from granted where ${isCharged}`

/** Processes that created a counter in the same millisecond write the same row. */
const writeGranted = (countsAccounts: boolean): Sql => sql`
  insert into limit_grants (subject, at, requests_before, uploads_before, uploads)
  select subject, at, requests_before, uploads_before, uploads_owed + uploads_granted from granted where ${isCounted}
  ${countsAccounts ? sql`union all select account_subject, account_at, account_before, account_uploads, 0 from granted where ${isCharged}` : sql``}
  on conflict do nothing`

const epochMs = (at: Sql): Sql => sql`date_part('epoch', ${at}) * 1000`
const untilFree = (db: Db, at: Sql): Sql => epochMs(sql`${at} + ${minute} - ${db.now()}`)

const requestedRows = (charged: readonly ChargedUpdate[]): Sql => sql`
  select * from unnest(${charged.map(({ hash }) => hash)}::bytea[], ${charged.map(({ requests }) => requests)}::bigint[],
    ${charged.map(({ uploads }) => uploads)}::bigint[], ${charged.map(requestsOwedInAll)}::bigint[],
    ${charged.map(({ uploadsOwed }) => uploadsOwed)}::bigint[],
    ${charged.map(({ requestsMax }) => requestsMax)}::bigint[], ${charged.map(({ uploadsMax }) => uploadsMax)}::bigint[],
    ${charged.map(({ accountMax }) => accountMax)}::bigint[],
    ${charged.map(({ charge }) => charge.isCounted)}::boolean[], ${charged.map(({ charge }) => charge.uncounted)}::bigint[])
    with ordinality as requested (hash, requests, uploads, requests_owed, uploads_owed, requests_max, uploads_max, account_max,
      counts_account, uncounted, place)`

const requestsOwedInAll = ({ requestsOwed, uploadsOwed }: CounterUpdate): number => requestsOwed + uploadsOwed
