import { listedFor, mayCall } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { mustHaveRoom } from '../../values/problems/storage-limit.ts'
import type { Page, PageOf } from '../../values/requests/page.ts'
import { forgetExecutor } from '../available-offers/actions-eligibility-facts.ts'
import { type MarkedOffer, type MarkKind, MarkNotFound, marksMax } from './marked-advertiser.ts'
import { deleteMark, lockMarks, type NewMark, readMarks, upsertMark } from './sql.ts'

export const listMarks = (ctx: Ctx, mark: MarkKind | undefined, page: Page): Promise<PageOf<MarkedOffer>> =>
  listedFor(ctx, page, readMarks(ctx.db.reads, ctx.by, mark, page), mustBeExecutor)

/** Marks an advertiser, or changes the mark. Throws StorageLimitReached. */
export async function saveMark(ctx: Ctx, mark: NewMark): Promise<MarkedOffer> {
  const saved = await ctx.db.transaction(async (db) => {
    mustHaveRoom('advertiserMarks', await lockMarks(db, mark.executor, mark.advertiser), marksMax)
    return upsertMark(db, mark)
  })
  forgetExecutor(ctx)
  return saved
}

/** Deletes a mark of the caller. Returns its last state. Throws MarkNotFound. */
export async function removeMark(ctx: Ctx, id: Id<'advertiserMark'>): Promise<MarkedOffer> {
  const caller = await mayCall(ctx)
  mustBeExecutor(caller)
  const deleted = await deleteMark(ctx.db, caller.callerAccount, id)
  if (!deleted) throw MarkNotFound({})
  forgetExecutor(ctx)
  return deleted
}
