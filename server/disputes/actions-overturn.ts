import { spendWithKey } from '../accounts/spending/actions.ts'
import { AlreadyDecided, type Execution, executionTransitions } from '../executions/execution.ts'
import { mustOweNothing } from '../ledger/ledger.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import { writeUnlessOvertaken } from '../platform/batching/join-batch.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { assertCanTransition } from '../values/transitions/transitions.ts'
import { mustBePaidByAdvertiser, type Sources, sourcesOf } from './overturn.ts'
import {
  endAppeals,
  finalizeRejection,
  lockRejected,
  type NewDecision,
  overturnExecution,
  type Rejected,
  readUnappealed,
} from './sql-overturn.ts'

export type { NewDecision, Rejected }

/** Locks everything that a new decision on a rejected execution changes, until the transaction of `ctx` ends. */
export const lockRejectedExecution = ({ db }: Ctx, id: Id<'execution'>): Promise<Rejected> => lockRejected(db, id)

export type OverturnTransition = 'override' | 'concede' | 'decideForExecutor'

/** Returns where the money for accepting a rejected execution comes from. Valid while the locks of `lockRejectedExecution` are held. */
export const sourcesFor = (from: Rejected): Sources =>
  sourcesOf({ ...from, costUnits: from.rewardUnits + from.feeUnits + from.addOnUnits })

/**
 * Accepts a rejected execution and pays its executor. The advertiser alone pays for a concession or an override; throws InsufficientFunds
 * if they cannot, DailySpendMaxExceeded if their API key may not, and DebtUnsettled if they override while they owe the platform.
 */
export async function overturnRejection(
  ctx: Ctx,
  from: Rejected,
  move: OverturnTransition,
  decision: NewDecision,
): Promise<Execution> {
  assertCanTransition(executionTransitions[move], from.status, refusal, {})
  if (move === 'override') mustOweNothing(from.debtUnits, from.currency)
  const sources = sourcesFor(from)
  if (move !== 'decideForExecutor') {
    mustBePaidByAdvertiser(sources, from.currency)
    await spendWithKey(ctx, sources.availableUnits)
  }
  return overturnExecution(ctx.db, { from, sources, decision, money: moneyOf(ctx.config) })
}

/** Makes the rejection of a lost dispute final. */
export function upholdRejection({ db, config }: Ctx, from: Rejected, decision: NewDecision): Promise<Execution> {
  assertCanTransition(executionTransitions.decideForAdvertiser, from.status, refusal, {})
  return finalizeRejection(db, { from, decision, money: moneyOf(config) })
}

const refusal = ({ currentStatus }: { readonly currentStatus?: unknown }) =>
  AlreadyDecided({ currentStatus: String(currentStatus), allowedActions: [] })

const releasedMax = 500

/** Ends the appeal periods that have passed, and releases what is kept for nobody else. Returns how many. */
export const releaseUnappealed = ({ db, config }: Ctx): Promise<number> =>
  drainInBatches(releasedMax, async (limit) => {
    const due = await readUnappealed(db, limit)
    if (due.length === 0) return 0
    return (await writeUnlessOvertaken(due, (some) => endAppeals(db, some, moneyOf(config)))).length
  })
