import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Account, Credential, NewAccount } from './account.ts'
import type { Caller, Holder } from './caller.ts'
import type { CredentialKind } from './credential.ts'
import { spendingColumns } from './sql-fragments.ts'
import { callerOf } from './sql-fragments-callers.ts'

export const readCaller = (db: Db, by: By) => db.maybe<Caller>(callerOf(db, by))

/** Selects the holders of the credentials with these hashes, each with its 1-based position; no row for an unknown hash. */
export const readHolders = (db: Db, hashes: readonly Buffer[]) =>
  db.many<Holder>(sql`
    select requested.place, credential.*, profile.account is not null as has_profile, ${db.now()} as now
    from unnest(${hashes}::bytea[]) with ordinality as requested (hash, place)
    cross join lateral (
      select credentials.kind, credentials.account, credentials.revoked_at is not null as is_revoked,
        credentials.expires_at, coalesce(accounts.suspended_until > ${db.now()}, false) as is_suspended,
        case when credentials.kind = 'Session' then coalesce((
          select two_factor_enabled from sign_in_users where sign_in_users.id = credentials.account), false)
          else false end as has_second_factor, accounts.roles as account_roles,
        credentials.roles, credentials.scopes, credentials.networks, credentials.daily_spend_max_units
      from credentials join accounts on accounts.id = credentials.account
      where credentials.hash = requested.hash limit 1
    ) credential
    left join lateral (
      select account from executors
      where account = credential.account and deleted_at is null limit 1
    ) profile on true`)

const accountColumns = sql`id, email, roles, language, status, status_reason`

/** Inserts an account with its credentials and the profiles that its roles require; no row if the address is taken. */
export const insertAccount = (db: Db, account: NewAccount, passwordHash: string | null, isVerified: boolean) =>
  db.maybe<Account>(sql`
    with account as (
      insert into accounts (email, roles, language, created_at)
      values (${account.email}, ${account.roles}::text[], ${account.language}, ${db.now()})
      on conflict (email) do nothing returning *
    ), executor as (
      insert into executors (account, birth_date, country, gender, languages, created_at)
      select id, ${account.birthDate ?? null}::date, ${account.country ?? null}::integer, ${account.gender ?? null},
        array[language], created_at
      from account where 'Executor' = any(roles)
    ), advertiser as (
      insert into advertisers (account, created_at) select id, created_at from account where 'Advertiser' = any(roles)
    ), person as (
      insert into sign_in_users (id, email, email_verified, name, created_at, updated_at)
      select id, email, ${isVerified}::boolean, split_part(email, '@', 1), created_at, created_at from account
      returning id
    ), password as (
      insert into sign_in_passwords (user_id, account_id, provider_id, password, created_at, updated_at)
      select account.id, account.id::text, 'credential', ${passwordHash}::text, created_at, created_at
      from account join person on person.id = account.id where ${passwordHash}::text is not null
    )
    select ${accountColumns} from account`)

export const accountByEmail = (db: Db, email: string) =>
  db.maybe<Account>(sql`select ${accountColumns} from accounts where email = ${email}`)

export const accountById = (db: Db, id: Id<'account'>) =>
  db.maybe<Account>(sql`select ${accountColumns} from accounts where id = ${id}::bigint`)

export const credentialColumns = sql`id, kind, account, name, roles, scopes, networks, created_at, expires_at, revoked_at,
  last_used_at, refused_at, refused_address, ${spendingColumns}`

export type NewCredential = {
  readonly kind: CredentialKind
  readonly account: Id<'account'>
  readonly hash: Buffer
  readonly name: string | null
  readonly roles: readonly string[]
  readonly scopes: readonly string[]
  readonly networks: readonly string[] | null
  readonly dailySpendMaxUnits: Units | null
  readonly days: number | null
}

/** Locks the account until the transaction ends, so that concurrent requests cannot exceed the maximum number of credentials. */
export const lockAccount = (db: Db, id: Id<'account'>) =>
  db.one<{ id: Id<'account'> }>(sql`select id from accounts where id = ${id} for update`)

export const countCredentials = (db: Db, account: Id<'account'>, kind: CredentialKind) =>
  db.one<{ count: number }>(sql`
    select count(*) from credentials where account = ${account} and kind = ${kind} and person is null
      and revoked_at is null`)

export const insertCredential = (db: Db, credential: NewCredential) =>
  db.one<Credential>(sql`
    insert into credentials (kind, account, hash, name, roles, scopes, networks, daily_spend_max_units,
      created_at, expires_at)
    values (${credential.kind}, ${credential.account}, ${credential.hash}::bytea, ${credential.name},
      ${credential.roles}::text[], ${credential.scopes}::text[],
      ${credential.networks}::cidr[], ${credential.dailySpendMaxUnits}::bigint, ${db.now()},
      ${db.now()} + ${credential.days}::integer * interval '1 day')
    returning ${credentialColumns}`)

