import { forCaller } from '../../accounts/sql-fragments.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { pageOfList, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, Placed } from '../../values/requests/page.ts'
import type { FraudHold } from './holds.ts'

const condition = sql`executions.fraud_hold_at is not null and executions.status = 'Pending'`

/** Reads a page of the reports on fraud hold, oldest hold first. */
export const readFraudHolds = (db: Db, by: By, days: number, page: Page) =>
  forCaller<FraudHold & Placed>(db, by)`${pageOfList(
    {
      columns: sql`
            executions.id, executions.offer, executions.advertiser, executions.executor, executions.submitted_at,
            executions.fraud_hold_at, executions.fraud_hold_at + ${days}::integer * interval '1 day' as ends_at,
            (select title from offers where offers.id = executions.offer) as task_title,
            (select reason from audit_log where subject = 'report' and subject_id = executions.id and action = 'report.hold'
              order by audit_log.id desc limit 1) as reason`,
      from: sql`from executions where ${condition}`,
      order: { key: sql`executions.fraud_hold_at`, id: sql`executions.id`, isBackwards: false },
    },
    page,
  )}`

/** Reads the reports held for at least this many days, longest held first. */
export const readExpiredFraudHolds = (db: Db, days: number, most: number) =>
  db.many<{ id: Id<'execution'> }>(sql`
    select id from executions
    where ${condition} and fraud_hold_at <= ${db.now()} - ${days}::integer * interval '1 day'
    order by fraud_hold_at, id limit ${most}`)
