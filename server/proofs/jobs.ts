import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepFiles, sweepUnfinished } from './sweep/actions.ts'

type Where = Pick<Ctx, 'db' | 'storage'>

/** At the start and every hour: uploads that were cut off by a crash a day ago or longer. */
export const unfinishedSweep = {
  name: 'sweep unfinished uploads',
  everySeconds: 3600,
  run: (ctx: Where): Promise<number> => sweepUnfinished(ctx),
}

/** Once in an hour, by one of all processes: files that nobody names for a day or longer, and proofs whose file is lost. */
export const fileSweep: Job<Where> = {
  name: 'sweep files of no proof',
  everySeconds: 600,
  run: async (ctx, log) => {
    const swept = await sweepFiles(ctx)
    if (swept && swept.missingCount > 0)
      log.error(
        { missing: swept.missing, count: swept.missingCount },
        'proof files missing: run market files verify, and restore them from the file backup',
      )
    return swept?.removed ?? 0
  },
}
