import type { Ctx } from '../platform/ctx.ts'
import type { Job } from '../platform/jobs.ts'
import { checkBooks } from './actions-books.ts'

/** Whoever watches the log learns within the hour that the books do not balance. */
export const booksToCheck: Job<Ctx> = {
  name: 'books to add up',
  everySeconds: 60,
  run: async (ctx, log) => {
    const verdict = await checkBooks(ctx)
    if (verdict && !verdict.ok)
      log.error(
        { mismatches: verdict.mismatches.map(({ what }) => what) },
        'the books do not balance: run market ledger verify, and stop payments until you know why',
      )
    return 0
  },
}
