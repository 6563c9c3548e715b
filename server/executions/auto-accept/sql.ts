import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Execution } from '../execution.ts'
import type { Undecided } from '../sql-fragments.ts'

export type PastDeadline = Pick<Execution, 'id' | 'offer' | 'executor'>

/** What time has decided and nobody has written down, the longest overdue first, at most so many. */
export const readPastDeadline = (db: Db, from: Undecided, most: number) =>
  db.many<PastDeadline>(
    from === 'Pending'
      ? sql`
      select id, offer, executor from executions
      where status = 'Pending' and review_deadline_at <= ${db.now()} and fraud_hold_at is null
      order by review_deadline_at limit ${most}`
      : sql`
      select id, offer, executor from executions where status = 'ReworkRequested' and rework_deadline_at <= ${db.now()}
      order by rework_deadline_at limit ${most}`,
  )
