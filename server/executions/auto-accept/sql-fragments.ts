import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'

/** The deadline of a review that starts now and lasts so many seconds. */
export const reviewDeadline = (db: Db, seconds: Sql): Sql => sql`(${db.now()} + ${seconds} * interval '1 second')`

/** Whether time accepts a pending execution, a row of executions, by the given moment: `isAutoAccepted` for statements. */
export const isAutoAcceptedBy = (row: Sql, moment: Sql): Sql =>
  sql`(${row}.review_deadline_at <= ${moment} and ${row}.fraud_hold_at is null)`
