import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { checkBooks } from './actions.ts'

/** Where much is wrong, the command tells all of it. */
const loggedMax = 20

/** Whoever watches the log learns within the hour that the books do not balance. */
export const booksToCheck: Job<Ctx> = {
  name: 'books to add up',
  everySeconds: 60,
  run: async (ctx, log) => {
    const verdict = await checkBooks(ctx)
    if (verdict && !verdict.ok)
      log.error(
        {
          mismatches: verdict.mismatches.slice(0, loggedMax).map(({ what }) => what),
          count: verdict.mismatches.length,
        },
        'the books do not balance: run market ledger verify, and stop payments until you know why',
      )
    return 0
  },
}
