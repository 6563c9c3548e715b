import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { type Admitted, mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { withKnownTotal } from '../../platform/database/list-totals.ts'
import type { Id } from '../../values/id.ts'
import { listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { ReportNotFound } from '../execution.ts'
import type { ListedReport, OpenedReport } from '../report.ts'
import { hasReusablePlan, type ReportFilter } from '../report-filter.ts'
import {
  findReports,
  type ReportRow,
  type ReportsQuery,
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
  const read = hasReusablePlan(filter) ? readReports : findThenRead
  const rows = await withKnownTotal(ctx.db, account, page, (total) =>
    read(ctx.db.reads, { account, filter, page, total }),
  )
  return { ...listed(rows, page, caller, ctx.secretKey), now }
}

/** Finds the reports first, then reads them. If one changed in between, it may no longer match, so one statement does both. */
export async function findThenRead(db: Db, query: ReportsQuery): Promise<ReportRow[]> {
  const matches = await findReports(db, query)
  const reports = matches.filter(({ id }) => id !== null)
  const read = reports.length === 0 ? [] : await readVersions(db, reports)
  if (read.length < reports.length) return readReportsPlanned(db, query)
  return matches.map((row, index) => ({ ...(read[index] as ListedReport), ...row }))
}

export const openReport = (ctx: Ctx, id: Id<'execution'>): Promise<OpenedReport & Admitted> =>
  foundFor(ctx, readReport(ctx.db, ctx.by, id, 'advertiser'), ReportNotFound)

export const listOwnWork = (ctx: Ctx, status: readonly string[] | undefined, page: Page): Promise<Reports> =>
  listedFor(ctx, page, readOwnWork(ctx.db.reads, ctx.by, status, page), mustBeExecutor)

export const openOwnWork = (ctx: Ctx, id: Id<'execution'>): Promise<OpenedReport & Admitted> =>
  foundFor(ctx, readReport(ctx.db, ctx.by, id, 'executor'), ReportNotFound, mustBeExecutor)
