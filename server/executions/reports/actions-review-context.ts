import { foundFor } from '../../accounts/actions-callers.ts'
import type { Admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { ReportNotFound } from '../execution.ts'
import type { ReviewContext } from '../report.ts'
import { readReviewContext } from './sql-review-context.ts'

/** Returns additional facts about a report for its review by the caller. */
export const openReviewContext = (ctx: Ctx, id: Id<'execution'>): Promise<ReviewContext & Admitted> =>
  foundFor(ctx, readReviewContext(ctx.db, ctx.by, id), ReportNotFound)
