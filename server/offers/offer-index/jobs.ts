import type { Ctx } from '../../platform/database/ctx.ts'
import { purgeOldChanges } from './actions.ts'

/** Purges changes that every process has read. */
export const oldListingChanges = {
  name: 'old changes of the board',
  everySeconds: 60,
  run: (ctx: Ctx) => purgeOldChanges(ctx),
}
