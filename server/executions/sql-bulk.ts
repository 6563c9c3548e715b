import type { Caller } from '../accounts/caller.ts'
import { asCaller } from '../accounts/steps.ts'
import type { By } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import type { Recent } from './breaker.ts'
import type { Execution } from './execution.ts'
import { executionColumns } from './sql-report.ts'
import { watched } from './sql-review-facts.ts'

type Found<Row> = Caller & Row & { readonly found: true | null }

/** Who reviews, and which of these reports are theirs. */
export const readForBulk = (db: Db, by: By, ids: readonly number[]) =>
  db.many<Found<Execution>>(
    asCaller(
      db,
      by,
      sql`
      select ${executionColumns(sql`executions`)} from executions
      where id = any(${ids}::bigint[]) and advertiser = caller.caller_account`,
    ),
  )

/** What rejections by the caller depend on. */
export const readWatched = (db: Db, by: By) =>
  db.many<Found<Recent>>(asCaller(db, by, watched(sql`caller.caller_account`)))
