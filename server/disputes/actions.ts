import type { ReadReport } from '../executions/report.ts'
import { openOwnWork, openReport } from '../executions/reports/actions.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { mustBeVersion, type Versions } from '../values/requests/version.ts'
import { applyOutcome } from './actions-decide.ts'
import { lockRejectedExecution } from './actions-overturn.ts'
import {
  type Dispute,
  DisputeNotFound,
  mayAnswer,
  mustBeAppealable,
  statementOf,
  verdictByDeadline,
} from './dispute.ts'
import { answerDispute, lockDispute, moveUnansweredToReview, openDispute, readOverdueDisputes } from './sql.ts'

type Appeal = { readonly id: Id<'execution'>; readonly statement: string; readonly versions: Versions }

/** Opens the executor's appeal against a rejection. Changes nothing if it is disputed already. */
export function dispute(ctx: Ctx, { id, versions, ...given }: Appeal): Promise<ReadReport> {
  const statement = statementOf(given.statement, 'statement')
  return ctx.db.transaction(async (db) => {
    const within = { ...ctx, db }
    await openOwnWork(within, id)
    const rejected = await lockRejectedExecution(within, id)
    if (rejected.status !== 'Disputed') {
      mustBeVersion(rejected, versions)
      mustBeAppealable(rejected, rejected.now)
      await openDispute(db, { execution: id, statement, answerSeconds: ctx.config.disputeAnswerSeconds })
    }
    return openOwnWork(within, id)
  })
}

/** Adds the advertiser's answer, once and before the deadline. Repeating the same answer changes nothing. */
export function answer(ctx: Ctx, id: Id<'execution'>, given: string): Promise<Dispute> {
  const text = statementOf(given, 'answer')
  return ctx.db.transaction(async (db) => {
    await openReport({ ...ctx, db }, id)
    const open = await lockDispute(db, id)
    if (!open) throw DisputeNotFound({})
    return mayAnswer(open, text) ? answerDispute(db, open.id, text) : open
  })
}

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
