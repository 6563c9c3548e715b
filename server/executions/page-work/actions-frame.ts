import type { Page } from '../../offers/pages/page.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { retryOnConflict } from '../../platform/database/db.ts'
import { ReservationNotFound } from '../../reservations/reservation.ts'
import { fillHtml } from '../../values/placeholders/html.ts'
import { placeOf, type WorkPlace } from './capability.ts'
import { type Draft, mustBeAnswered, mustBeWorked, PageNotFound, type WorkItem, workItem } from './page-work.ts'
import { readWork, saveDraft } from './sql.ts'

type Around = Omit<Ctx, 'by'>

async function workAt({ db }: Around, place: WorkPlace | undefined) {
  if (!place) throw PageNotFound({})
  const row = await readWork(db, place.reservation)
  if (!row) throw ReservationNotFound({ id: place.reservation })
  return { row: mustBeWorked(row, row.now), place }
}

/** Returns the page of the kind html that a `read` capability opens, filled with its item. */
export async function openFrame(context: Around, capability: string): Promise<string> {
  const { row, place } = await workAt(context, placeOf(context.secretKey, 'read', capability))
  const { page, data } = workItem(row, place.item)
  if (page.html === undefined) throw PageNotFound({})
  return fillHtml(page.html, data)
}

/** Returns the item that an `answer` capability is for, with what was entered so far. */
export async function itemOfFrame(
  context: Around,
  capability: string,
): Promise<Pick<WorkItem, 'itemId' | 'data' | 'draft'>> {
  const { row, place } = await workAt(context, placeOf(context.secretKey, 'answer', capability))
  const { data, draft } = workItem(row, place.item)
  return { itemId: place.item, data, draft }
}

/** Saves the complete answer of an item until its executor submits it. Throws ValidationError if it does not fit the page's schema. */
export const answerFrame = (
  context: Around,
  capability: string,
  draftFor: (answerSchema: Page['answerSchema']) => Draft,
): Promise<unknown> =>
  retryOnConflict(async () => {
    const { row, place } = await workAt(context, placeOf(context.secretKey, 'answer', capability))
    const draft = draftFor(workItem(row, place.item).page.answerSchema)
    mustBeAnswered(row, place.item, draft)
    return saveDraft(context.db, place.reservation, place.item, draft)
  })
