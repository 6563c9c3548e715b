import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import type { Extras, Problem } from '../values/problem.ts'
import { type Available, type Filter, ineligibleReasons } from './available.ts'
import type { Offer } from './offer.ts'
import { type OwnFilter, readAvailable, readOffer, readOffers } from './sql-list.ts'

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

export type Offered = Available & { readonly ineligibleReasons: readonly string[] }

/** A page of the offers that executors may reserve, each with the reasons why this one may not. */
export async function listAvailable(ctx: Ctx, filter: Filter, page: Page): Promise<Listed<Offered>> {
  const { caller, rows } = admitted(ctx.by, await readAvailable(ctx.db, ctx.by, filter, page))
  mustBeExecutor(caller)
  const { items, ...rest } = listed(rows, page, caller, ctx.secretKey)
  const offered = items.map((row) => {
    const { ownBirthDate: birthDate, ownCountry: country, ownGender: gender } = row
    const executor = { account: caller.callerAccount, birthDate, country, gender }
    return { ...row, ineligibleReasons: ineligibleReasons(row, executor, caller.now, ctx.config.ageFloor) }
  })
  return { ...rest, items: offered }
}
