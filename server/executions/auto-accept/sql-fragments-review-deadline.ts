import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'

/** The auto-accept deadline of work submitted now with this many seconds for its review. */
export const reviewDeadline = (db: Db, seconds: Sql): Sql => sql`(${db.now()} + ${seconds} * interval '1 second')`

/** Whether a pending execution, a row of executions, is auto-accepted at the given moment: `isAutoAccepted` in SQL. */
export const isAutoAcceptedBy = (row: Sql, moment: Sql): Sql =>
  sql`(${row}.review_deadline_at <= ${moment} and ${row}.fraud_hold_at is null)`
