import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { OfferNotFound } from '../offer.ts'
import type { JudgedOffer } from './moderation.ts'
import { readJudged } from './sql.ts'

/** An operator reads anybody's offer, with all that they judge it by. */
export async function openJudged(ctx: Ctx, id: Id<'offer'>): Promise<JudgedOffer> {
  const { rows } = admitted(ctx.by, await readJudged(ctx.db, ctx.by, id))
  if (!rows[0]) throw OfferNotFound({ offerId: id })
  return rows[0]
}
