import type { Ctx } from '../../platform/database/ctx.ts'
import { payCovered } from './actions-coverage.ts'
import { sweepDisputes } from './actions-decide.ts'

/** Decides overdue disputes for the executor. Requests that come first apply the same outcome. */
export const disputesDue = { name: 'disputes due', everySeconds: 2, run: (ctx: Ctx) => sweepDisputes(ctx) }

/** Pays waiting payments once the advertiser can afford them. */
export const paymentsCovered = { name: 'guarantee payments', everySeconds: 10, run: (ctx: Ctx) => payCovered(ctx) }
