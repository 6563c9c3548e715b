import { admitted } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import type { Extras, Problem } from '../values/problem.ts'
import type { Offer } from './offer.ts'
import { type OwnFilter, readOffer, readOffers } from './sql-list.ts'

export async function readOwn(ctx: Ctx, id: Id<'offer'>, missing: (extras: Extras) => Problem): Promise<Offer> {
  const { rows } = admitted(ctx.by, await readOffer(ctx.db, ctx.by, id))
  if (!rows[0]) throw missing({})
  return rows[0]
}

const list = async (ctx: Ctx, filter: OwnFilter, page: Page, whose: 'own' | 'any'): Promise<Listed<Offer>> => {
  const { caller, rows } = admitted(ctx.by, await readOffers(ctx.db, ctx.by, filter, page, whose))
  return listed(rows, page, caller, ctx.secretKey)
}

/** A page of the caller's own offers. */
export const listOwn = (ctx: Ctx, filter: OwnFilter, page: Page) => list(ctx, filter, page, 'own')
/** A page of everybody's offers, for an operator. */
export const listAll = (ctx: Ctx, filter: OwnFilter, page: Page) => list(ctx, filter, page, 'any')
