import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type Invitation, invitationHours, type Received, type Rights } from './workspace.ts'

const columns = sql`id, account, email, role, daily_spend_max_units, created_at, expires_at`

const isOpen = (db: Db): Sql => sql`invitations.status = 'Open' and invitations.expires_at > ${db.now()}`

/** The audit log entry about `changed`, rows of `invitations`. It contains no address, because the log is never erased. */
const decision = (db: Db, action: string, by: Id<'account'>): Sql =>
  recordDecisions(db)`
    select 'advertiser' as actor, ${by}::bigint as account, ${action}::text as action, 'account' as subject,
      changed.account as subject_id, changed.account as owner, null::text as reason,
      jsonb_build_object('invitation', changed.id, 'role', changed.role) as data
    from changed`

export const readInvitations = (db: Db, account: Id<'account'>) =>
  db.many<Invitation>(sql`
    select ${columns} from invitations where account = ${account}::bigint and ${isOpen(db)} order by email`)

type NewInvitation = Rights & { readonly account: Id<'account'>; readonly email: string; readonly token: Buffer }

/** Ends what another invitation of this address, or an expired one, left open. The account must be locked. */
export const replaceInvitation = (db: Db, account: Id<'account'>, email: string) =>
  db.run(sql`
    update invitations set status = 'Revoked', token = null, ended_at = ${db.now()}
    where account = ${account}::bigint and status = 'Open' and (email = ${email} or expires_at <= ${db.now()})`)

export const insertInvitation = (db: Db, { account, email, token, role, dailySpendMaxUnits }: NewInvitation) =>
  db.one<Invitation>(sql`
    with changed as (
      insert into invitations (account, email, role, daily_spend_max_units, token, status, created_at, expires_at)
      values (${account}::bigint, ${email}, ${role}, ${dailySpendMaxUnits}::bigint, ${token}::bytea, 'Open', ${db.now()},
        ${db.now()} + ${invitationHours}::integer * interval '1 hour')
      returning *
    ), audit as (${decision(db, 'workspace.invite', account)})
    select ${columns} from changed`)

/** Revokes an open invitation of the account. Returns how many. */
export const revokeInvitation = (db: Db, account: Id<'account'>, id: Id<'invitation'>) =>
  db.run(sql`
    with changed as (
      update invitations set status = 'Revoked', token = null, ended_at = ${db.now()}
      where id = ${id}::bigint and account = ${account}::bigint and ${isOpen(db)} returning *
    )
    ${decision(db, 'workspace.invitation_revoke', account)}`)

/** Selects an open invitation by its link, and whether it is for this person. */
export const readReceived = (db: Db, token: Buffer, person: Id<'account'>) =>
  db.maybe<Received>(sql`
    select invitations.id, invitations.account, invitations.email, role, daily_spend_max_units, invitations.created_at,
      expires_at, workspace_name as name, exists (
        select from accounts join sign_in_users on sign_in_users.id = accounts.id
        where accounts.id = ${person}::bigint and accounts.email = invitations.email and email_verified) as is_addressee
    from invitations join accounts owner on owner.id = invitations.account and 'Advertiser' = any(owner.roles)
    left join advertisers on advertisers.account = invitations.account
    where token = ${token}::bytea and ${isOpen(db)}`)

/** Ends an open invitation, whose link then works no more. Returns how many. */
export const endInvitation = (db: Db, person: Id<'account'>, id: Id<'invitation'>, status: 'Accepted' | 'Declined') =>
  db.run(sql`
    with changed as (
      update invitations set status = ${status}, token = null, ended_at = ${db.now()}
      where id = ${id}::bigint and ${isOpen(db)} returning *
    )
    ${decision(db, status === 'Accepted' ? 'workspace.invitation_accept' : 'workspace.invitation_decline', person)}`)
