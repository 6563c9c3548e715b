import { admit } from '../accounts/caller.ts'
import { resolveConceded } from '../disputes/actions-decide.ts'
import { lockRejectedExecution, overturnRejection } from '../disputes/actions-overturn.ts'
import { payAcceptBonus } from '../executions/bonus/actions.ts'
import { bonusUnitsOf } from '../executions/bonus/bonus.ts'
import { applyExpiredDeadline, writeDecision } from '../executions/decisions/actions.ts'
import { type ReviewRequest, readForReview, reviewOf, withDecision } from '../executions/decisions/actions-review.ts'
import { decideAccept } from '../executions/decisions/decide.ts'
import { ReportNotFound, type Undecided } from '../executions/execution.ts'
import type { ReadReport } from '../executions/report.ts'
import { openReport } from '../executions/reports/actions.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import { retryOnConflict } from '../platform/database/db.ts'

type PlainRequest = Pick<ReviewRequest, 'id' | 'versions' | 'comment' | 'rating'> & {
  readonly overrideRejection?: boolean | null | undefined
}
export type AcceptRequest = PlainRequest & {
  /** Paid with the acceptance; both happen or neither. */
  readonly bonus?: number | null | undefined
}

/** An accepted report. `wasAccepted`: it was accepted before this request. */
type Accepted = ReadReport & { readonly wasAccepted: boolean }

/**
 * Accepts a report that waits for review or is disputed or, with `overrideRejection`, one that the advertiser rejected. Pays a bonus once,
 * even if the report was accepted before or the request is repeated.
 */
export function acceptReport(ctx: Ctx, { bonus, ...request }: AcceptRequest): Promise<ReadReport> {
  if (bonus === null || bonus === undefined) return accept(ctx, request)
  const { id, comment } = request
  const units = bonusUnitsOf(bonus, 'bonus')
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { wasAccepted } = await accept(within, request)
    // If this request accepted the report, the acceptance itself made a new version.
    return payAcceptBonus(within, { id, units, comment, versions: wasAccepted ? request.versions : undefined })
  })
}

function accept(ctx: Ctx, request: PlainRequest): Promise<Accepted> {
  // Whether the rejection was overturned during this request, by it or by another: the report then has a newer version than the caller named.
  let isOverturned = false
  return retryOnConflict(async () => {
    const report = await readReport(ctx, request)
    if (!report) return undefined
    const decision = decideAccept(report, { ...request, now: report.now })
    if (decision === 'unchanged') return { ...report, wasAccepted: !isOverturned }
    if (decision === 'accept') return acceptWaiting(ctx, report, request)
    if (decision === 'concede') await resolveConceded(ctx, request)
    else await override(ctx, request)
    // The report is read again, because another decision may have come first.
    isOverturned = true
    return undefined
  })
}

/** Returns the report; undefined if an expired deadline was applied first, so that it must be read again. */
async function readReport(ctx: Ctx, { id }: PlainRequest) {
  const report = admit(ctx.by, await readForReview(ctx, id))
  if (report.id === null) throw ReportNotFound({})
  // Pending work past its deadline is accepted by this request, with its comment and rating, rather than automatically.
  const isSettled = report.status !== 'Pending' && (await applyExpiredDeadline(ctx, report, report.now))
  return isSettled ? undefined : report
}

/** Pays the executor from the hold. Returns undefined if a concurrent decision came first. */
async function acceptWaiting(ctx: Ctx, report: ReadReport, request: PlainRequest): Promise<Accepted | undefined> {
  const review = reviewOf(report, { ...request, move: 'accept' })
  const decided = await writeDecision(ctx, 'accept', report.status as Undecided, review)
  return decided && { ...withDecision(report, decided), wasAccepted: false }
}

/** Overrides a rejection; the advertiser alone pays. Does nothing if the report is no longer rejected. */
const override = (ctx: Ctx, request: PlainRequest): Promise<void> =>
  ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    const { advertiser: account } = await openReport(within, request.id)
    const rejected = await lockRejectedExecution(within, request.id)
    if (decideAccept(rejected, { ...request, now: rejected.now }) !== 'override') return
    await overturnRejection(within, rejected, 'override', {
      actor: 'advertiser',
      account,
      by: 'Advertiser',
      comment: request.comment ?? null,
      rating: request.rating ?? null,
    })
  })
