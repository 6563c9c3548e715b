import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import {
  type CountedRow,
  countMarks,
  countOf,
  isRemembered,
  type KnownCount,
  unseenBy,
} from '../../platform/database/cached-counts.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import {
  afterCursor,
  every,
  idsOfPage,
  inText,
  join,
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
import type { KeyRange } from '../report-counts/report-counts.ts'
import { type BucketedFilter, hasReusablePlan, type ReportFilter } from '../report-filter.ts'
import { impliedTimes, reportConditions, sortColumns } from '../sql-filter.ts'
import { listedReportColumns, openedColumns, openedTables, reportTables } from '../sql-fragments-reports.ts'

type ReportsQuery = { readonly account: Id<'account'>; readonly filter: ReportFilter; readonly page: Page }
/** Whose reports, by which filter, with the last known count. With `buckets`, that count is of the whole buckets only. */
export type KnownReportsQuery = ReportsQuery & {
  readonly known: KnownCount
  readonly buckets?: BucketedFilter | undefined
  /** Where the page lies in its order, if nothing has changed since the count. */
  readonly range?: KeyRange | undefined
}
export type ReportRow = ListedReport & PagedRow & CountedRow
export type FoundReport = PagedRow & CountedRow & Pick<ListedReport, 'id' | 'version'> & { readonly isCurrent: boolean }

const id = sql`executions.id`
const orderOf = ({ sort = '-submittedAt' }: ReportFilter): Order => orderBy(sortColumns, sort, id)

/** The total of the filter: one expression for each way to count. */
function totalOf({ account, filter, known, buckets }: KnownReportsQuery): Sql {
  const { edges, without } = buckets ?? {}
  const isByOther = !hasReusablePlan(filter) && !buckets
  const found = (part: ReportFilter) => sql`
    (select count(*) from executions
      where ${reportConditions(account, part)} ${isByOther ? sql`and ${impliedTimes(filter)}` : nothing})`
  // Few reports have a dispute, and an index finds them. No index has those without, so they are counted as the rest.
  const counted = (part: ReportFilter) =>
    part.hasDispute === false
      ? sql`(${found({ ...part, hasDispute: undefined })} - ${found({ ...part, hasDispute: true })})`
      : found(part)
  const added = (count: Sql) => sql`
    ${count} + (select coalesce(sum(executions.difference), 0)::bigint from execution_changes executions
      where executions.advertiser = ${account}::bigint and ${unseenBy(known)}
        and ${reportConditions(account, buckets?.whole ?? filter)})`
  // The task that an external id names may have changed.
  const renamed = sql`exists (select from offer_changes where advertiser = ${account}::bigint and ${unseenBy(known)})`
  return countOf({
    known,
    all: counted(filter),
    since: (count) =>
      filter.taskExternalId === undefined
        ? join(
            [join([added(count), ...(edges ?? []).map(counted)], sql` + `), ...(without ?? []).map(counted)],
            sql` - `,
          )
        : sql`case when not ${renamed} then ${added(count)} end`,
  })
}

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
const listed = (query: KnownReportsQuery, rows: Sql, more = nothing): Sql => sql`
  with total as materialized (${totalOf(query)})
  select total.* ${more}, item.* from total left join (
    select * from (${rows}) found
    limit (select case when total_count > 0 then ${query.page.pageSize + 1}::bigint else 0 end from total)) item on true`

/** Reads a page of the caller's reports with their total; one row with id null if there are none. */
export const readReports = (db: Db, query: KnownReportsQuery) => db.many<ReportRow>(listed(query, pageOf(query)))

function walkOf({ account, filter, range }: KnownReportsQuery): Sql {
  const { key } = orderOf(filter)
  const boundOf = (ms: number): Sql => (key ? sql`${new Date(ms).toISOString()}::timestamptz` : sql`${ms}::bigint`)
  const { lowest = Number.NEGATIVE_INFINITY, highest = Number.POSITIVE_INFINITY } = range ?? {}
  return sql`from executions where ${every([
    reportConditions(account, filter),
    impliedTimes(filter),
    ...(Number.isFinite(lowest) ? [sql`${key ?? id} >= ${boundOf(lowest)}`] : []),
    ...(Number.isFinite(highest) ? [sql`${key ?? id} <= ${boundOf(highest)}`] : []),
  ])}`
}

/** Like `readReports`, planned for its values each time, which costs three times as much. */
export const readReportsPlanned = (db: Db, query: KnownReportsQuery) => {
  return db.many<ReportRow>(inText(listed(query, foundPage(walkOf(query), orderOf(query.filter), query.page))))
}

/** Finds only the ids and versions of the reports: cheap to plan, and skipped rows are read in the index only. */
export const findReports = (db: Db, query: KnownReportsQuery) => {
  const order = orderOf(query.filter)
  const found = sql`
    select found.*, executions.version from (${idsOfPage({ from: walkOf(query), order }, query.page)}) found
    join executions on executions.id = found.id order by ${orderColumns(order)}`
  const { account, filter, known } = query
  const isCurrent = sql`, exists (select from ${countMarks} where ${isRemembered(known === 'anew' ? undefined : known)})
    and not exists (select from execution_changes executions
      where executions.advertiser = ${account}::bigint and ${unseenBy(known)} and ${reportConditions(account, filter)}) as is_current`
  return db.many<FoundReport>(inText(listed(query, found, isCurrent)))
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
