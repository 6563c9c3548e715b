import type { Ctx } from '../../platform/database/ctx.ts'
import { payCovered } from './actions-coverage.ts'
import { applyDisputeDeadlines } from './actions-deadline.ts'

/** Decides overdue disputes for the executor. Requests that come first apply the same outcome. */
export const decideOverdueDisputes = {
  name: 'disputes due',
  everySeconds: 2,
  run: (ctx: Ctx) => applyDisputeDeadlines(ctx),
}

/** Pays waiting payments once the advertiser can afford them. */
export const payCoveredPayments = { name: 'guarantee payments', everySeconds: 10, run: (ctx: Ctx) => payCovered(ctx) }
