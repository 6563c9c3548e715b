import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { PauseCause } from './pause-cause.ts'

/**
 * Begins a cause that pauses all offers of the accounts; expects rows of account. The accounts must be locked, so that no
 * offer becomes active beside it.
 */
export const beginPause = (db: Db, accounts: Sql, cause: PauseCause): Sql => sql`
  insert into pause_causes (account, cause, began_at)
  select account, ${cause}, ${db.now()} from (${accounts}) begun
  on conflict (account, cause) do update set began_at = ${db.now()}, lifted_at = null, is_applied = false
  where pause_causes.lifted_at is not null`

/** Ends a cause; expects rows of account. */
export const liftPause = (db: Db, accounts: Sql, cause: PauseCause): Sql => sql`
  update pause_causes set lifted_at = ${db.now()}, is_applied = false
  where cause = ${cause} and lifted_at is null and account = any(array(${accounts}))`

/** Whether the offers of an account are paused by a cause that has not ended. With the limit it is one probe of the index: `exists` may read all causes. */
export const isPausedAccount = (account: Sql): Sql => sql`
  (select true from pause_causes where pause_causes.account = ${account} and lifted_at is null limit 1) is not null`

/** Locks an account against causes that begin and end; those who check for causes lock it `for share`. */
export const lockForPause = (account: Sql): Sql => sql`select id from accounts where id = ${account} for no key update`

/** The causes that pause the offers of an account now, the oldest first. Expects the account to be locked `for share`. */
export const causesInForce = (account: Sql): Sql => sql`
  select cause from pause_causes where account = ${account} and lifted_at is null order by began_at, cause`
