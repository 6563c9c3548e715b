import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { applyOutcome } from './actions-decide.ts'
import { verdictByDeadline } from './disputes.ts'
import { moveUnansweredToReview, readOverdueDisputes } from './sql-deadline.ts'

const batchMax = 100

/** Applies the expired deadlines of disputes: for the answer, and for the decision. Returns how many disputes changed. */
export const applyDisputeDeadlines = async (ctx: Ctx): Promise<number> =>
  (await drainInBatches(batchMax, (limit) => moveUnansweredToReview(ctx.db, limit))) + (await decideOverdue(ctx))

const decideOverdue = (ctx: Ctx): Promise<number> =>
  drainInBatches(batchMax, async (limit) => {
    const overdue = await readOverdueDisputes(ctx.db, limit)
    const errors: unknown[] = []
    for (const { execution } of overdue) {
      await ctx.db
        .transaction((db) => applyOutcome({ ...ctx, db }, execution, verdictByDeadline))
        .catch((error) => errors.push(error))
    }
    // Thrown last, so that a dispute that fails does not block the ones after it.
    if (errors.length > 0) throw errors[0]
    return overdue.length
  })