/** Inserts a credential whose secret is known beforehand; one that exists gets these scopes and this limit. */
export const upsertCredential = (db: Db, credential: NewCredential) =>
  db.run(sql`
    insert into credentials (kind, account, hash, name, roles, scopes, daily_spend_max_units, created_at, expires_at)
    values (${credential.kind}, ${credential.account}, ${credential.hash}::bytea, ${credential.name},
      ${credential.roles}::text[], ${credential.scopes}::text[], ${credential.dailySpendMaxUnits}::bigint, ${db.now()},
      ${db.now()} + ${credential.days}::integer * interval '1 day')
    on conflict on constraint credentials_hash_once do update
    set scopes = excluded.scopes, daily_spend_max_units = excluded.daily_spend_max_units
    where (credentials.scopes, credentials.daily_spend_max_units)
      is distinct from (excluded.scopes, excluded.daily_spend_max_units)`)

export const revoke = (db: Db, id: Id<'credential'>, kinds: readonly CredentialKind[]) =>
  db.maybe<Credential>(sql`
    update credentials set revoked_at = coalesce(revoked_at, ${db.now()}) where id = ${id} and kind = any(${kinds}::text[])
      and person is null
    returning ${credentialColumns}`)

/** Granularity of the last use, in seconds. Recording every use would dominate the write load. */
const usedSeconds = 60

/** Records uses. Returns how many rows changed. Selects before it locks in order: PostgreSQL 15 would otherwise scan the table. */
export const touchCredentials = (db: Db, hashes: readonly Buffer[]) =>
  db.run(sql`
    update credentials set last_used_at = ${db.now()} where id = any(array(
      select id from credentials
      where id = any(array(select id from credentials where hash = any(${hashes}::bytea[])))
        and (last_used_at is null or last_used_at <= ${db.now()} - ${usedSeconds} * interval '1 second')
      order by id for update))`)

type RefusedKey = { readonly hash: Buffer; readonly address: string | null }

/** Records the addresses from which keys were presented outside their networks, once per minute. Returns how many rows changed. */
export const writeRefusals = (db: Db, refused: readonly RefusedKey[]) =>
  db.run(sql`
    with refused as materialized (
      select credential.id, requested.address from unnest(${refused.map(({ hash }) => hash)}::bytea[],
        ${refused.map(({ address }) => address)}::inet[]) as requested (hash, address)
      join credentials credential on credential.hash = requested.hash
      where credential.refused_at is null or credential.refused_at <= ${db.now()} - ${usedSeconds} * interval '1 second'
    ),
    locked as materialized (
      select id from credentials where id = any(array(select id from refused)) order by id for update
    )
    update credentials set refused_at = ${db.now()}, refused_address = refused.address
    from refused join locked on locked.id = refused.id where credentials.id = refused.id`)

export const revokeNamed = (db: Db, email: string, name: string) =>
  db.run(sql`
    update credentials set revoked_at = ${db.now()}
    where account = (select id from accounts where email = ${email}) and name = ${name} and revoked_at is null`)

export const deleteProfile = (db: Db, account: Id<'account'>) =>
  db.run(sql`update executors set deleted_at = ${db.now()} where account = ${account} and deleted_at is null`)

export const readStatus = (db: Db, id: Id<'account'>) =>
  db.one<Pick<Account, 'status'>>(sql`
    select case when suspended_until > ${db.now()} then 'Suspended' else 'Active' end as status
    from accounts where id = ${id}`)

/** Revokes all access tokens and API keys of an account, not those of its members. Returns how many. */
export const revokeIssued = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    update credentials set revoked_at = ${db.now()}
    where account = ${account}::bigint and kind <> 'Session' and person is null and revoked_at is null`)

/** Columns of an account joined by `withProfile`. A suspension ends at its end time, even if the job has not run. */
export const wholeColumns = (db: Db): Sql => sql`
  accounts.id, accounts.email, accounts.roles, accounts.withheld_roles, accounts.language, accounts.created_at,
  case when accounts.suspended_until > ${db.now()} then 'Suspended' else 'Active' end as status,
  case when accounts.suspended_until > ${db.now()} then accounts.status_reason end as status_reason,
  case when accounts.suspended_until > ${db.now()} then nullif(accounts.suspended_until, 'infinity') end as suspended_until,
  profile.account is not null as has_profile, profile.nickname, profile.birth_date, profile.country, profile.gender,
  profile.languages, profile.language_levels,
  coalesce(profile.reservations_made > 0, false) as is_profile_used, waiting.members as waiting_members,
  waiting.requested_at as waiting_since, waiting.due_at as waiting_until`

export const withProfile = sql`
  left join executors profile on profile.account = accounts.id and profile.deleted_at is null
  left join profile_changes waiting on waiting.account = accounts.id and waiting.status in ('Pending', 'Approved')`
