import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import { ineligibleReasons } from '../offers/available.ts'
import { OfferNotFound, OfferUnavailable } from '../offers/offer.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import { ReportNotFound } from './execution.ts'
import { actionsOnOffered, type Offered, type Report, sightOf } from './report.ts'
import { type ReportFilter, readOffered, readOwnWork, readReport, readReports, refreshRecords } from './sql-report.ts'

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

/** An offer as an executor opens it, with what they have on it. */
export async function openOffered(
  ctx: Ctx,
  id: Id<'offer'>,
): Promise<Offered & { ineligibleReasons: readonly string[]; allowedActions: readonly string[] }> {
  const { caller, rows } = admitted(ctx.by, await readOffered(ctx.db, ctx.by, id))
  mustBeExecutor(caller)
  const [row] = rows
  const sight = row ? sightOf(row) : 'unknown'
  if (!row || sight === 'unknown') throw OfferNotFound({})
  if (sight === 'unavailable') throw OfferUnavailable({})
  const profile = { birthDate: row.ownBirthDate, country: row.ownCountry, gender: row.ownGender }
  const executor = { ...profile, account: caller.callerAccount }
  const { ageFloor, activeReservationsMax } = ctx.config
  const reasons = ineligibleReasons(row, executor, caller.now, ageFloor)
  const actions = actionsOnOffered(row, { reasons, activeReservationsMax })
  return { ...row, ineligibleReasons: reasons, allowedActions: actions }
}

const refreshedMax = 500

/** Brings the records of advertisers who have decided since the last time up to date; answers of how many. */
export const refreshAdvertisers = ({ db }: Pick<Ctx, 'db'>): Promise<number> => refreshRecords(db, refreshedMax)
