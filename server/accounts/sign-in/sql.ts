import { hash } from 'node:crypto'
import { databaseSeconds } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** Sign-in mails per person and hour; others can trigger them too. */
const mailsPerHour = 10

/** Prefix of the identifiers under which the library counts wrong codes. */
export const attemptsPrefix = '2fa-attempts-'

export type Person = { readonly language: string; readonly isVerified: boolean }

/** Counts a mail to the account with this address. Returns the recipient's language; no row above the limit. */
export const countMail = (db: Db, email: string) =>
  db.maybe<Person>(sql`
    update sign_in_users person set
      mails_since = case when mails_since > ${db.now()} - interval '1 hour' then mails_since else ${db.now()} end,
      mails_sent = case when mails_since > ${db.now()} - interval '1 hour' then mails_sent + 1 else 1 end
    from accounts account
    where person.email = ${email} and account.id = person.id
      and (mails_since is null or mails_since <= ${db.now()} - interval '1 hour' or mails_sent < ${mailsPerHour}::integer)
    returning account.language, person.email_verified as is_verified`)

/** Marks the address as verified, because its holder opened a link sent to it. */
export const markVerified = (db: Db, account: Id<'account'>) =>
  db.run(sql`update sign_in_users set email_verified = true where id = ${account}`)

type StoredPassword = { readonly password: string }

export const readPassword = (db: Db, account: Id<'account'>) =>
  db.maybe<StoredPassword>(sql`
    select password from sign_in_passwords where user_id = ${account}::bigint and password is not null`)

/** Selects the account of a sign-up whose address is not confirmed yet. */
export const readUnconfirmed = (db: Db, email: string) =>
  db.maybe<{ account: Id<'account'> }>(sql`
    select id as account from sign_in_users where email = ${email} and not email_verified`)

/** Returns the identifier under which the library stores a password-reset link. */
const resetIdentifier = (token: string): string => hash('sha256', `reset-password:${token}`, 'base64url')

/** Uses the real clock, as the library does; tests do not move it. */
const isLinkValid = sql`extract(epoch from expires_at) > ${databaseSeconds}`

/** Selects the account of a valid password-reset link. */
export const findResetLink = (db: Db, token: string) =>
  db.maybe<object>(sql`
    select 1 from sign_in_verifications where identifier = ${resetIdentifier(token)} and ${isLinkValid} limit 1`)

/** Consumes a password-reset link. Returns its account; no row if the link is invalid. */
export const useResetLink = (db: Db, token: string) =>
  db.maybe<{ account: Id<'account'> }>(sql`
    delete from sign_in_verifications where identifier = ${resetIdentifier(token)} and ${isLinkValid}
    returning value::bigint as account`)

export const writePassword = (db: Db, account: Id<'account'>, password: string) =>
  db.run(sql`
    insert into sign_in_passwords (user_id, account_id, provider_id, password, created_at, updated_at)
    values (${account}::bigint, ${String(account)}, 'credential', ${password}, ${db.now()}, ${db.now()})
    on conflict on constraint sign_in_passwords_once do update
      set password = excluded.password, updated_at = excluded.updated_at`)

/** Deletes mailed links and pending code prompts of the old password. */
export const endLinks = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    delete from sign_in_verifications where value = ${String(account)}::text and not starts_with(identifier, ${attemptsPrefix})`)

/** Records a code's time step if it is later than the last one used. Of several concurrent attempts one succeeds. */
export const takeStep = (db: Db, account: Id<'account'>, step: number) =>
  db.run(sql`
    update sign_in_two_factors set last_used_step = ${step}::bigint
    where user_id = ${account}::bigint and coalesce(last_used_step < ${step}::bigint, true)`)

type Secret = { readonly secret: string; readonly seconds: number }

/** Selects the account's encrypted second-factor secret and the time; no row without a second factor. */
export const readSecret = (db: Db, account: Id<'account'>) =>
  db.maybe<Secret>(sql`
    select secret, ${databaseSeconds} as seconds from sign_in_two_factors where user_id = ${account}::bigint`)

export const hasSecondFactor = (db: Db, account: Id<'account'>) =>
  db.one<{ isOn: boolean }>(sql`
    select coalesce(two_factor_enabled, false) as is_on from sign_in_users where id = ${account}::bigint`)

/** The same for the account that a passkey opens; no row if the passkey is unknown. */
export const hasSecondFactorBehind = (db: Db, credentialId: string) =>
  db.maybe<{ isOn: boolean }>(sql`
    select coalesce(two_factor_enabled, false) as is_on from sign_in_users person
    join sign_in_passkeys passkey on passkey.user_id = person.id where passkey.credential_id = ${credentialId}`)

/** A change in how an account signs in. `account.` plus this is the action in the audit log. */
export type AuthenticationChange =
  | 'password'
  | 'password_reset'
  | 'second_factor_off'
  | 'passkey_add'
  | 'passkey_remove'

/** Records such a change. Updates a row first, as readers of the log expect. */
export const recordAuthenticationChange = (db: Db, account: Id<'account'>, change: AuthenticationChange) =>
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

/** Deletes the second factor of an account for the owner of the installation, and records why; nothing if there is none. */
export const deleteSecondFactor = (db: Db, account: Id<'account'>, reason: string) =>
  db.run(sql`
    with changed as (
      update sign_in_users set two_factor_enabled = false, updated_at = ${db.now()}
      where id = ${account}::bigint and two_factor_enabled returning id
    ),
    removed as (delete from sign_in_two_factors where user_id = ${account}::bigint)
    ${recordDecisions(db)`
      select 'operator' as actor, null::bigint as account, 'account.second_factor_off' as action, 'account' as subject,
        id as subject_id, id as owner, ${reason}::text as reason, '{}'::jsonb as data
      from changed`}`)
