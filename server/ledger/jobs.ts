import type { Ctx } from '../platform/database/ctx.ts'
import { clearDue } from './actions-clearing.ts'

/** Clears earnings. Due earnings count as available even before this runs. */
export const clearEarnings = { name: 'earnings to clear', everySeconds: 5, run: (ctx: Ctx) => clearDue(ctx) }
