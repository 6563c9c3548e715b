import { hash } from 'node:crypto'
import { databaseSeconds } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** Mails about signing in that one person may be sent within an hour: others can cause them, too. */
const mailsPerHour = 10

/** Begins the identifier under which the library counts wrong codes. */
export const attemptsPrefix = '2fa-attempts-'

export type Person = { readonly language: string; readonly isVerified: boolean }

/** Counts a mail to whoever has this address, and says in which language it is to be; nothing beyond the limit. */
export const countMail = (db: Db, email: string) =>
  db.maybe<Person>(sql`
    update sign_in_users person set
      mails_since = case when mails_since > ${db.now()} - interval '1 hour' then mails_since else ${db.now()} end,
      mails_sent = case when mails_since > ${db.now()} - interval '1 hour' then mails_sent + 1 else 1 end
    from accounts account
    where person.email = ${email} and account.id = person.id
      and (mails_since is null or mails_since <= ${db.now()} - interval '1 hour' or mails_sent < ${mailsPerHour}::integer)
    returning account.language, person.email_verified as is_verified`)

/** Whoever could open a link that was sent to the address has shown that it is theirs. */
export const markVerified = (db: Db, account: Id<'account'>) =>
  db.run(sql`update sign_in_users set email_verified = true where id = ${account}`)

type StoredPassword = { readonly password: string }

export const readPassword = (db: Db, account: Id<'account'>) =>
  db.maybe<StoredPassword>(sql`
    select password from sign_in_passwords where user_id = ${account}::bigint and password is not null`)

/** The password with which somebody signed up who has not shown yet that the address is theirs. */
export const readUnconfirmed = (db: Db, email: string) =>
  db.maybe<StoredPassword>(sql`
    select kept.password from sign_in_users person join sign_in_passwords kept on kept.user_id = person.id
    where person.email = ${email} and not person.email_verified and kept.password is not null`)

/** The identifier under which the library keeps a link to reset a password. */
const resetIdentifier = (token: string): string => hash('sha256', `reset-password:${token}`, 'base64url')

/** By the clock itself, as the library writes it: tests do not move that. */
const isLinkValid = sql`extract(epoch from expires_at) > ${databaseSeconds}`

/** Whether a link to reset a password is valid now. */
export const findResetLink = (db: Db, token: string) =>
  db.maybe<object>(sql`
    select 1 from sign_in_verifications where identifier = ${resetIdentifier(token)} and ${isLinkValid} limit 1`)

/** Uses up a link to reset a password. Returns whose it was, or nothing where it is not valid. */
export const useResetLink = (db: Db, token: string) =>
  db.maybe<{ account: Id<'account'> }>(sql`
    delete from sign_in_verifications where identifier = ${resetIdentifier(token)} and ${isLinkValid}
    returning value::bigint as account`)

/** Sets the password of an account, also where it has none yet. */
export const writePassword = (db: Db, account: Id<'account'>, password: string) =>
  db.run(sql`
    insert into sign_in_passwords (user_id, account_id, provider_id, password, created_at, updated_at)
    values (${account}::bigint, ${String(account)}, 'credential', ${password}, ${db.now()}, ${db.now()})
    on conflict on constraint sign_in_passwords_once do update
      set password = excluded.password, updated_at = excluded.updated_at`)

/** Links that were mailed to somebody, and questions for a code: they were for the password that counts no more. */
export const endLinks = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    delete from sign_in_verifications where value = ${String(account)}::text and not starts_with(identifier, ${attemptsPrefix})`)

/** Takes the step of a code for the account, if it is later than the last one taken: of several at once one succeeds. */
export const takeStep = (db: Db, account: Id<'account'>, step: number) =>
  db.run(sql`
    update sign_in_two_factors set last_used_step = ${step}::bigint
    where user_id = ${account}::bigint and coalesce(last_used_step < ${step}::bigint, true)`)

type Secret = { readonly secret: string; readonly seconds: number }

/** What the codes of an account are made with, as it is kept, and the time; nothing where it has no second factor. */
export const readSecret = (db: Db, account: Id<'account'>) =>
  db.maybe<Secret>(sql`
    select secret, ${databaseSeconds} as seconds from sign_in_two_factors where user_id = ${account}::bigint`)

export const hasSecondFactor = (db: Db, account: Id<'account'>) =>
  db.one<{ isOn: boolean }>(sql`
    select coalesce(two_factor_enabled, false) as is_on from sign_in_users where id = ${account}::bigint`)

/** The same for the account that a passkey opens; no row where nobody has the passkey. */
export const hasSecondFactorBehind = (db: Db, credentialId: string) =>
  db.maybe<{ isOn: boolean }>(sql`
    select coalesce(two_factor_enabled, false) as is_on from sign_in_users person
    join sign_in_passkeys passkey on passkey.user_id = person.id where passkey.credential_id = ${credentialId}`)

/** How the way into an account was changed: `account.` and this is the action in the audit log. */
export type DoorChange = 'password' | 'password_reset' | 'second_factor_off' | 'passkey_add' | 'passkey_remove'

/** Writes down that the library has changed how an account is opened. Changes a row first, as whoever reads the log expects. */
export const recordDoorChange = (db: Db, account: Id<'account'>, change: DoorChange) =>
  db.run(sql`
    with changed as (
      update sign_in_users set updated_at = ${db.now()} from accounts
      where sign_in_users.id = ${account}::bigint and accounts.id = sign_in_users.id returning accounts.id, accounts.roles
    )
    ${recordDecisions(db)`
      select case when 'Advertiser' = any(roles) then 'advertiser' when 'Executor' = any(roles) then 'executor'
          else 'operator' end as actor, id as account, ${`account.${change}`}::text as action, 'account' as subject,
        id as subject_id, id as owner, null::text as reason, '{}'::jsonb as data
      from changed`}`)
