import type { Ctx } from '../platform/ctx.ts'
import { sweepDisputes } from './actions-decide.ts'

/** Decides for executors what nobody decided in time. On the instant it is decided where somebody comes, by comparing times. */
export const disputesDue = { name: 'disputes due', everySeconds: 2, run: (ctx: Ctx) => sweepDisputes(ctx) }
