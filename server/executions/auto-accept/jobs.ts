import type { Ctx } from '../../platform/database/ctx.ts'
import { autoAcceptDue, missReworkDue } from './actions.ts'

/** Accepts what nobody reviewed in time. Whoever does something to it before comes to the same. */
export const acceptOverdue = { name: 'reviews due', everySeconds: 2, run: (ctx: Ctx) => autoAcceptDue(ctx) }

/** Refuses what was sent back and did not come again in time. */
export const missOverdue = { name: 'reworks due', everySeconds: 2, run: (ctx: Ctx) => missReworkDue(ctx) }
