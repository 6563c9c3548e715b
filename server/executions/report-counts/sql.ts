import { forgetOfferChanges } from '../../offers/sql-fragments.ts'
import { countMarks, forgetChanges, unseenBy } from '../../platform/database/cached-counts.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { bucketMs, type ReportTime } from '../report-filter.ts'
import { type ReportCounts, undecided } from './report-counts.ts'

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

/** The bucket of a time as text. `extract` would compute with decimals, which takes four times as long. */
const bucketOf = (time: ReportTime): Sql =>
  sql`coalesce(floor(date_part('epoch', ${columns[time]}) / ${bucketMs / 1000}::double precision), ${undecided})`

/** Sums by the buckets of all times and the status, over rows of the table or of the recorded changes. */
const cells = (figures: Sql, rows: Sql): Sql => sql`
  coalesce((
    select string_agg(submitted || ' ' || decided || ' ' || deadline || ' ' || status || '/' || figures, ',') from (
      select ${bucketOf('submittedAt')} as submitted, ${bucketOf('decidedAt')} as decided,
        ${bucketOf('reviewDeadline')} as deadline, status, ${figures} as figures
      ${rows} group by 1, 2, 3, 4) cell), '')`

const msOf = (time: Sql): Sql => sql`round(date_part('epoch', ${time}) * 1000)::bigint`

/** Counts all reports of an advertiser by time and status: a second or two for a million, using only an index. */
export const countByTimes = (db: Db, account: Id<'account'>) =>
  db.one<CountsRow>(sql`
    select pg_current_snapshot()::text as snapshot, marks.generation as life, true as is_known,
      case when marks.generation is null then ''
        else ${cells(
          sql`concat_ws(' ', count(*), min(id), max(id), ${msOf(sql`min(updated_at)`)}, ${msOf(sql`max(updated_at)`)})`,
          sql`from executions where advertiser = ${account}::bigint`,
        )} end as cells
    from ${countMarks}`)

/** Reads the changes since the counts were read; `is_known` is false if they were purged. */
export const readChangesSince = (db: Db, account: Id<'account'>, { snapshot, life }: ReportCounts) =>
  db.one<CountsRow>(sql`
    select pg_current_snapshot()::text as snapshot, marks.generation as life,
      coalesce(marks.generation = ${life} and marks.forgotten_before <= pg_snapshot_xmin(${snapshot}::pg_snapshot), false) as is_known,
      ${cells(
        sql`sum(difference)::text`,
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
