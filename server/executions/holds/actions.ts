import { foundFor, listedFor } from '../../accounts/actions-callers.ts'
import { type Admitted, actorOf } from '../../accounts/caller.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { guardedVersion, mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { applyExpiredDeadline, writeDecision } from '../decisions/actions.ts'
import { operatorReview, ReportNotFound } from '../execution.ts'
import type { AnyReport, ReadReport } from '../report.ts'
import { openReport } from '../reports/actions.ts'
import {
  expiredHoldReason,
  type FraudHold,
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
  readExpiredFraudHolds,
  readFraudHolds,
  readHeldRejections,
  releaseFraudHold,
} from './sql.ts'

/** Returns any report for an operator, with the requested work. Throws ReportNotFound. */
export const openForOperator = (ctx: Ctx, id: Id<'execution'>): Promise<AnyReport & Admitted> =>
  foundFor(ctx, readAnyReport(ctx.db, ctx.by, id), ReportNotFound)

export const listHeldRejections = (ctx: Ctx, page: Page): Promise<PageOf<HeldRejection>> =>
  listedFor(ctx, page, readHeldRejections(ctx.db, ctx.by, page))

const openHeldRejection = (ctx: Ctx, id: Id<'heldRejection'>): Promise<HeldRejection & Admitted> =>
  foundFor(ctx, findHeldRejection(ctx.db, ctx.by, id), HeldRejectionNotFound)

type EndRejection = (held: HeldRejection, account: Id<'account'> | null) => Promise<unknown>

/** Ends a held rejection by `end`, unless a deadline came first. */
const endWaiting = (ctx: Ctx, id: Id<'heldRejection'>, end: EndRejection): Promise<HeldRejection> =>
  retryOnConflict(async () => {
    const held = await openHeldRejection(ctx, id)
    if (held.outcome !== null) throw HeldRejectionEnded({ outcome: held.outcome })
    const execution = { ...held, id: held.execution, reworkDeadlineAt: null }
    if (await applyExpiredDeadline(ctx, execution, held.now)) return undefined
    return (await end(held, actorOf(ctx.by, held))) ? openHeldRejection(ctx, id) : undefined
  })

/** Confirms a rejection as its advertiser requested it, as an operator. */
export const confirmHeldRejection = (ctx: Ctx, id: Id<'heldRejection'>): Promise<HeldRejection> =>
  endWaiting(ctx, id, (held, account) => {
    const { execution, offer, executor, hasItems, hasScreenOuts } = held
    const { reasonCode, reason, failedCriteria, blocksExecutor: blocks } = held
    const decision = { reasonCode, reason, failedCriteria, blocks }
    return writeDecision(ctx, 'reject', 'Pending', {
      ...decision,
      execution,
      offer,
      executor,
      hasItems,
      hasScreenOuts,
      by: 'Operator',
      account,
    })
  })

/** Dismisses a held rejection as an operator; the advertiser has to decide again. */
export const dismissHeldRejection = (ctx: Ctx, id: Id<'heldRejection'>, reason: string): Promise<HeldRejection> =>
  endWaiting(ctx, id, ({ execution }, account) =>
    liftHeldRejection(ctx.db, { execution, actor: 'operator', account, reason }, 'Dismissed'),
  )

/** Withdraws the advertiser's own rejection that waits for an operator. */
export const withdrawRejection = (ctx: Ctx, id: Id<'execution'>, versions: Versions): Promise<ReadReport> =>
  retryOnConflict(async () => {
    const report = await openReport(ctx, id)
    if (await applyExpiredDeadline(ctx, report, report.now)) return undefined
    mustBeVersion(report, versions)
    if (!report.flags.includes(operatorReview)) throw NoHeldRejection({ currentStatus: report.status })
    const { advertiser: account } = report
    const version = guardedVersion(report, versions)
    const ending = { execution: id, actor: 'advertiser', account, reason: null, version } as const
    const lifted = await liftHeldRejection(ctx.db, ending, 'Withdrawn')
    return lifted && { ...report, ...lifted }
  })

type HoldKind = { readonly isHeld: boolean; readonly write: typeof placeFraudHold }

type HoldRequest = { readonly id: Id<'execution'>; readonly reason: string; readonly versions?: Versions }

const changeFraudHold = (
  ctx: Ctx,
  { id, reason, versions }: HoldRequest,
  { isHeld, write }: HoldKind,
): Promise<FraudHoldReport> =>
  retryOnConflict(async () => {
    const report = await foundFor(ctx, findForFraudHold(ctx.db, ctx.by, id), ReportNotFound)
    const isRepeated = (report.fraudHoldAt !== null) === isHeld
    if (!isRepeated) mustBeVersion(report, versions)
    if (!mayHold(report, report.now)) throw NotUnderReview({ currentStatus: report.status })
    if (isRepeated) return report
    const version = guardedVersion(report, versions)
    return write(ctx.db, { execution: id, actor: 'operator', account: actorOf(ctx.by, report), reason, version })
  })

/** Places a report on fraud hold, as an operator, so that it is not auto-accepted. */
export const holdReport = (ctx: Ctx, request: HoldRequest): Promise<FraudHoldReport> =>
  changeFraudHold(ctx, request, { isHeld: true, write: placeFraudHold })

/** Releases a report from fraud hold, as an operator; its review continues. */
export const releaseReport = (ctx: Ctx, request: HoldRequest): Promise<FraudHoldReport> =>
  changeFraudHold(ctx, request, { isHeld: false, write: releaseFraudHold })

export const listFraudHolds = (ctx: Ctx, page: Page): Promise<PageOf<FraudHold>> =>
  listedFor(ctx, page, readFraudHolds(ctx.db.reads, ctx.by, ctx.config.fraudHoldDays, page))

const endedMax = 100

/** Releases reports whose hold has lasted too long, which favours the executor. Returns how many. */
export const releaseExpiredHolds = ({ db, config }: Ctx): Promise<number> =>
  drainInBatches(endedMax, async (limit) => {
    const due = await readExpiredFraudHolds(db, config.fraudHoldDays, limit)
    for (const { id } of due)
      await releaseFraudHold(db, { execution: id, actor: 'system', account: null, reason: expiredHoldReason })
    return due.length
  })
