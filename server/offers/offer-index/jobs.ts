import type { Ctx } from '../../platform/database/ctx.ts'
import { forgetChanges } from './actions.ts'

/** Changes of the board that every process has read long ago. */
export const oldListingChanges = {
  name: 'old changes of the board',
  everySeconds: 60,
  run: (ctx: Ctx) => forgetChanges(ctx),
}
