import { personOfDecision, requestOfDecision } from '../observability/request-context.ts'
import { sql, sqlInside } from '../sql.ts'
import type { Db } from './db.ts'

/**
 * Returns the statement that writes audit log entries, which may be part of another. Expects rows of actor, account (the acting account;
 * null for a timer, a rule or the command line), action (`report.accept`), subject (`report`), subject_id, owner (the affected account, or
 * null), reason and data. Adds the request, and the member who acted for the account. The table is append-only.
 */
export const recordDecisions = (db: Db) =>
  sqlInside(
    (rows) => sql`
  insert into audit_log (actor, account, action, subject, subject_id, owner, reason, data, created_at, request_id, person)
  select actor, account, action, subject, subject_id, owner, reason, data, ${db.now()}, ${requestOfDecision()},
    ${personOfDecision()}
  from (${rows}) decision
  order by subject_id`,
  )
