import type { Ctx } from '../platform/database/ctx.ts'
import { clearDue } from './actions-clearing.ts'

/** Tidies up: what is due counts as available on the instant, whether or not it was cleared. */
export const clearEarnings = { name: 'earnings to clear', everySeconds: 5, run: (ctx: Ctx) => clearDue(ctx) }
