import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { countDays } from './actions.ts'

/** Statistics need not be up to the minute. Returns 0, so a run wakes no other job: none depends on it. */
export const daysToCount: Job<Ctx> = {
  name: 'days to count',
  everySeconds: 300,
  run: async (ctx) => {
    await countDays(ctx)
    return 0
  },
}
