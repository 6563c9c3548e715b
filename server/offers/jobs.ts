import type { Ctx } from '../platform/ctx.ts'
import { approveWaiting } from './actions.ts'

/** Where offers are approved at once, those that a crash left between submitting and approving. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }
