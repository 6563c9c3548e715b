import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Execution } from '../execution.ts'
import type { Undecided } from '../sql-fragments.ts'
import { isAutoAcceptedBy } from './sql-fragments-review-deadline.ts'

export type PastDeadline = Pick<Execution, 'id' | 'offer' | 'executor'>

/** Reads executions past a deadline that no job has recorded yet, the longest overdue first. */
export const readPastDeadline = (db: Db, from: Undecided, limit: number) =>
  db.many<PastDeadline>(
    from === 'Pending'
      ? sql`
      select id, offer, executor from executions
      where status = 'Pending' and ${isAutoAcceptedBy(sql`executions`, db.now())}
      order by review_deadline_at limit ${limit}`
      : sql`
      select id, offer, executor from executions where status = 'ReworkRequested' and rework_deadline_at <= ${db.now()}
      order by rework_deadline_at limit ${limit}`,
  )
