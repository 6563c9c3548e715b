import type { Ctx } from '../platform/database/ctx.ts'
import { approveWaiting, completeEnded } from './lifecycle/actions.ts'
import { applyPauses } from './lifecycle/actions-pauses.ts'
import { forgetChanges } from './offer-index/actions.ts'

/** Where offers are approved at once, those that a crash left between submitting and approving. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }

/** Pauses the offers of advertisers who are suspended or whose deposit was charged back, and resumes them afterwards. */
export const pausesToApply = { name: 'offers to pause', everySeconds: 1, run: (ctx: Ctx) => applyPauses(ctx) }

/** Completes offers whose end has come. Nobody can reserve them from that moment on. */
export const endOverdue = { name: 'offers that ended', everySeconds: 2, run: (ctx: Ctx) => completeEnded(ctx) }

/** Changes of the board that every process has read long ago. */
export const oldListingChanges = {
  name: 'old changes of the board',
  everySeconds: 60,
  run: (ctx: Ctx) => forgetChanges(ctx),
}
