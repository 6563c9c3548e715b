import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { AssignedFilter } from '../desk-subject.ts'
import { emailOf } from '../sql-fragments.ts'
import { forCaller } from '../sql-fragments-callers.ts'
import { assignedIs } from '../sql-fragments-desk.ts'
import type { OperatorRequest, OperatorRequestStatus } from './operator-request.ts'

const isMoved = sql`exists (
  select from email_changes where email_changes.account = operator_requests.account and email_changes.status = 'Changed'
    and email_changes.ended_at >= operator_requests.requested_at)`
const columns = sql`id, kind, account, ${emailOf(sql`operator_requests.account`)} as email, add_roles, remove_roles,
  new_email, sanction, reason, status, requested_by, requested_at, decided_by, decided_at, refusal, ${isMoved} as is_moved`

const decision = (action: Sql, who: Sql, reason: Sql): Sql => sql`
  select 'operator' as actor, ${who} as account, ${action} as action, 'operator_request' as subject, id as subject_id,
    account as owner, ${reason} as reason, jsonb_build_object('kind', kind, 'add', add_roles, 'remove', remove_roles,
      'sanction', sanction) as data from changed`

export type NewOperatorRequest = Pick<
  OperatorRequest,
  'kind' | 'account' | 'addRoles' | 'removeRoles' | 'newEmail' | 'sanction' | 'reason' | 'requestedBy'
>

/** Inserts a request; no row if the account has an open one of this kind. */
export const insertOperatorRequest = (db: Db, made: NewOperatorRequest) =>
  db.maybe<OperatorRequest>(sql`
    with changed as (
      insert into operator_requests (kind, account, add_roles, remove_roles, new_email, sanction, reason, status,
        requested_by, requested_at)
      values (${made.kind}, ${made.account}::bigint, ${made.addRoles}::text[], ${made.removeRoles}::text[],
        ${made.newEmail}::text, ${made.sanction}::bigint, ${made.reason}, 'Requested', ${made.requestedBy}::bigint,
        ${db.now()})
      on conflict do nothing returning *),
    audit as (${recordDecisions(db)`${decision(sql`'operator_request.request'`, sql`requested_by`, sql`changed.reason`)}`})
    select ${columns} from changed operator_requests`)

export const readOpenRequest = (db: Db, { account, kind }: Pick<NewOperatorRequest, 'account' | 'kind'>) =>
  db.maybe<OperatorRequest>(sql`
    select ${columns} from operator_requests
    where account = ${account}::bigint and kind = ${kind} and status = 'Requested'`)

export type OperatorRequestFilter = {
  readonly status: readonly string[]
  readonly assigned?: AssignedFilter | undefined
}

/** Selects a page of requests, oldest first. */
export const readOperatorRequests = (db: Db, by: By, { status, assigned }: OperatorRequestFilter, page: Page) => {
  const mine = assigned ? [assignedIs(assigned, 'operatorRequest', sql`operator_requests.id`)] : []
  const from = sql`from operator_requests where ${every([sql`status = any(${status}::text[])`, ...mine])}`
  const order = { id: sql`id`, isBackwards: false }
  return forCaller<OperatorRequest & PagedRow>(db, by)`${pageOfList({ columns, from, order }, page)}`
}

/** Locks a request until the transaction ends. */
export const lockOperatorRequest = (db: Db, by: By, id: Id<'operatorRequest'>) =>
  forCaller<OperatorRequest>(db, by)`
    select ${columns} from operator_requests where id = ${id}::bigint for update of operator_requests`

export type RequestDecision = {
  readonly id: Id<'operatorRequest'>
  readonly to: OperatorRequestStatus
  /** The operator; null: the command line. */
  readonly by: Id<'account'> | null
  readonly refusal: string | null
}

/** Records the decision on a request. The request must be locked. */
export const decideOperatorRequest = (db: Db, { id, to, by, refusal }: RequestDecision) =>
  db.one<OperatorRequest>(sql`
    with changed as (
      update operator_requests set status = ${to}, decided_by = ${by}::bigint, decided_at = ${db.now()},
        refusal = ${refusal}
      where id = ${id}::bigint returning *),
    audit as (${recordDecisions(db)`${decision(
      sql`case status when 'Approved' then 'operator_request.approve' else 'operator_request.refuse' end`,
      sql`decided_by`,
      sql`refusal`,
    )}`})
    select ${columns} from changed operator_requests`)

/** Selects the account of a suspension of an operator that is in force; no row for other sanctions. */
export const readOperatorSuspension = (db: Db, id: Id<'sanction'>) =>
  db.maybe<{ readonly account: Id<'account'> }>(sql`
    select account from sanctions join accounts on accounts.id = sanctions.account
    where sanctions.id = ${id}::bigint and kind = 'Suspension' and 'Operator' = any(accounts.roles)
      and sanctions.status in ('InForce', 'Appealed', 'Upheld')`)
