import { foundFor, listedFor, mayCall } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { withKnownTotal } from '../../platform/database/list-totals.ts'
import type { Id } from '../../values/id.ts'
import type { Extras, Problem } from '../../values/problems/problem.ts'
import { countedMax, listed, type Page, type PageOf } from '../../values/requests/page.ts'
import { itemsText, pageBytes } from '../../values/requests/page-text.ts'
import type { StatusCount } from '../../values/requests/status-counts.ts'
import type { Offer } from '../offer.ts'
import { type Form, textsOf } from './actions-texts.ts'
import { countOffers, type OfferFilter, readAllOffers, readOffer, readOwnOffers, sorts } from './sql.ts'

export const offerSorts = sorts

export async function readOwn(ctx: Ctx, id: Id<'offer'>, missing: (extras: Extras) => Problem): Promise<Offer> {
  return foundFor(ctx, readOffer(ctx.db, ctx.by, id), missing)
}

/** Returns a page of the caller's offers as response bytes. */
export async function listOwn(ctx: Ctx, filter: OfferFilter, page: Page, form: Form): Promise<Buffer> {
  const caller = await mayCall(ctx)
  const { callerAccount: account } = caller
  const rows = await withKnownTotal(ctx.db, account, page, (total) =>
    readOwnOffers(ctx.db.reads, { account, filter, page, total }),
  )
  const { items, ...rest } = listed(rows, page, caller, ctx.secretKey)
  return pageBytes(itemsText(await textsOf(ctx.db, items, form)), rest)
}

/** Returns a page of all offers, for an operator. */
export const listAll = (ctx: Ctx, filter: OfferFilter, page: Page): Promise<PageOf<Offer>> =>
  listedFor(ctx, page, readAllOffers(ctx.db.reads, ctx.by, filter, page))

/** Returns the number of an advertiser's offers in each status, counting up to `countedMax` offers. */
export const offersByStatus = ({ db }: Pick<Ctx, 'db'>, advertiser: Id<'account'>): Promise<StatusCount[]> =>
  countOffers(db, advertiser, countedMax)
