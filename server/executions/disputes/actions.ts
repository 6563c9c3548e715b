import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { mustBeVersion, type Versions } from '../../values/requests/version.ts'
import { lockRejectedExecution } from '../overturn/actions.ts'
import type { ReadReport } from '../report.ts'
import { openOwnWork, openReport } from '../reports/actions.ts'
import { type Dispute, DisputeNotFound, mayAnswer, mustBeAppealable, statementOf } from './disputes.ts'
import { answerDispute, lockDispute, openDispute } from './sql.ts'

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
