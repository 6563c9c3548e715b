import type { By, Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { type CallerRow, presentedHash } from './caller.ts'

/** Selects the account and permissions for a credential hash; no row if it is unknown. */
export const callerBy = (db: Db, requirement: Requirement, hash: Sql): Sql => sql`
  select credential.account as caller_account,
    credential.revoked_at is not null as caller_revoked,
    coalesce(credential.expires_at <= ${db.now()}, false) as caller_expired,
    coalesce(account.suspended_until > ${db.now()}, false) as caller_suspended,
    ${hasRole(requirement)} as caller_has_role, ${hasScope(requirement)} as caller_has_scope,
    ${requirement.role === 'Executor' ? sql`profile.account is not null` : sql`false`} as caller_has_profile,
    ${lacksFactor(requirement)} as caller_lacks_factor, credential.networks as caller_networks, ${db.now()} as now
  from credentials credential
  join accounts account on account.id = credential.account
  ${requirement.role === 'Executor' ? sql`left join executors profile on profile.account = account.id and profile.deleted_at is null` : sql``}
  where credential.hash = ${hash} and ${isOf(requirement)}`

const isOf = ({ credential }: Requirement): Sql =>
  credential === 'Any' ? sql`credential.kind in ('AccessToken', 'ApiKey')` : sql`credential.kind = ${credential}`

// Keys and sessions act with all roles of their account; a token only with the roles it was issued for.
function hasRole({ credential, role }: Requirement): Sql {
  if (role === 'Any') return sql`true`
  const ofAccount = sql`${role} = any(account.roles)`
  return credential === 'ApiKey' || credential === 'Session'
    ? ofAccount
    : sql`(${ofAccount} and ${role} = any(credential.roles))`
}

const lacksFactor = ({ operatorsNeedFactor }: Requirement): Sql =>
  operatorsNeedFactor
    ? sql`not coalesce((select two_factor_enabled from sign_in_users where sign_in_users.id = account.id), false)`
    : sql`false`

/** The callers that `admit` would let in, as a condition on the rows of `callerBy`. */
export const mayCallBy = ({ role, evenSuspended = false }: Requirement): Sql => sql`
  not (caller_revoked or caller_expired) and caller_has_role and caller_has_scope
    and (not caller_suspended or ${evenSuspended}::boolean)
    and (not caller_lacks_factor or ${role !== 'Operator'}::boolean)`

const hasScope = ({ credential, scope }: Requirement): Sql =>
  scope === undefined || credential === 'Session' ? sql`true` : sql`${scope} = any(credential.scopes)`

/** The caller on the command line: the owner of the installation, account 0. */
const owner = (db: Db): Sql => sql`
  select 0::bigint as caller_account, false as caller_revoked, false as caller_expired, false as caller_suspended,
    true as caller_has_role, true as caller_has_scope, false as caller_has_profile,
    false as caller_lacks_factor, null::cidr[] as caller_networks, ${db.now()} as now`

export const callerOf = (db: Db, by: By): Sql =>
  by === 'Local' ? owner(db) : callerBy(db, by.requirement, sql`${presentedHash(by)}::bytea`)

/**
 * A tag that runs a query for the caller. Returns the caller with each row, or once with `found` null if there is none; read
 * the result with `admitted`. The query may refer to `caller.caller_account` and `caller.now`.
 */
export const forCaller =
  <Row>(db: Db, by: By) =>
  (...query: Parameters<typeof sql>): Promise<CallerRow<Row>[]> =>
    db.many(sql`
  with caller as materialized (${callerOf(db, by)})
  select caller.*, body.* from caller left join lateral (select true as found, body.* from (${sql(...query)}) body) body on true`)
