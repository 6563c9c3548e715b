import { listedFor } from '../../accounts/actions-callers.ts'
import { actorOf, admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { guardedVersion, mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { applyExpiredDeadline } from '../auto-accept/actions.ts'
import { decideOn } from '../decisions/actions.ts'
import type { Review } from '../decisions/decision.ts'
import { ReportNotFound } from '../execution.ts'
import { operatorReview } from '../flags.ts'
import type { AnyReport, Report } from '../report.ts'
import { openReport } from '../reports/actions.ts'
import {
  type FraudHoldReport,
  type HeldRejection,
  HeldRejectionEnded,
  HeldRejectionNotFound,
  mayHold,
  NoHeldRejection,
  NotUnderReview,
} from './holds.ts'
import {
  findForFraudHold,
  findHeldRejection,
  liftHeldRejection,
  placeFraudHold,
  readAnyReport,
  readHeldRejections,
  releaseFraudHold,
} from './sql-ends.ts'

/** Returns any report for an operator, with the requested work. Throws ReportNotFound. */
export async function openForOperator(ctx: Ctx, id: Id<'execution'>): Promise<{ report: AnyReport; now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readAnyReport(ctx.db, ctx.by, id))
  if (!rows[0]) throw ReportNotFound({})
  return { report: rows[0], now: caller.now }
}

/** Returns a page of the rejections that wait for an operator. */
export const listHeldRejections = (ctx: Ctx, page: Page): Promise<PageOf<HeldRejection>> =>
  listedFor(ctx, page, readHeldRejections(ctx.db, ctx.by, page))

async function openHeldRejection(ctx: Ctx, id: Id<'heldRejection'>) {
  const { caller, rows } = admitted(ctx.by, await findHeldRejection(ctx.db, ctx.by, id))
  if (!rows[0]) throw HeldRejectionNotFound({})
  return { held: rows[0] as HeldRejection, account: actorOf(ctx.by, caller), now: caller.now }
}

type WaitingRejection = Awaited<ReturnType<typeof openHeldRejection>>
type EndRejection = (waiting: WaitingRejection) => Promise<unknown>

/** Ends a held rejection by `end`, unless a deadline came first. */
const endWaiting = (ctx: Ctx, id: Id<'heldRejection'>, end: EndRejection): Promise<HeldRejection> =>
  retryOnConflict(async () => {
    const waiting = await openHeldRejection(ctx, id)
    if (waiting.held.outcome !== null) throw HeldRejectionEnded({ outcome: waiting.held.outcome })
    if (await applyExpiredDeadline(ctx, deadlinesOf(waiting.held), waiting.now)) return undefined
    return (await end(waiting)) ? (await openHeldRejection(ctx, id)).held : undefined
  })

const deadlinesOf = (held: HeldRejection) => ({ ...held, id: held.execution, reworkDeadlineAt: null })

const reviewOf = ({ held, account }: WaitingRejection): Review => ({
  execution: held.execution,
  offer: held.offer,
  executor: held.executor,
  by: 'Operator',
  account,
  comment: null,
  rating: null,
  reasonCode: held.reasonCode,
  reason: held.reason,
  failedCriteria: held.failedCriteria,
  blocks: held.blocksExecutor,
})

/** Confirms a rejection as its advertiser requested it, as an operator. */
export const confirmHeldRejection = (ctx: Ctx, id: Id<'heldRejection'>): Promise<HeldRejection> =>
  endWaiting(ctx, id, (waiting) => decideOn(ctx, 'reject', 'Pending', reviewOf(waiting)))

/** Dismisses a held rejection as an operator; the advertiser has to decide again. */
export const dismissHeldRejection = (ctx: Ctx, id: Id<'heldRejection'>, reason: string): Promise<HeldRejection> =>
  endWaiting(ctx, id, ({ held: { execution }, account }) =>
    liftHeldRejection(ctx.db, { execution, actor: 'operator', account, reason }, 'Dismissed'),
  )

/** Withdraws the advertiser's own rejection that waits for an operator. */
export const withdrawRejection = (
  ctx: Ctx,
  id: Id<'execution'>,
  versions: Versions,
): Promise<{ report: Report; now: Date }> =>
  retryOnConflict(async () => {
    const { report, now } = await openReport(ctx, id)
    if (await applyExpiredDeadline(ctx, report, now)) return undefined
    mustBeVersion(report, versions)
    if (!report.flags.includes(operatorReview)) throw NoHeldRejection({ currentStatus: report.status })
    const { advertiser: account } = report
    const version = guardedVersion(report, versions)
    const ending = { execution: id, actor: 'advertiser', account, reason: null, version } as const
    const lifted = await liftHeldRejection(ctx.db, ending, 'Withdrawn')
    return lifted && { report: { ...report, ...lifted }, now }
  })

type HoldKind = { readonly isHeld: boolean; readonly write: typeof placeFraudHold }

type HoldRequest = { readonly id: Id<'execution'>; readonly reason: string; readonly versions?: Versions }

const changeFraudHold = (
  ctx: Ctx,
  { id, reason, versions }: HoldRequest,
  { isHeld, write }: HoldKind,
): Promise<FraudHoldReport> =>
  retryOnConflict(async () => {
    const { caller, rows } = admitted(ctx.by, await findForFraudHold(ctx.db, ctx.by, id))
    const report = rows[0]
    if (!report) throw ReportNotFound({})
    const isRepeated = (report.fraudHoldAt !== null) === isHeld
    if (!isRepeated) mustBeVersion(report, versions)
    if (!mayHold(report, caller.now)) throw NotUnderReview({ currentStatus: report.status })
    if (isRepeated) return report
    const version = guardedVersion(report, versions)
    return write(ctx.db, { execution: id, actor: 'operator', account: actorOf(ctx.by, caller), reason, version })
  })

/** Places a report on fraud hold, as an operator, so that it is not auto-accepted. */
export const holdReport = (ctx: Ctx, request: HoldRequest): Promise<FraudHoldReport> =>
  changeFraudHold(ctx, request, { isHeld: true, write: placeFraudHold })

/** Releases a report from fraud hold, as an operator; its review continues. */
export const releaseReport = (ctx: Ctx, request: HoldRequest): Promise<FraudHoldReport> =>
  changeFraudHold(ctx, request, { isHeld: false, write: releaseFraudHold })
