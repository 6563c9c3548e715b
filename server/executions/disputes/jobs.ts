import type { Ctx } from '../../platform/database/ctx.ts'
import { payCovered } from './actions-coverage.ts'
import { sweepDisputes } from './actions-decide.ts'

/** Decides for executors what nobody decided in time. On the instant it is decided where somebody comes, by comparing times. */
export const disputesDue = { name: 'disputes due', everySeconds: 2, run: (ctx: Ctx) => sweepDisputes(ctx) }

/** Pays what waits for an operator once the advertiser can pay it. */
export const paymentsCovered = { name: 'guarantee payments', everySeconds: 10, run: (ctx: Ctx) => payCovered(ctx) }
