import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { keepDecisions, overrunTables } from './actions-retention.ts'

/** Returns 0, so a run wakes no other job: none depends on it. */
export const oldDecisions: Job<Ctx> = {
  name: 'old decisions',
  everySeconds: 600,
  run: async (ctx, log) => {
    await keepDecisions(ctx)
    const overrun = await overrunTables(ctx)
    if (overrun.length > 0)
      log.error({ tables: overrun }, 'rows without a partition of their own: see docs/operate/retention.md')
    return 0
  },
}
