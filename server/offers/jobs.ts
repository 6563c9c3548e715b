import type { Ctx } from '../platform/ctx.ts'
import { approveWaiting, completeEnded } from './actions.ts'
import { forgetChanges } from './actions-board.ts'

/** Where offers are approved at once, those that a crash left between submitting and approving. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }

/** Completes offers whose end has come. Nobody can reserve them from that moment on. */
export const endOverdue = { name: 'offers that ended', everySeconds: 2, run: (ctx: Ctx) => completeEnded(ctx) }

/** Changes of the board that every process has read long ago. */
export const oldListingChanges = {
  name: 'old changes of the board',
  everySeconds: 60,
  run: (ctx: Ctx) => forgetChanges(ctx),
}
