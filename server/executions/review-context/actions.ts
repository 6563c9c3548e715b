import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { ReportNotFound } from '../execution.ts'
import type { ReviewContext } from '../report.ts'
import { readReviewContext } from './sql.ts'

/** Returns additional facts about a report for its review by the caller. */
export async function reviewContextOf(
  ctx: Ctx,
  id: Id<'execution'>,
): Promise<{ reviewContext: ReviewContext; now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readReviewContext(ctx.db, ctx.by, id))
  if (!rows[0]) throw ReportNotFound({})
  return { reviewContext: rows[0], now: caller.now }
}
