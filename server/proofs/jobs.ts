import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { sweepFiles, sweepUnfinished } from './sweep/actions.ts'

type Stores = Pick<Ctx, 'db' | 'storage'>

/** Removes uploads that a crash interrupted at least a day ago; at the start and every hour. */
export const unfinishedSweep = {
  name: 'sweep unfinished uploads',
  everySeconds: 3600,
  run: (ctx: Stores): Promise<number> => sweepUnfinished(ctx),
}

/** Removes files without a proof that are at least a day old, and logs proofs without a file; once an hour in one of all processes. */
export const fileSweep: Job<Stores> = {
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
