import type { Db } from '../../platform/database/db.ts'
import { inText, nothing, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { ListedReport } from '../report.ts'
import type { ReportFilter } from '../report-filter.ts'
import { listedReportColumns, reportTables } from '../sql.ts'
import { impliedTimes, reportConditions } from '../sql-filter.ts'

/** Which reports of whom, and behind which one to go on. */
export type AskedExport = {
  readonly account: Id<'account'>
  readonly filter: ReportFilter
  readonly after: Pick<ListedReport, 'id' | 'submittedAt'> | undefined
}

/** A batch ends with the report whose details bring it to so many bytes. One report has 256 KiB of them at most. */
const batchBytes = 1024 * 1024

/**
 * Returns the next reports of an export, the latest first: at most so many, fewer where they are large, none at the end.
 * Planned for its filter, like the lists that are narrowed by much.
 */
export function readNext(db: Db, { account, filter, after }: AskedExport, most: number) {
  const beyond = after
    ? sql`and (executions.submitted_at, executions.id) < (${after.submittedAt.toISOString()}, ${after.id})`
    : nothing
  return db.many<ListedReport>(
    inText(sql`
    with listed as (
      select ${listedReportColumns}, coalesce(octet_length(executions.details::text), 0) as bytes ${reportTables}
      where ${reportConditions(account, filter)} and ${impliedTimes(filter)} ${beyond}
      order by executions.submitted_at desc, executions.id desc limit ${most}
    ), summed as (
      select listed.*, sum(bytes) over (order by submitted_at desc, id desc) - bytes as bytes_before from listed
    )
    select * from summed where bytes_before < ${batchBytes} order by submitted_at desc, id desc`),
  )
}
