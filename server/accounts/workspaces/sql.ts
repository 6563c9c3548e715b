import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { MemberRole } from './member-roles.ts'
import type { Membership, Rights, Workspace, WorkspaceMember } from './workspace.ts'

/* A member is a key of the workspace's account that nobody can present: it has the person, and their role. */

const isMember = sql`credentials.person is not null and credentials.revoked_at is null`

type MemberKey = { readonly hash: Buffer; readonly role: MemberRole }

/** Selects the key with which a person acts for a workspace; no row unless they are its member. */
export const readMemberKey = (db: Db, workspace: number, person: Id<'account'>) =>
  db.maybe<MemberKey>(sql`
    select hash, roles[1] as role from credentials
    where account = ${workspace}::bigint and person = ${person}::bigint and revoked_at is null`)

const memberColumns = sql`id, person, name as email, roles[1] as role, daily_spend_max_units, created_at as since, last_used_at,
  spent_on::text as spent_on, spent_units`

export const readMembers = (db: Db, workspace: Id<'account'>) =>
  db.many<WorkspaceMember>(sql`
    select ${memberColumns} from credentials where account = ${workspace}::bigint and kind = 'ApiKey' and ${isMember}
    order by id`)

export const readWorkspace = (db: Db, account: Id<'account'>) =>
  db.one<Pick<Workspace, 'name' | 'spendMaxUnits' | 'now'>>(sql`
    select workspace_name as name, member_spend_max_units as spend_max_units, ${db.now()} as now
    from accounts left join advertisers on advertisers.account = accounts.id where accounts.id = ${account}::bigint`)

export const readMemberships = (db: Db, person: Id<'account'>) =>
  db.many<Membership>(sql`
    select credentials.account as workspace, workspace_name as name, roles[1] as role, credentials.created_at as since,
      daily_spend_max_units, spent_on::text as spent_on, spent_units, member_spend_max_units as spend_max_units, ${db.now()} as now
    from credentials left join advertisers on advertisers.account = credentials.account
    where person = ${person}::bigint and ${isMember} order by credentials.id`)

type MadeBy = { readonly actor: 'advertiser' | 'executor'; readonly account: Id<'account'> }

/** The audit log entry about `changed`, rows of `credentials`. It contains no address, because the log is never erased. */
const decision = (db: Db, action: string, { actor, account }: MadeBy, reason: string | null = null): Sql =>
  recordDecisions(db)`
    select ${actor}::text as actor, ${account}::bigint as account, ${action}::text as action, 'account' as subject,
      changed.account as subject_id, changed.account as owner, ${reason}::text as reason,
      jsonb_build_object('member', changed.person, 'role', changed.roles[1], 'dailySpendMaxUnits', changed.daily_spend_max_units) as data
    from changed`

type NewMember = Rights & {
  readonly workspace: Id<'account'>
  readonly person: Id<'account'>
  readonly email: string
  /** Random: nothing has this hash. */
  readonly hash: Buffer
}

/** Makes a person a member, as whom they act from the next request on. Fails by credentials_of_members if they are one. */
export const insertMember = (db: Db, { workspace, person, email, hash, role, dailySpendMaxUnits }: NewMember) =>
  db.run(sql`
    with changed as (
      insert into credentials (kind, account, hash, name, roles, scopes, daily_spend_max_units, person, created_at)
      values ('ApiKey', ${workspace}::bigint, ${hash}::bytea, ${email}, ${[role]}::text[], '{}',
        ${dailySpendMaxUnits}::bigint, ${person}::bigint, ${db.now()})
      returning *
    )
    ${decision(db, 'workspace.join', { actor: 'advertiser', account: person })}`)

/** Locks a member until the transaction ends. */
export const lockMember = (db: Db, workspace: Id<'account'>, id: Id<'credential'>) =>
  db.maybe<Rights>(sql`
    select roles[1] as role, daily_spend_max_units from credentials
    where id = ${id}::bigint and account = ${workspace}::bigint and ${isMember} for update`)

export const writeMember = (db: Db, by: Id<'account'>, id: Id<'credential'>, { role, dailySpendMaxUnits }: Rights) =>
  db.run(sql`
    with changed as (
      update credentials set roles = ${[role]}::text[], daily_spend_max_units = ${dailySpendMaxUnits}::bigint
      where id = ${id}::bigint returning *
    )
    ${decision(db, 'workspace.member_change', { actor: 'advertiser', account: by })}`)

/** Ends a membership, effective from the next request. Returns how many ended. */
export const endMember = (
  db: Db,
  by: Id<'account'>,
  { workspace, id, person }: { workspace: number; id?: Id<'credential'>; person?: Id<'account'> },
) =>
  db.run(sql`
    with changed as (
      update credentials set revoked_at = ${db.now()}, name = null
      where account = ${workspace}::bigint and ${isMember}
        and (id = ${id ?? null}::bigint or person = ${person ?? null}::bigint)
      returning *
    )
    ${decision(db, id === undefined ? 'workspace.leave' : 'workspace.member_remove', { actor: 'advertiser', account: by })}`)

export const countMemberships = (db: Db, person: Id<'account'>) =>
  db.one<{ count: number }>(sql`select count(*) from credentials where person = ${person}::bigint and ${isMember}`)

export type WorkspaceSettings = { readonly name?: string | null; readonly spendMaxUnits?: Units | null }

export const writeWorkspace = (db: Db, account: Id<'account'>, { name, spendMaxUnits }: WorkspaceSettings) =>
  db.run(sql`
    with changed as (
      update advertisers set
        workspace_name = case when ${name !== undefined}::boolean then ${name ?? null}::text else workspace_name end,
        member_spend_max_units = case when ${spendMaxUnits !== undefined}::boolean then ${spendMaxUnits ?? null}::bigint
          else member_spend_max_units end
      where account = ${account}::bigint returning *
    )
    ${recordDecisions(db)`
      select 'advertiser' as actor, account, 'workspace.change' as action, 'account' as subject, account as subject_id,
        account as owner, null::text as reason, jsonb_build_object('memberSpendMaxUnits', member_spend_max_units) as data
      from changed`}`)
