import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  afterCursor,
  boundedCount,
  every,
  idsOfPage,
  inText,
  name,
  newestFirst,
  nothing,
  type Order,
  orderBy,
  orderColumns,
  pageOfList,
  rowsOfPage,
  type Sql,
  skipsRows,
  sql,
  when,
} from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { offsetOf, type Page, type PagedRow } from '../../values/requests/page.ts'
import type { ListedReport, OpenedReport } from '../report.ts'
import type { ReportFilter } from '../report-filter.ts'
import { boundsForIndex, reportConditions, sortColumns } from '../sql-filter.ts'
import { listedReportColumns, openedColumns, openedTables, reportTables } from '../sql-fragments-reports.ts'

export type ReportsQuery = {
  readonly account: Id<'account'>
  readonly filter: ReportFilter
  readonly page: Page
  /** If it is known. */
  readonly total: number | undefined
}
export type ReportRow = ListedReport & PagedRow
type FoundReport = PagedRow & Pick<ListedReport, 'id' | 'version'>

const id = sql`executions.id`
const orderOf = ({ sort = '-submittedAt' }: ReportFilter): Order => orderBy(sortColumns, sort, id)

/** The page of a list that one index leads to. For several tasks or statuses, each contributes its own first rows. */
function pageOf({ account, filter, page }: ReportsQuery): Sql {
  const order = orderOf(filter)
  const spread = spreadOf(filter)
  const condition = reportConditions(account, filter)
  if (!spread && !skipsRows(page))
    return rowsOfPage({ columns: listedReportColumns, from: sql`${reportTables} where ${condition}`, order }, page)
  const from = spread ? firstOfEach(account, spread, order, page) : sql`from executions where ${condition}`
  return foundPage(from, order, page)
}

/** Finds the ids of a page, and then the reports. Skipped rows are read in the index only. */
const foundPage = (from: Sql, order: Order, page: Page): Sql => sql`
  select ${listedReportColumns}, ${order.key ? sql`found.place_key, ` : nothing}found.place_id ${reportTables}
  join (${idsOfPage({ from, order }, page)}) found on found.id = executions.id
  order by ${orderColumns(order)}`

type Spread = { readonly values: Sql; readonly column: Sql; readonly rest: ReportFilter }

/** Returns the distinct tasks or statuses of a filter that names several: the page merges one query for each. */
function spreadOf({ tasks, status, ...rest }: ReportFilter): Spread | undefined {
  if (tasks && tasks.length > 1) {
    return { values: sql`${[...new Set(tasks)]}::bigint[]`, column: sql`offer`, rest: { ...rest, status } }
  }
  if (!status || status.length < 2) return undefined
  return { values: sql`${[...new Set(status)]}::text[]`, column: sql`status`, rest: { ...rest, tasks } }
}

const firstOfEach = (account: Id<'account'>, { values, column, rest }: Spread, order: Order, page: Page): Sql => sql`
    from unnest(${values}) as request (value) cross join lateral (
      select * from executions where ${reportConditions(account, rest)}
        and executions.${column} = request.value ${afterCursor(order, page)}
      order by ${orderColumns(order)} limit ${offsetOf(page) + page.pageSize + 1}::bigint) executions
    where true`

/** Without matches, the page is not looked for: it would walk to the end of an index. */
const listed = ({ account, filter, page, total }: ReportsQuery, rows: Sql): Sql => sql`
  with total as materialized (
    select coalesce(${total ?? null}::bigint,
      ${boundedCount(sql`from executions where ${reportConditions(account, filter)}`)}) as total_count)
  select total.*, item.* from total left join (
    select * from (${rows}) found
    limit (select case when total_count > 0 then ${page.pageSize + 1}::bigint else 0 end from total)) item on true`

/** Reads a page of the caller's reports with their total; one row with id null if there are none. */
export const readReports = (db: Db, query: ReportsQuery) => db.many<ReportRow>(listed(query, pageOf(query)))

const walkOf = ({ account, filter }: ReportsQuery): Sql => sql`
  from executions where ${reportConditions(account, filter)} and ${boundsForIndex(filter)}`

/** Like `readReports`, planned for its values each time, which costs three times as much. */
export const readReportsPlanned = (db: Db, query: ReportsQuery) =>
  db.many<ReportRow>(inText(listed(query, foundPage(walkOf(query), orderOf(query.filter), query.page))))

/** Finds only the ids and versions of the reports: cheap to plan, and skipped rows are read in the index only. */
export const findReports = (db: Db, query: ReportsQuery) => {
  const order = orderOf(query.filter)
  const found = sql`
    select found.*, executions.version from (${idsOfPage({ from: walkOf(query), order }, query.page)}) found
    join executions on executions.id = found.id order by ${orderColumns(order)}`
  return db.many<FoundReport>(inText(listed(query, found)))
}

/** Reads the reports with these ids, in order, if they still have these versions. */
export const readVersions = (db: Db, found: readonly Pick<ListedReport, 'id' | 'version'>[]) =>
  db.many<ListedReport>(sql`
    select ${listedReportColumns} ${reportTables}
    join unnest(${found.map(({ id }) => id)}::bigint[], ${found.map(({ version }) => version)}::integer[])
      with ordinality as request (id, version, place) on request.id = executions.id and request.version = executions.version
    order by request.place`)

const ownWork = (status: readonly string[] | undefined): Sql =>
  every([
    sql`executions.executor = caller.caller_account`,
    ...when(status, sql`executions.status = any(${status}::text[])`),
  ])

/** Reads a page of the caller's submissions, newest first. */
export const readOwnWork = (db: Db, by: By, status: readonly string[] | undefined, page: Page) =>
  forCaller<ListedReport & PagedRow>(db, by)`${pageOfList(
    {
      columns: listedReportColumns,
      from: sql`${reportTables} where ${ownWork(status)}`,
      countedFrom: sql`from executions where ${ownWork(status)}`,
      order: newestFirst(id),
    },
    page,
  )}`

/** Reads one report of the caller's, as its advertiser or as its executor. */
export const readReport = (db: Db, by: By, id: Id<'execution'>, side: 'advertiser' | 'executor') =>
  forCaller<OpenedReport>(db, by)`
      select ${openedColumns} ${openedTables}
      where executions.id = ${id}::bigint and executions.${name(side)} = caller.caller_account`
