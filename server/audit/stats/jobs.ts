import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { countDays } from './actions.ts'

/** Statistics need not be up to the minute. Nothing depends on the job, so its runs are not reported to other processes. */
export const daysToCount: Job<Ctx> = {
  name: 'days to count',
  everySeconds: 300,
  run: async (ctx) => {
    await countDays(ctx)
    return 0
  },
}
