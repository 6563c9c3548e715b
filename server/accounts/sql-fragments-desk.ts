import { type Sql, sql } from '../platform/sql.ts'
import type { AssignableSubject, AssignedFilter, DeskSubject } from './desk-subject.ts'

/** The accounts that a record concerns, by its kind. */
export const deskParties: {
  readonly [Subject in DeskSubject]: (id: number) => Sql
} = {
  account: (id) => sql`select id as account from accounts where id = ${id}::bigint`,
  offer: (id) => sql`select advertiser as account from offers where id = ${id}::bigint`,
  dispute: (id) => sql`
    select party as account from disputes cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  withdrawal: (id) => sql`select executor as account from withdrawals where id = ${id}::bigint`,
  operatorRequest: (id) => sql`
    select party as account from operator_requests cross join lateral (values (account), (requested_by)) parties (party)
    where id = ${id}::bigint`,
}

/** The condition that a row of `desk_assignments` counts: its account is still an operator. */
export const isOperators = sql`exists (
  select from accounts where accounts.id = desk_assignments.operator and 'Operator' = any(accounts.roles))`

/** Whether the record is the caller's (`caller` is a part of the statement), or nobody's. */
export function assignedIs(filter: AssignedFilter, subject: AssignableSubject, id: Sql): Sql {
  const own = sql`from desk_assignments where desk_assignments.subject = ${subject} and desk_assignments.subject_id = ${id}`
  return filter === 'Mine'
    ? sql`exists (select ${own} and desk_assignments.operator = caller.caller_account)`
    : sql`not exists (select ${own} and ${isOperators})`
}
