import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { decision, isOpen, noLinks } from '../sql-email-changes.ts'
import { changeHours, type EmailChange } from './email-change.ts'

const columns = sql`account, old_email, new_email, requested_by, old_confirmed_at, new_confirmed_at, requested_at, expires_at`

type Addressee = { readonly email: string; readonly language: string }

/** Selects the address of an account; no row if the account is closed. */
export const readAddressee = (db: Db, account: Id<'account'>) =>
  db.maybe<Addressee>(sql`
    select accounts.email, language from accounts join sign_in_users on sign_in_users.id = accounts.id
    where accounts.id = ${account}::bigint`)

export const readEmailChange = (db: Db, account: Id<'account'>) =>
  db.maybe<EmailChange>(sql`
    select ${columns} from email_changes where account = ${account}::bigint and ${isOpen(db)}`)

export type NewEmailChange = {
  readonly account: Id<'account'>
  readonly oldEmail: string
  readonly newEmail: string
  readonly oldHash: Buffer
  readonly by: Id<'account'> | null
  readonly reason: string | null
  /** The credential of the requesting session; null: no session is kept. */
  readonly session: Buffer | null
  /** Null: the old address need not confirm. */
  readonly oldToken: Buffer | null
  /** Null: the new address gets no link. */
  readonly newToken: Buffer | null
  readonly cancelToken: Buffer
}

/** Inserts an address change. The account must be locked and have no pending change. */
export const insertEmailChange = (db: Db, change: NewEmailChange) =>
  db.run(sql`
    with changed as (
      insert into email_changes (account, status, old_email, new_email, old_hash, requested_by, reason, session, old_token,
        new_token, cancel_token, old_confirmed_at, requested_at, expires_at)
      values (${change.account}::bigint, 'Requested', ${change.oldEmail}, ${change.newEmail}, ${change.oldHash}::bytea,
        ${change.by}::bigint, ${change.reason}::text,
        (select session from credentials where hash = ${change.session}::bytea), ${change.oldToken}::bytea,
        ${change.newToken}::bytea, ${change.cancelToken}::bytea,
        case when ${change.oldToken}::bytea is null then ${db.now()} end,
        ${db.now()}, ${db.now()} + ${changeHours}::integer * interval '1 hour')
      returning *
    )
    ${decision(db, 'account.email_change_request', sql`changed.requested_by`)}`)

/** Ends a change with expired links, so another can start. The account must be locked. */
export const endExpiredChange = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    update email_changes set status = 'Cancelled', ended_at = expires_at, ${noLinks}
    where account = ${account}::bigint and status = 'Requested' and expires_at <= ${db.now()}`)

/** Selects the account whose change a usable link confirms or cancels. */
export const findChangeOf = (db: Db, purpose: 'confirm' | 'cancel', token: Buffer) =>
  db.maybe<{ readonly account: Id<'account'> }>(sql`
    select account from email_changes
    where ${isOpen(db)} and ${purpose === 'cancel' ? sql`cancel_token = ${token}::bytea` : sql`(old_token = ${token}::bytea or new_token = ${token}::bytea)`}
    limit 1`)

export type Confirmed = EmailChange & {
  readonly id: number
  readonly session: number | null
  readonly language: string
  readonly isSuspended: boolean
}

/** Consumes a confirmation link. The account must be locked. Returns no row if the link was used concurrently. */
export const confirmAddress = (db: Db, token: Buffer) =>
  db.maybe<Confirmed>(sql`
    update email_changes set
      old_confirmed_at = case when old_token = ${token}::bytea then ${db.now()} else old_confirmed_at end,
      new_confirmed_at = case when new_token = ${token}::bytea then ${db.now()} else new_confirmed_at end,
      old_token = nullif(old_token, ${token}::bytea),
      new_token = nullif(new_token, ${token}::bytea)
    from accounts
    where accounts.id = email_changes.account and ${isOpen(db)}
      and (old_token = ${token}::bytea or new_token = ${token}::bytea)
    returning email_changes.id, ${columns}, session, language,
      coalesce(accounts.suspended_until > ${db.now()}, false) as is_suspended`)

/** Applies a change that both addresses have confirmed. The account must be locked. */
export const writeEmail = (db: Db, { id }: Pick<Confirmed, 'id'>) =>
  db.run(sql`
    with changed as (
      update email_changes set status = 'Changed', ended_at = ${db.now()}, ${noLinks}
      where id = ${id}::bigint and status = 'Requested' returning *
    ),
    moved as (
      update accounts set email = changed.new_email from changed where accounts.id = changed.account
      returning accounts.id, accounts.email
    ),
    person as (
      update sign_in_users set email = moved.email, email_verified = true, name = split_part(moved.email, '@', 1),
        updated_at = ${db.now()}
      from moved where sign_in_users.id = moved.id
    )
    ${decision(db, 'account.email_change', sql`changed.requested_by`)}`)

export const endSessionsBut = (db: Db, account: Id<'account'>, session: number | null) =>
  db.run(sql`
    delete from sign_in_sessions where user_id = ${account}::bigint and id is distinct from ${session}::bigint`)
