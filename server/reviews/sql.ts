import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { WithCriteria } from '../executions/decisions/decide.ts'
import type { RejectionHistory } from '../executions/decisions/rejection-limit.ts'
import type { Execution } from '../executions/execution.ts'
import { executionColumns, rejectionHistory } from '../executions/sql-fragments-reports.ts'
import { criteriaIn } from '../offers/sql-fragments-content.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'

/** Reads the caller and the caller's reports among `ids`; `naming`: the reports for which failed criteria are named. */
export const readForBulk = (db: Db, by: By, ids: readonly number[], naming: readonly number[]) =>
  forCaller<Execution & WithCriteria>(db, by)`
      select ${executionColumns(sql`executions`)}, case when executions.id = any(${naming}::bigint[]) then (
        select ${criteriaIn(sql`executions.offer_version`)} from offers where offers.id = executions.offer) end as criteria
      from executions
      where id = any(${ids}::bigint[]) and advertiser = caller.caller_account`

/** Reads the caller's recent decisions, which limit rejections. */
export const readRejectionHistory = (db: Db, by: By) =>
  forCaller<RejectionHistory>(db, by)`${rejectionHistory(sql`caller.caller_account`)}`
