import { foundFor } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { pageOf } from '../../offers/pages/page.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { ReservationNotFound } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import { frameUrl } from './frame.ts'
import {
  type AskedWork,
  checkDraft,
  type Draft,
  mustBeAnswered,
  mustBeWorked,
  type PageWork,
  pageWorkOf,
} from './page-work.ts'
import { deleteOldDrafts, readPageWork, saveDraft } from './sql.ts'

const deletedMax = 1_000

async function activeWork(ctx: Ctx, id: Id<'reservation'>) {
  const row = await foundFor(ctx, readPageWork(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)
  return mustBeWorked(row, row.now)
}

/** Returns the page and items of the caller's own active reservation. */
export async function openPageWork(ctx: Ctx, id: Id<'reservation'>): Promise<PageWork> {
  const around = { tasksUrl: ctx.config.tasksUrl, secretKey: ctx.secretKey }
  return pageWorkOf(await activeWork(ctx, id), (page, data, item) =>
    frameUrl(page, data, { reservation: id, item }, around),
  )
}

/** Returns what the caller's own reservation asks for; null if it asks for no answers. */
export async function readAsked(ctx: Ctx, id: Id<'reservation'>): Promise<AskedWork | null> {
  const { page, items } = await foundFor(ctx, readPageWork(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)
  return page === null && items === null ? null : { page: page === null ? null : pageOf(page), items }
}

/** A draft, or a whole answer that must fit the schema of the page. */
type Kept = Draft & { readonly isComplete?: boolean | undefined }

/** Keeps what the caller has entered for an item until they submit it. Returns when it was saved. */
export const keepDraft = (
  ctx: Ctx,
  id: Id<'reservation'>,
  item: number,
  { isComplete = false, ...draft }: Kept,
): Promise<{ savedAt: Date }> =>
  retryOnConflict(async () => {
    const check = isComplete ? mustBeAnswered : checkDraft
    check(await activeWork(ctx, id), item, draft)
    return saveDraft(ctx.db, id, item, draft)
  })

/** Deletes drafts that cannot be continued. Returns how many. */
export const sweepDrafts = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldDrafts(db, limit))
