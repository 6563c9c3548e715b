import { sql, sqlInside } from '../sql.ts'
import type { Db } from './db.ts'

/**
 * Writes down decisions, in the statement that carries them out. Expects rows of actor, account (who; null: a timer, a rule,
 * or the command line), action (`report.accept`), subject (`report`), subject_id, owner (the account that it concerns, or
 * null), reason and data. The table is append-only.
 */
export const recordDecisions = (db: Db) =>
  sqlInside(
    (rows) => sql`
  insert into audit_log (actor, account, action, subject, subject_id, owner, reason, data, created_at)
  select actor, account, action, subject, subject_id, owner, reason, data, ${db.now()} from (${rows}) decision
  order by subject_id`,
  )
