import type { Ctx } from '../platform/ctx.ts'
import { sweepUnfinished } from './actions.ts'

/** At the start and every hour: uploads that were cut off by a crash a day ago or longer. */
export const unfinishedSweep = {
  name: 'sweep unfinished uploads',
  everySeconds: 3600,
  run: (ctx: Pick<Ctx, 'db' | 'storage'>): Promise<number> => sweepUnfinished(ctx),
}
