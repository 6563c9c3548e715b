import { inBatches } from '../../platform/batching/batches.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { assertCanTransition } from '../../values/transitions/transitions.ts'
import { AlreadyDecided, type Execution, executionTransitions } from '../execution.ts'
import type { OpenedReport } from '../report.ts'
import { mustBeOwn, type Sources, sourcesOf } from './overturn.ts'
import {
  type Anew,
  keptMismatches,
  lockRejected,
  overturnExecution,
  type Rejected,
  readAnyReport,
  rejectForGood,
  releaseKept,
} from './sql.ts'
import { slotMismatches } from './sql-slots.ts'

export type { Anew, Rejected }

/** Everything that a new decision on a rejected execution would change, locked until the transaction of `ctx` ends. */
export const withRejected = ({ db }: Ctx, id: Id<'execution'>): Promise<Rejected> => lockRejected(db, id)

/** The moves by which what was rejected is accepted after all. */
export type OverturnTransition = 'override' | 'concede' | 'decideForExecutor'

/** Returns what the acceptance of rejected work would take from where. Valid as long as the locks of `withRejected` are held. */
export const sourcesFor = (from: Rejected): Sources =>
  sourcesOf({ ...from, costUnits: from.rewardUnits + from.feeUnits + from.addOnUnits })

/**
 * Accepts rejected work and pays its executor. What the advertiser accepts, as a concession or by an override, is paid by the
 * advertiser alone; throws InsufficientFunds where they cannot.
 */
export function overturnRejection(
  { db, config }: Ctx,
  from: Rejected,
  move: OverturnTransition,
  anew: Anew,
): Promise<Execution> {
  assertCanTransition(executionTransitions[move], from.status, refusal, {})
  const sources = sourcesFor(from)
  if (move !== 'decideForExecutor') mustBeOwn(sources, from.currency)
  return overturnExecution(db, { from, sources, anew, money: moneyOf(config) })
}

/** A dispute is lost: the rejection is final. */
export function confirmRejected({ db, config }: Ctx, from: Rejected, anew: Anew): Promise<Execution> {
  assertCanTransition(executionTransitions.decideForAdvertiser, from.status, refusal, {})
  return rejectForGood(db, { from, anew, money: moneyOf(config) })
}

const refusal = ({ currentStatus }: { readonly currentStatus?: unknown }) =>
  AlreadyDecided({ currentStatus: String(currentStatus), allowedActions: [] })

/** A report, whosever it is. */
export const openAnyReport = ({ db }: Ctx, id: Id<'execution'>): Promise<OpenedReport> => readAnyReport(db, id)

const releasedMax = 500

/** Gives back what was kept for rejections that can no longer be appealed against. */
export const releaseUnappealed = ({ db, config }: Ctx): Promise<number> =>
  inBatches(releasedMax, async (most) => (await releaseKept(db, most, moneyOf(config))).length)

/** Offers on which more or less is kept for appeals than their executions call for; none, unless the books were tampered with. */
export const verifyKept = ({ db }: Pick<Ctx, 'db'>) => keptMismatches(db)

/** Offers whose taken slots are nobody's, or the reverse; none, unless the books were tampered with. */
export const verifySlots = ({ db }: Pick<Ctx, 'db'>) => slotMismatches(db)
