import { answerNames } from '../../catalog/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, inText, nothing, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { ListedReport } from '../report.ts'
import type { ReportFilter } from '../report-filter.ts'
import { boundsForIndex, reportConditions } from '../sql-filter.ts'
import { listedReportColumns, reportTables } from '../sql-fragments-reports.ts'

/** Whose reports an export reads, by which filter, and after which report to continue. */
export type ExportQuery = {
  readonly account: Id<'account'>
  readonly filter: ReportFilter
  readonly after: Pick<ListedReport, 'id' | 'submittedAt'> | undefined
}

/** A batch ends with the report whose details bring it to this size, in bytes. */
const batchBytes = 1024 * 1024

/**
 * Reads the next reports of an export, latest first: up to `limit`, fewer if they are large, none at the end. Planned anew for each
 * filter, because a generic plan is slow for selective ones.
 */
export function readNext(db: Db, { account, filter, after }: ExportQuery, limit: number) {
  const beyond = after
    ? sql`and (executions.submitted_at, executions.id) < (${after.submittedAt.toISOString()}, ${after.id})`
    : nothing
  return db.many<ListedReport>(
    inText(sql`
    with listed as (
      select ${listedReportColumns}, coalesce(octet_length(executions.details::text), 0) as bytes ${reportTables}
      where ${reportConditions(account, filter)} and ${boundsForIndex(filter)} ${beyond}
      order by executions.submitted_at desc, executions.id desc limit ${limit}
    ), summed as (
      select listed.*, sum(bytes) over (order by submitted_at desc, id desc) - bytes as bytes_before from listed
    )
    select * from summed where bytes_before < ${batchBytes} order by submitted_at desc, id desc`),
  )
}

/** Columns of answers in an export; further answers stay together in one column. */
const answersMax = 200

/** Reads the names of the answers to the tasks of a filter, in the order of the schemas of all editions of their prices. */
export const readAnswerNames = (
  db: Pick<Db, 'many'>,
  account: Id<'account'>,
  { tasks, taskExternalId }: ReportFilter,
) =>
  db.many<{ name: string }>(sql`
    select named.name from (
      select distinct price from offers
      where ${every([
        sql`advertiser = ${account}::bigint`,
        ...when(tasks, sql`id = any(${tasks ?? []}::bigint[])`),
        ...when(taskExternalId, sql`external_id = ${taskExternalId ?? null}::text`),
      ])}
    ) used cross join lateral (${answerNames(sql`used.price`)}) named
    group by named.name order by min(named.position), named.name collate "C" limit ${answersMax}`)
