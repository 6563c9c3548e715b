import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { PauseCause } from './pause-cause.ts'

/** Starts a cause that pauses all offers of the accounts, which must be locked. Expects rows with account. */
export const beginPause = (db: Db, accounts: Sql, cause: PauseCause): Sql => sql`
  insert into pause_causes (account, cause, began_at)
  select account, ${cause}, ${db.now()} from (${accounts}) begun
  on conflict (account, cause) do update set began_at = ${db.now()}, lifted_at = null, is_applied = false
  where pause_causes.lifted_at is not null`

/** Ends a cause. Expects rows with account. */
export const liftPause = (db: Db, accounts: Sql, cause: PauseCause): Sql => sql`
  update pause_causes set lifted_at = ${db.now()}, is_applied = false
  where cause = ${cause} and lifted_at is null and account = any(array(${accounts}))`

/** Whether a cause in force pauses the account's offers. The limit makes it a single index probe; `exists` may read all causes. */
export const isPausedAccount = (account: Sql): Sql => sql`
  (select true from pause_causes where pause_causes.account = ${account} and lifted_at is null limit 1) is not null`

/** Locks an account so that no causes start or end; checks of causes lock it `for share`. */
export const lockForPause = (account: Sql): Sql => sql`select id from accounts where id = ${account} for no key update`

/** Selects the causes that pause the account's offers now, oldest first. The account must be locked `for share`. */
export const causesInForce = (account: Sql): Sql => sql`
  select cause from pause_causes where account = ${account} and lifted_at is null order by began_at, cause`
