import type { Ctx } from '../platform/ctx.ts'
import { approveWaiting } from './actions.ts'
import { forgetChanges } from './actions-board.ts'

/** Where offers are approved at once, those that a crash left between submitting and approving. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }

/** Changes of the board that every process has read long ago. */
export const oldListingChanges = {
  name: 'old changes of the board',
  everySeconds: 60,
  run: (ctx: Ctx) => forgetChanges(ctx),
}
