import { type Decision, type Reviewed, review } from '../executions/actions.ts'
import type { Ctx } from '../platform/ctx.ts'

/** An advertiser accepts a report. */
export const acceptReport = (ctx: Ctx, decision: Omit<Decision, 'move'>): Promise<Reviewed> =>
  review(ctx, { ...decision, move: 'accept' })
