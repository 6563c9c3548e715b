import type { Ctx } from '../../platform/database/ctx.ts'
import { checkForFraud } from './actions.ts'

/** Pictures that were in other work before, and work that was too fast: noticed as soon as it is submitted. */
export const worksToCheckForFraud = {
  name: 'works to examine',
  everySeconds: 2,
  wakes: true,
  run: (ctx: Ctx) => checkForFraud(ctx),
} as const
