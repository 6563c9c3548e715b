import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { type Admitted, mustBeExecutor } from '../../accounts/caller.ts'
import { withCount } from '../../platform/database/cached-counts.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { skipsRows } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { ReportNotFound } from '../execution.ts'
import type { ListedReport, OpenedReport } from '../report.ts'
import { reportCountsOf } from '../report-counts/actions.ts'
import { cellsIn, countIn, type KeyRange, keyRangeOf, type ReportCounts } from '../report-counts/report-counts.ts'
import { bucketedFilterOf, hasReusablePlan, type ReportFilter } from '../report-filter.ts'
import {
  type FoundReport,
  findReports,
  type KnownReportsQuery,
  type ReportRow,
  readOwnWork,
  readReport,
  readReports,
  readReportsPlanned,
  readVersions,
} from './sql.ts'

export type Reports = PageOf<ListedReport> & { readonly now: Date }

/** Returns a page of the reports on an advertiser's offers. */
export async function listReports(ctx: Ctx, filter: ReportFilter, page: Page): Promise<Reports> {
  const caller = await mayCall(ctx)
  const { callerAccount: account, now } = caller
  const rows = await readCounted(ctx.db, { account, filter, page })
  return { ...listed(rows, page, caller, ctx.secretKey), now }
}

type ReportsRequest = Pick<KnownReportsQuery, 'account' | 'filter' | 'page'>

/** Filters by times sum the counts of buckets, because there are too many distinct times to cache a count for each. */
async function readCounted(db: Database, request: ReportsRequest) {
  const { sort: _, ...filter } = request.filter
  const buckets = bucketedFilterOf(filter)
  const counts = buckets && !db.isTransaction ? await reportCountsOf(db, request.account) : undefined
  if (buckets && counts) {
    const inside = cellsIn(counts, buckets)
    const range = keyRangeIn(counts, { filter: buckets, inside }, request)
    return readPage(db, { ...request, known: countIn(counts, inside), buckets, range })
  }
  const key = JSON.stringify(['reports', request.account, filter])
  return withCount(db, key, (on, known) => readPage(on, { ...request, known }))
}

/** Returns where the page lies in its order; undefined where the counts cannot tell. */
function keyRangeIn(
  counts: ReportCounts,
  matches: Parameters<typeof keyRangeOf>[1],
  { filter, page }: ReportsRequest,
): KeyRange | undefined {
  const { sort = '-submittedAt', hasDispute } = filter
  // The counts include disputed reports: without a total of what follows a cursor, a short page would go unnoticed.
  if (hasReusablePlan(filter) || skipsRows(page) || (page.after && hasDispute !== undefined)) return undefined
  const after = page.after && Number(page.after.key === null ? page.after.id : timeOfKey(page.after.key))
  return Number.isNaN(after) ? undefined : keyRangeOf(counts, matches, { sort, count: page.pageSize + 1, after })
}

/** Reads PostgreSQL's `2026-01-31 12:00:00.5+00`. */
const timeOfKey = (key: string): number => Date.parse(key.replace(' ', 'T').replace(/\+00$/, 'Z'))

/** Counting needs a plan for its filter, and takes far longer than planning. */
function readPage(db: Db, query: KnownReportsQuery) {
  if (hasReusablePlan(query.filter)) return readReports(db, query)
  return query.known && query.known !== 'anew' ? findThenRead(db, query) : readReportsPlanned(db, query)
}

/** Finds the reports first, then reads them. If one changed in between, it may no longer match, so one statement does both. */
async function findThenRead(db: Db, query: KnownReportsQuery): Promise<ReportRow[]> {
  const matches = await findReports(db, query)
  const reports = matches.filter(({ id }) => id !== null)
  if (query.range && !isWhole(matches[0], reports.length, query.page))
    return findThenRead(db, { ...query, range: undefined })
  const read = reports.length === 0 ? [] : await readVersions(db, reports)
  if (read.length < reports.length) return readReportsPlanned(db, query)
  return matches.map((row, index) => ({ ...(read[index] as ListedReport), ...row }))
}

/** Whether a range of the sort key contained the page: nothing has changed since it was computed, and no report is missing. */
const isWhole = (row: FoundReport | undefined, found: number, { after, pageSize }: Page): boolean =>
  row?.isCurrent === true && (after !== undefined || found === Math.min(pageSize + 1, row.totalCount))

export const openReport = (ctx: Ctx, id: Id<'execution'>): Promise<OpenedReport & Admitted> =>
  foundFor(ctx, readReport(ctx.db, ctx.by, id, 'advertiser'), ReportNotFound)

export const listOwnWork = (ctx: Ctx, status: readonly string[] | undefined, page: Page): Promise<Reports> =>
  listedFor(ctx, page, readOwnWork(ctx.db.reads, ctx.by, status, page), mustBeExecutor)

export const openOwnWork = (ctx: Ctx, id: Id<'execution'>): Promise<OpenedReport & Admitted> =>
  foundFor(ctx, readReport(ctx.db, ctx.by, id, 'executor'), ReportNotFound, mustBeExecutor)
