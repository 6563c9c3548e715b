import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'

export type NewSession = {
  readonly session: number
  readonly account: Id<'account'>
  readonly hash: Buffer
  readonly seconds: number
  /** The stored password hash used for the sign-in. */
  readonly password?: string | undefined
}

/** Inserts a session's credential, unless the session has ended or its password has changed; waits for a concurrent change. */
export const insertSession = (db: Db, { session, account, hash, seconds, password }: NewSession) =>
  db.run(sql`
    insert into credentials (kind, account, hash, session, created_at, expires_at)
    select 'Session', ${account}, ${hash}::bytea, id, ${db.now()}, ${db.now()} + ${seconds}::integer * interval '1 second'
    from sign_in_sessions where id = ${session}::bigint and (${password ?? null}::text is null or exists (
      select from (
        select password from sign_in_passwords where user_id = ${account}::bigint for share) stored
      where stored.password = ${password ?? null}::text))
    for key share`)

/** Records that the session's holder has confirmed their identity. No row if the session no longer belongs to the account. */
export const confirmSession = (db: Db, account: Id<'account'>, hash: Buffer, seconds: number) =>
  db.maybe<{ confirmedUntil: Date }>(sql`
    update credentials set confirmed_at = ${db.now()}
    where hash = ${hash}::bytea and account = ${account}::bigint and kind = 'Session'
    returning confirmed_at + ${seconds}::integer * interval '1 second' as confirmed_until`)

export const isConfirmed = (db: Db, hash: Buffer, seconds: number) =>
  db.one<{ isRecent: boolean }>(sql`
    select exists (
      select from credentials where hash = ${hash}::bytea and kind = 'Session'
        and confirmed_at > ${db.now()} - ${seconds}::integer * interval '1 second') as is_recent`)

/** Selects the token of a session of this account. */
export const readSessionToken = (db: Db, account: Id<'account'>, session: number) =>
  db.maybe<{ token: string }>(sql`
    select token from sign_in_sessions where id = ${session}::bigint and user_id = ${account}::bigint`)

export const endSession = (db: Db, hash: Buffer) =>
  db.run(sql`
    delete from sign_in_sessions where id = any(array(
      select session from credentials where hash = ${hash}::bytea and session is not null))`)

/** Ends the oldest sessions of an account beyond the newest `limit`. */
export const endOldest = (db: Db, account: Id<'account'>, limit: number) =>
  db.run(sql`
    delete from sign_in_sessions where id = any(array(
      select id from sign_in_sessions where user_id = ${account}::bigint order by id desc offset ${limit}::bigint))`)

export const endSessions = (db: Db, account: Id<'account'>) =>
  db.run(sql`delete from sign_in_sessions where user_id = ${account}::bigint`)

/** Ends every session of an account except the one with this credential. */
export const endOthers = (db: Db, account: Id<'account'>, hash: Buffer) =>
  db.run(sql`
    delete from sign_in_sessions where user_id = ${account}::bigint and id <> all(array(
      select session from credentials where hash = ${hash}::bytea and session is not null))`)

export const deleteEndedSessions = (db: Db, limit: number) =>
  db.run(sql`
    delete from sign_in_sessions where id = any(array(
      select session from credentials where session is not null and expires_at <= ${db.now()} limit ${limit}::bigint))`)

/** Deletes expired attempts and links. Repeats the condition, because some are extended concurrently. */
export const deleteEndedVerifications = (db: Db, limit: number) =>
  db.run(sql`
    delete from sign_in_verifications where expires_at <= ${db.now()} and id = any(array(
      select id from sign_in_verifications where expires_at <= ${db.now()} order by expires_at limit ${limit}::bigint))`)

/** Days after which an invitation, which has ended or expired by then, is deleted. */
const invitationDays = 30

export const deleteOldInvitations = (db: Db, limit: number) =>
  db.run(sql`
    delete from invitations where id = any(array(
      select id from invitations where created_at <= ${db.now()} - ${invitationDays}::integer * interval '1 day'
      order by created_at limit ${limit}::bigint))`)
