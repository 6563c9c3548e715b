import { foundFor, mayCall } from '../../accounts/actions-callers.ts'
import { OfferNotFound } from '../../offers/offer.ts'
import { type Page, pageOf } from '../../offers/pages/page.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { draftOfForm } from './actions-form.ts'
import { type Draft, PageNotFound } from './page-work.ts'
import { checkAnswer, checkTried, type PageSample, type ShownPage, shownPage, type TriedPage } from './preview.ts'
import { readSamples } from './sql.ts'

/** Returns a page with the values of an item, and the answer that it gave. Throws ValidationError as saving and submitting would. Writes nothing. */
export async function tryPage(ctx: Ctx, tried: TriedPage): Promise<ShownPage & { readonly answer: Draft | null }> {
  await mayCall(ctx)
  checkTried(tried)
  const answer = tried.answer === undefined ? null : answerIn(tried.answer, tried.page)
  if (answer) checkAnswer(tried, answer)
  return { ...shownPage(tried.page, tried.data ?? {}, ctx.config.tasksUrl), answer }
}

const answerIn = ({ form, ...given }: NonNullable<TriedPage['answer']>, page: Page): Draft =>
  form === undefined ? given : draftOfForm(new URLSearchParams(form), page.answerSchema)

/** Returns the page of any offer with each of its first items, for its moderation. */
export async function samplesOf(ctx: Ctx, id: Id<'offer'>): Promise<PageSample[]> {
  const row = await foundFor(ctx, readSamples(ctx.db, ctx.by, id), () => OfferNotFound({ offerId: id }))
  if (row.page === null) throw PageNotFound({})
  const page = pageOf(row.page)
  const items = row.items.length > 0 ? row.items : [{}]
  return items.map((data) => ({ data, ...shownPage(page, data, ctx.config.tasksUrl) }))
}
