import { forgetOfferChanges } from '../../offers/sql-fragments.ts'
import { countMarks, forgetChanges, unseenBy } from '../../platform/database/cached-counts.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { ReportTime } from '../report-filter.ts'
import type { HourlyCounts } from './report-counts.ts'

const columns: Readonly<Record<ReportTime, Sql>> = {
  submittedAt: sql`submitted_at`,
  decidedAt: sql`decided_at`,
  reviewDeadline: sql`review_deadline_at`,
}

type CountsRow = {
  readonly snapshot: string
  readonly life: string | null
  readonly isKnown: boolean
  readonly cells: string
}

/** Sums by hour and status, over rows of the table or of the recorded changes. */
const cells = (time: ReportTime, difference: Sql, rows: Sql): Sql => sql`
  coalesce((
    select string_agg(hour || ' ' || status || ' ' || difference, ',') from (
      select floor(extract(epoch from ${columns[time]}) / 3600)::bigint as hour, status, ${difference} as difference
      ${rows} and ${columns[time]} is not null group by 1, 2) cell), '')`

/** Counts all reports of an advertiser by hour and status: one second for a million, using only an index. */
export const countByHour = (db: Db, account: Id<'account'>, time: ReportTime) =>
  db.one<CountsRow>(sql`
    select pg_current_snapshot()::text as snapshot, marks.generation as life, true as is_known,
      case when marks.generation is null then ''
        else ${cells(time, sql`count(*)`, sql`from executions where advertiser = ${account}::bigint`)} end as cells
    from ${countMarks}`)

/** Reads the changes since the counts were read; `is_known` is false if they were purged. */
export const readChangesSince = (db: Db, account: Id<'account'>, time: ReportTime, { snapshot, life }: HourlyCounts) =>
  db.one<CountsRow>(sql`
    select pg_current_snapshot()::text as snapshot, marks.generation as life,
      coalesce(marks.generation = ${life} and marks.forgotten_before <= pg_snapshot_xmin(${snapshot}::pg_snapshot), false) as is_known,
      ${cells(
        time,
        sql`sum(difference)`,
        sql`from execution_changes where advertiser = ${account}::bigint and ${unseenBy({ snapshot })}`,
      )} as cells
    from ${countMarks}`)

/** Purges changes that hardly any cached count needs; `moved` is 0 if it was not time for that yet. */
export const purgeChanges = (db: Db) =>
  db.one<{ moved: number }>(
    forgetChanges(
      db,
      sql`
      reports as (delete from execution_changes using moved where xid < moved.forgotten_before),
      offers as (${forgetOfferChanges(sql`moved`)})`,
    ),
  )
