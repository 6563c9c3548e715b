import type { Ctx } from '../../platform/database/ctx.ts'
import { forgetOldChanges } from './actions.ts'

/** Lists add to their counts what changed since; nobody needs to know for ever what did. */
export const oldChanges = { name: 'old changes of lists', everySeconds: 60, run: (ctx: Ctx) => forgetOldChanges(ctx) }
