import type { Ctx } from '../platform/ctx.ts'
import { sweepOrphans, sweepUnfinished } from './actions-sweep.ts'

/** At the start and every hour: uploads that were cut off by a crash a day ago or longer. */
export const unfinishedSweep = {
  name: 'sweep unfinished uploads',
  everySeconds: 3600,
  run: (ctx: Pick<Ctx, 'db' | 'storage'>): Promise<number> => sweepUnfinished(ctx),
}

/** At the start and every hour: files that nobody names for a day or longer. */
export const orphanSweep = {
  name: 'sweep files of no proof',
  everySeconds: 3600,
  run: (ctx: Pick<Ctx, 'db' | 'storage'>): Promise<number> => sweepOrphans(ctx),
}
