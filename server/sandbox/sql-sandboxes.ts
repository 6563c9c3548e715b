import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

export type Sandbox = { readonly id: Id<'sandbox'>; readonly account: Id<'account'>; readonly createdAt: Date }

/** Statements on the live market: which sandboxes there are. */

/** Selects the sandbox of an account, and records its use once an hour. */
export const touchSandbox = (db: Db, account: number) =>
  db.maybe<Sandbox>(sql`
    with used as (
      update sandboxes set used_at = ${db.now()}
      where account = ${account}::bigint and used_at <= ${db.now()} - interval '1 hour'
    )
    select id, account, created_at from sandboxes where account = ${account}::bigint`)

/** Inserts the sandbox of an account unless it has one. No row if it has, or if there are `max` already. */
export const insertSandbox = (db: Db, account: number, max: number) =>
  db.maybe<Sandbox>(sql`
    insert into sandboxes (account, created_at, used_at)
    select ${account}::bigint, ${db.now()}, ${db.now()}
    where (select count(*) from sandboxes) < ${max}::bigint
    on conflict on constraint sandboxes_of_account_once do nothing
    returning id, account, created_at`)

/** Deletes the sandbox unused for longest, if it was not used for a day. */
export const deleteUnused = (db: Db) =>
  db.run(sql`
    delete from sandboxes where id = (
      select id from sandboxes where used_at <= ${db.now()} - interval '1 day' order by used_at limit 1)`)

export const readAge = (db: Db, id: Id<'sandbox'>) =>
  db.maybe<{ readonly ageSeconds: number }>(sql`
    select floor(extract(epoch from ${db.now()} - created_at))::integer as age_seconds
    from sandboxes where id = ${id}::bigint`)

export const deleteSandbox = (db: Db, id: Id<'sandbox'>) => db.run(sql`delete from sandboxes where id = ${id}::bigint`)

/** Deletes sandboxes unused for so many days, and those of closed accounts. */
export const deleteOld = (db: Db, keptDays: number, erasedDomain: string) =>
  db.run(sql`
    delete from sandboxes where id = any(array(
      select sandboxes.id from sandboxes join accounts on accounts.id = sandboxes.account
      where sandboxes.used_at <= ${db.now()} - ${keptDays}::integer * interval '1 day'
        or accounts.email like '%@' || ${erasedDomain}::text))`)

export const readSandboxes = (db: Db) =>
  db.many<Sandbox>(sql`select id, account, created_at from sandboxes order by id`)
