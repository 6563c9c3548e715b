import { listedFor } from '../../accounts/actions-callers.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { expiredHoldReason, type FraudHold } from './holds.ts'
import { releaseFraudHold } from './sql-ends.ts'
import { readExpiredFraudHolds, readFraudHolds } from './sql-fraud-holds.ts'

/** Returns a page of the reports on fraud hold, oldest hold first. */
export const listFraudHolds = (ctx: Ctx, page: Page): Promise<PageOf<FraudHold>> =>
  listedFor(ctx, page, readFraudHolds(ctx.db.reads, ctx.by, ctx.config.fraudHoldDays, page))

const endedMax = 100

/** Releases reports whose hold has lasted too long, which favours the executor. Returns how many. */
export const releaseExpiredHolds = ({ db, config }: Ctx): Promise<number> =>
  drainInBatches(endedMax, async (most) => {
    const due = await readExpiredFraudHolds(db, config.fraudHoldDays, most)
    for (const { id } of due)
      await releaseFraudHold(db, { execution: id, actor: 'system', account: null, reason: expiredHoldReason })
    return due.length
  })
