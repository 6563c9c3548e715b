import { secretVersionOf } from '../offers/studies/sql-fragments.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Audience } from './profiles.ts'

/* Statements in the database of a sandbox. */

export type Offset = { readonly offsetMs: number }

/** Starts the clock of a new sandbox. Returns 0 if it runs already. */
export const startClock = (db: Db) =>
  db.run(sql`insert into sandbox_clock (offset_ms) values (0) on conflict (only_one) do nothing`)

export const readOffset = (db: Db) =>
  db.maybe<Offset>(sql`select offset_ms::float8 as offset_ms from sandbox_clock where only_one`)

/**
 * Milliseconds until the next deadline or retry of a webhook; null if nothing waits. Attempts under way do not count. Records then have
 * the time of their deadline, not that to which the clock is moved.
 */
export const readNextDue = (db: Db) =>
  db.one<{ readonly ms: number | null }>(sql`
    select ceil(extract(epoch from min(due_at) - ${db.now()}) * 1000)::float8 as ms from (
      select min(greatest(next.due_at, not_before)) as due_at
      from endpoints, lateral (select min(due_at) as due_at from deliveries
        where endpoint = endpoints.id and due_at > ${db.now()} and leased_until is null) next
      where status = 'Enabled'
      union all select min(expires_at) from reservations where status = 'Active' and expires_at > ${db.now()}
      union all select min(review_deadline_at) from executions where status = 'Pending' and review_deadline_at > ${db.now()}
      union all select min(rework_deadline_at) from executions
        where status = 'ReworkRequested' and rework_deadline_at > ${db.now()}
      union all select min(respond_by_at) from disputes where status = 'Open' and respond_by_at > ${db.now()}
      union all select min(decide_by_at) from disputes where status <> 'Resolved' and decide_by_at > ${db.now()}
      union all select min(clears_at) from clearings where cleared_at is null and clears_at > ${db.now()}
      union all select min(starts_at) from offers
        where activated_at is not null and completed_at is null and archived_at is null and starts_at > ${db.now()}
      union all select min(ends_at) from offers
        where activated_at is not null and completed_at is null and archived_at is null and ends_at > ${db.now()}) times`)

/** Moves the clock ahead of where the database or this process has it. No row if that is more than `most` milliseconds. */
export const moveClock = (db: Db, move: { readonly ms: number; readonly knownMs: number; readonly most: number }) =>
  db.maybe<Offset>(sql`
    update sandbox_clock set offset_ms = greatest(offset_ms, ${move.knownMs}::bigint) + ${move.ms}::bigint
    where only_one and greatest(offset_ms, ${move.knownMs}::bigint) + ${move.ms}::bigint <= ${move.most}::bigint
    returning offset_ms::float8 as offset_ms`)

export const readNow = (db: Db) => db.one<{ readonly now: Date }>(sql`select ${db.now()} as now`)

/** The simulated executors, oldest first. */
export const readExecutors = (db: Db, domain: string) =>
  db.many<{ readonly id: Id<'account'>; readonly email: string }>(sql`
    select id, email from accounts where split_part(email, '@', 2) = ${domain} order by id`)

/** Whom an offer is for, with its quotas; no row unless it belongs to the account. */
export const readAudience = (db: Db, account: Id<'account'>, offer: Id<'offer'>) =>
  db.maybe<Audience>(sql`
    select target_countries, gender, min_age, max_age, quotas, extract(year from ${db.now()})::integer as year from offers
    where id = ${offer}::bigint and advertiser = ${account}::bigint and activated_at is not null`)

/** The executor's active reservation of an offer, and their newest work on it. */
export const readWork = (db: Db, executor: Id<'account'>, offer: Id<'offer'>) =>
  db.one<{ readonly reservation: Id<'reservation'> | null; readonly execution: Id<'execution'> | null }>(sql`
    select (select max(id) from reservations
        where executor = ${executor}::bigint and offer = ${offer}::bigint and status = 'Active') as reservation,
      (select max(id) from executions
        where executor = ${executor}::bigint and offer = ${offer}::bigint) as execution`)

/** The version of the secret of a study. */
export const readSecretVersion = (db: Db, offer: Id<'offer'>) =>
  db.one<{ readonly secretVersion: number }>(sql`select ${secretVersionOf(sql`${offer}::bigint`)} as secret_version`)

/** The advertiser of this work; no row unless it is the one with this address. */
export const readAdvertiser = (db: Db, execution: Id<'execution'>, email: string) =>
  db.maybe<{ readonly id: Id<'account'> }>(sql`
    select accounts.id from executions join accounts on accounts.id = executions.advertiser
    where executions.id = ${execution}::bigint and accounts.email = ${email}`)

/** A price that needs no more than a title, for the tasks of the simulated advertiser. */
export const readPrices = (db: Db, count: number) =>
  db.many<{ readonly id: Id<'price'>; readonly offerDetailsSchema: Readonly<Record<string, unknown>> }>(sql`
    select id, offer_details_schema from prices where is_active order by id limit ${count}`)

/** Withdrawals that wait for an operator or for their payment. */
export const readWithdrawals = (db: Db) =>
  db.many<{ readonly id: Id<'withdrawal'>; readonly status: string }>(sql`
    select id, status from withdrawals where status in ('Requested', 'Processing') order by id limit 100`)
