import type { Ctx } from '../../platform/database/ctx.ts'
import { releaseUnappealed } from './actions.ts'

/** Gives back what was kept for rejections, once it is too late to appeal. */
export const releaseOfKept = { name: 'kept holds', everySeconds: 2, run: (ctx: Ctx) => releaseUnappealed(ctx) }
