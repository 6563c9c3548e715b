import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { type Caller, requirementOf } from '../caller.ts'
import { callerOf } from '../sql-fragments-callers.ts'
import { keptHours, waitMsMax } from './idempotency.ts'

const isOld = (db: Db): Sql => sql`kept_answers.created_at <= ${db.now()} - ${keptHours}::integer * interval '1 hour'`

/** Identifies a request of an account. */
export type RequestKey = { readonly request: Buffer; readonly fingerprint: Buffer }

/** Selects the caller and claims a new or expired request. Waits one second for a running one, then fails with 55P03. */
export const claimRequest = (db: Db, by: By, { request, fingerprint }: RequestKey) =>
  db.one<Caller & { readonly claimed: boolean }>(sql`
    with timeout as materialized (
      select current_setting('lock_timeout') as before, set_config('lock_timeout', ${String(waitMsMax)}, true)),
    caller as materialized (${callerOf(db, by)}),
    claimed as (
      insert into kept_answers (account, request, fingerprint, created_at)
      select caller_account, ${request}::bytea, ${fingerprint}::bytea, ${db.now()} from caller, timeout
      where not (caller_revoked or caller_expired) and caller_has_role and caller_has_scope
        and (not caller_suspended or ${requirementOf(by)?.evenSuspended === true}::boolean)
      on conflict on constraint kept_answers_once do update
        set fingerprint = excluded.fingerprint, answer = null, created_at = excluded.created_at
        where ${isOld(db)}
      returning account
    )
    select caller.*, claimed.account is not null as claimed,
      set_config('lock_timeout', (select before from timeout), true)
    from (select) one left join caller on true left join claimed on true`)

export const readResponse = (db: Db, account: number, request: Buffer) =>
  db.one<{ readonly fingerprint: Buffer; readonly answer: Buffer }>(sql`
    select fingerprint, answer from kept_answers where account = ${account}::bigint and request = ${request}::bytea`)

export const writeResponse = (db: Db, account: number, request: Buffer, answer: Buffer) =>
  db.run(sql`
    update kept_answers set answer = ${answer}::bytea where account = ${account}::bigint and request = ${request}::bytea`)

/** Deletes up to `limit` expired responses. Returns how many. */
export const deleteOldResponses = (db: Db, limit: number) =>
  db.run(sql`
    delete from kept_answers where ctid = any(array(
      select ctid from kept_answers where ${isOld(db)} order by created_at limit ${limit} for update skip locked))`)
