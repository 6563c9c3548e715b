import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { countDays } from './actions.ts'

/** Figures are looked at for what they were, not for this minute. Nothing waits for them: it tells nobody that it ran. */
export const daysToCount: Job<Ctx> = {
  name: 'days to count',
  everySeconds: 300,
  run: async (ctx) => {
    await countDays(ctx)
    return 0
  },
}
