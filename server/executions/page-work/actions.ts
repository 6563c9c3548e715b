import { foundFor } from '../../accounts/actions-callers.ts'
import { mustBeExecutor } from '../../accounts/caller.ts'
import { pageOf } from '../../offers/pages/page.ts'
import { studySecretOf } from '../../offers/studies/study.ts'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { aliasOf, ReservationNotFound } from '../../reservations/reservation.ts'
import type { Id } from '../../values/id.ts'
import type { ItemValues } from '../../values/placeholders/placeholders.ts'
import { frameUrl } from './frame.ts'
import {
  type AskedWork,
  checkDraft,
  checkForm,
  type Draft,
  draftOf,
  type FormDraft,
  formDraftOf,
  formItem,
  mustBeAnswered,
  mustBeRunning,
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
  const { secretKey } = ctx
  const row = await activeWork(ctx, id)
  const visit = {
    executor: aliasOf(secretKey, row.advertiser, row.executor),
    reservation: String(id),
    expiresAt: row.expiresAt,
    secret: studySecretOf(secretKey, row.offer, row.secretVersion),
  }
  const around = { tasksUrl: ctx.config.tasksUrl, secretKey, visit }
  return pageWorkOf(row, (page, data, item) => frameUrl(page, data, { reservation: id, item }, around))
}

/** Returns what the caller's own reservation asks for; null if it asks for no answers. */
export async function readAsked(ctx: Ctx, id: Id<'reservation'>): Promise<AskedWork | null> {
  const { page, items } = await foundFor(ctx, readPageWork(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)
  return page === null && items === null ? null : { page: page === null ? null : pageOf(page), items }
}

/**
 * Returns what the caller has answered so far, as a submission has it: for a rework, what they submitted before unless they have changed it.
 * An item without an answer has an empty one. Undefined: nothing is asked.
 */
export async function answersSoFar(ctx: Ctx, id: Id<'reservation'>) {
  const row = await readRunning(ctx, id)
  if (row.page === null && row.items === null) return undefined
  const answerOf = (item: number): Draft => draftOf(row, item) ?? { value: {} }
  if (row.items === null) return [answerOf(0)]
  return row.items.map(({ itemId }) => ({ itemId, ...answerOf(itemId) }))
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

const readRunning = async (ctx: Ctx, id: Id<'reservation'>) =>
  foundFor(ctx, readPageWork(ctx.db, ctx.by, id), ReservationNotFound, mustBeExecutor)

/** Returns what the caller has entered in the form of their own active reservation; null: nothing. */
export async function openFormDraft(ctx: Ctx, id: Id<'reservation'>): Promise<{ readonly draft: FormDraft | null }> {
  const row = await readRunning(ctx, id)
  return { draft: formDraftOf(row, row.now) }
}

/** Keeps what the caller has entered in the form until they submit it. Returns when it was saved. */
export const keepFormDraft = (ctx: Ctx, id: Id<'reservation'>, draft: FormDraft): Promise<{ savedAt: Date }> =>
  retryOnConflict(async () => {
    checkForm(draft)
    const row = await readRunning(ctx, id)
    mustBeRunning(row, row.now)
    return saveDraft(ctx.db, id, formItem, { value: draft as unknown as ItemValues })
  })

/** Deletes drafts that cannot be continued. Returns how many. */
export const sweepDrafts = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => deleteOldDrafts(db, limit))
