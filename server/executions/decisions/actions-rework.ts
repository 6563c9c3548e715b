import { admit } from '../../accounts/caller.ts'
import { unlessOvertaken, writeUnlessOvertaken } from '../../platform/batching/join-batch.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type Database, retryOnConflict } from '../../platform/database/db.ts'
import type { Sql } from '../../platform/sql.ts'
import { cancel } from '../../reservations/actions-cancel-extend.ts'
import { type CancelRequest, meantBy } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { Problem } from '../../values/problems/problem.ts'
import type { Versions } from '../../values/requests/version.ts'
import { ReportNotFound } from '../execution.ts'
import type { ReadReport } from '../report.ts'
import { openOwnWork } from '../reports/actions.ts'
import { applyExpiredDeadline } from './actions.ts'
import { readForReview } from './actions-review.ts'
import { decideRework, decideWithdraw } from './decide.ts'
import { type Rework, requestReworkOf, requestReworks, withdrawExecution } from './sql-rework.ts'

/** Sends many executions back together. Returns the ones that were still undecided. */
export const reworkBatched = (db: Database, reworks: readonly Rework[]) =>
  writeUnlessOvertaken(reworks, (some) => requestReworks(db, some))

/** Sends an execution back together with further steps. Returns undefined, with nothing done, if another decision came first. */
export const reworkWith = async (db: Database, rework: Rework, steps: readonly Sql[]) =>
  (await unlessOvertaken([rework], () => requestReworks(db, [rework], steps)))[0]

export type ReworkRequest = {
  readonly id: Id<'execution'>
  readonly reason: string
  readonly deadlineSeconds?: number | null | undefined
  readonly versions?: Versions
}

export function requestRework(ctx: Ctx, request: ReworkRequest): Promise<ReadReport> {
  const { id, reason, deadlineSeconds = null, versions } = request
  return retryOnConflict(async () => {
    const facts = admit(ctx.by, await readForReview(ctx, id))
    if (facts.id === null) throw ReportNotFound({})
    const { offer, advertiser: account, now } = facts
    if (await applyExpiredDeadline(ctx, facts, now)) return undefined
    if (!decideRework(facts, versions, now)) return facts
    const sent = await requestReworkOf(ctx.db, {
      execution: id,
      offer,
      account,
      reason,
      deadlineSeconds,
      version: facts.version,
    })
    return sent && { ...facts, ...sent }
  })
}

/** Withdraws the executor's own submitted work. The acceptance records of both sides do not change. */
export function withdraw(ctx: Ctx, id: Id<'execution'>, versions?: Versions): Promise<ReadReport> {
  return retryOnConflict(async () => {
    const report = await openOwnWork(ctx, id)
    if (await applyExpiredDeadline(ctx, report, report.now)) return undefined
    if (!decideWithdraw(report, versions, report.now)) return report
    const withdrawn = await withdrawExecution(ctx.db, report, moneyOf(ctx.config))
    return withdrawn && { ...report, ...withdrawn }
  })
}

type CancelledReservation = { readonly id: number; readonly offer: number; readonly endedAt: Date }

/** Cancels the executor's reservation, which may skip all of its items; if the named one is for a rework, withdraws the work. */
export function cancelReservation(ctx: Ctx, offer: Id<'offer'>, request: CancelRequest): Promise<CancelledReservation> {
  return retryOnConflict(async () => {
    const ended = await cancel(ctx, meantBy(offer, request), request?.skipped)
    if (!('rework' in ended)) return ended
    const { reservation, execution } = ended.rework
    const withdrawn = await withdraw(ctx, execution).catch(unlessDecided)
    return withdrawn && { id: reservation.id, offer, endedAt: withdrawn.updatedAt }
  })
}

/** A concurrent decision ended the reservation: its current status explains the refusal. */
function unlessDecided(error: unknown): undefined {
  if (error instanceof Problem && error.type.code === 'report_already_decided') return undefined
  throw error
}
