import type { Ctx } from '../../platform/database/ctx.ts'
import { approveWaiting, completeEnded } from './actions.ts'
import { applyPauses } from './actions-pauses.ts'

/** Where offers are approved at once, those that a crash left between submitting and approving. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }

/** Pauses the offers of advertisers who are suspended or whose deposit was charged back, and resumes them afterwards. */
export const pausesToApply = { name: 'offers to pause', everySeconds: 1, run: (ctx: Ctx) => applyPauses(ctx) }

/** Completes offers whose end has come. Nobody can reserve them from that moment on. */
export const endOverdue = { name: 'offers that ended', everySeconds: 2, run: (ctx: Ctx) => completeEnded(ctx) }
