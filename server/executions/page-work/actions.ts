import { foundFor } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { ReservationNotFound } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { checkDraft, type Draft, mustBeWorked, type PageWork, pageWorkOf } from './page-work.ts'
import { deleteOldDrafts, readPageWork, saveDraft } from './sql.ts'

const deletedMax = 1_000

async function activeWork(ctx: Ctx, id: Id<'reservation'>) {
  const row = await foundFor(ctx, readPageWork(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)
  return mustBeWorked(row, row.now)
}

/** Returns the page and items of the caller's own active reservation. */
export const openPageWork = async (ctx: Ctx, id: Id<'reservation'>): Promise<PageWork> =>
  pageWorkOf(await activeWork(ctx, id))

/** Keeps what the caller has entered for an item until they submit it. Returns when it was saved. */
export const keepDraft = (ctx: Ctx, id: Id<'reservation'>, item: number, draft: Draft): Promise<{ savedAt: Date }> =>
  retryOnConflict(async () => {
    checkDraft(await activeWork(ctx, id), item, draft)
    return saveDraft(ctx.db, id, item, draft)
  })

/** Deletes old drafts of reservations that have ended. */
export const sweepDrafts = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldDrafts(db, limit))
