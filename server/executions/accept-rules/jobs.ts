import type { Ctx } from '../../platform/database/ctx.ts'
import { applyRules } from './actions.ts'

/** What is accepted by rules is so at once after it was submitted; what a crash left behind, with the next turn. */
export const applyAcceptRules = {
  name: 'rules of acceptance',
  everySeconds: 1,
  wakes: true,
  run: (ctx: Ctx) => applyRules(ctx),
} as const
