import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import { ReportNotFound } from './execution.ts'
import type { Report } from './report.ts'
import { type ReportFilter, readOwnWork, readReport, readReports, refreshRecords } from './sql-report.ts'

export type Reports = Listed<Report> & { readonly now: Date }

/** A page of the reports on an advertiser's offers. */
export async function listReports(ctx: Ctx, filter: ReportFilter, page: Page): Promise<Reports> {
  const { caller, rows } = admitted(ctx.by, await readReports(ctx.db, ctx.by, filter, page))
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}

export async function openReport(ctx: Ctx, id: Id<'execution'>): Promise<{ report: Report; now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readReport(ctx.db, ctx.by, id, 'advertiser'))
  if (!rows[0]) throw ReportNotFound({})
  return { report: rows[0], now: caller.now }
}

/** A page of what an executor has submitted. */
export async function listOwnWork(ctx: Ctx, page: Page): Promise<Reports> {
  const { caller, rows } = admitted(ctx.by, await readOwnWork(ctx.db, ctx.by, page))
  mustBeExecutor(caller)
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}

export async function openOwnWork(ctx: Ctx, id: Id<'execution'>): Promise<{ report: Report; now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readReport(ctx.db, ctx.by, id, 'executor'))
  mustBeExecutor(caller)
  if (!rows[0]) throw ReportNotFound({})
  return { report: rows[0], now: caller.now }
}

const refreshedMax = 500

/** Brings the records of advertisers who have decided since the last time up to date; answers of how many. */
export const refreshAdvertisers = ({ db }: Pick<Ctx, 'db'>): Promise<number> => refreshRecords(db, refreshedMax)
