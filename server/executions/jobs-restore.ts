import type { Ctx } from '../platform/ctx.ts'
import { releaseUnappealed } from './actions-restore.ts'

/** Gives back what was kept for rejections, once it is too late to appeal. */
export const releaseOfKept = { name: 'kept holds', everySeconds: 2, run: (ctx: Ctx) => releaseUnappealed(ctx) }
