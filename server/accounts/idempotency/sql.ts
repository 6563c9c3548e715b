import type { Requirement } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Caller } from '../caller.ts'
import { callerBy, mayCallBy } from '../sql-fragments-callers.ts'
import { keptHours, waitMsMax } from './idempotency.ts'

const isOld = (db: Db): Sql => sql`kept_answers.created_at <= ${db.now()} - ${keptHours}::integer * interval '1 hour'`

/** Identifies a request of an account. */
export type RequestKey = { readonly request: Buffer; readonly fingerprint: Buffer }
/** The request of a credential with this hash. */
export type Claim = RequestKey & { readonly hash: Buffer }

export type ClaimRow = Caller & { readonly claimed: boolean }

/**
 * Selects the callers, in the order of the claims, and claims new or expired requests. Waits one second for a running one, then
 * fails with 55P03. `lockMsMax` limits this and every later wait of the transaction instead.
 */
export const claimRequests = (db: Db, requirement: Requirement, claims: readonly Claim[], lockMsMax?: number) =>
  db.many<ClaimRow>(sql`
    with timeout as materialized (
      select coalesce(${lockMsMax ?? null}::text, current_setting('lock_timeout')) as after,
        set_config('lock_timeout', ${String(lockMsMax ?? waitMsMax)}, true)),
    asked as materialized (
      select asked.request, asked.fingerprint, asked.place, caller.*
      from unnest(${claims.map(({ hash }) => hash)}::bytea[], ${claims.map(({ request }) => request)}::bytea[],
        ${claims.map(({ fingerprint }) => fingerprint)}::bytea[]) with ordinality as asked (hash, request, fingerprint, place)
      left join lateral (${callerBy(db, requirement, sql`asked.hash`)}) caller on true),
    claimed as (
      insert into kept_answers (account, request, fingerprint, created_at)
      select caller_account, request, fingerprint, ${db.now()} from asked, timeout
      where ${mayCallBy(requirement)}
      order by caller_account, request
      on conflict on constraint kept_answers_once do update
        set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
        where ${isOld(db)}
      returning account, request
    )
    select asked.*, claimed.account is not null as claimed,
      set_config('lock_timeout', (select after from timeout), true)
    from asked left join claimed on claimed.account = asked.caller_account and claimed.request = asked.request
    order by asked.place`)

export const readResponse = (db: Db, account: number, request: Buffer) =>
  db.one<{ readonly fingerprint: Buffer; readonly answer: Buffer }>(sql`
    select fingerprint, answer from kept_answers where account = ${account}::bigint and request = ${request}::bytea`)

/** A claimed request and its sealed response; null if it was refused without one, which gives the claim back. */
export type Settled = { readonly account: number; readonly request: Buffer; readonly answer: Buffer | null }

export const writeResponses = (db: Db, settled: readonly Settled[]) =>
  db.run(sql`
    with settled as materialized (
      select * from unnest(${settled.map(({ account }) => account)}::bigint[], ${settled.map(({ request }) => request)}::bytea[],
        ${settled.map(({ answer }) => answer)}::bytea[]) as settled (account, request, answer)),
    stored as (
      update kept_answers kept set answer = settled.answer from settled
      where kept.account = settled.account and kept.request = settled.request and settled.answer is not null)
    delete from kept_answers kept using settled
    where kept.account = settled.account and kept.request = settled.request and settled.answer is null`)

/** Deletes up to `limit` expired responses. Returns how many. */
export const deleteOldResponses = (db: Db, limit: number) =>
  db.run(sql`
    delete from kept_answers where ctid = any(array(
      select ctid from kept_answers where ${isOld(db)} order by created_at limit ${limit} for update skip locked))`)
