import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { checkLedger } from './actions.ts'

/** Maximum number of mismatches logged; the CLI command lists all. */
const loggedMax = 20

/** Logs an error within an hour if the ledger does not balance. */
export const ledgerCheckJob: Job<Ctx> = {
  name: 'books to add up',
  everySeconds: 60,
  run: async (ctx, log) => {
    const verdict = await checkLedger(ctx)
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
