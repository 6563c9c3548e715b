import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { OfferNotFound } from '../offer.ts'
import type { ModeratedOffer } from './moderation.ts'
import { readForModeration } from './sql.ts'

/** Returns any offer with the facts that an operator reviews it by. Throws OfferNotFound. */
export async function openForModeration(ctx: Ctx, id: Id<'offer'>): Promise<ModeratedOffer> {
  const { rows } = admitted(ctx.by, await readForModeration(ctx.db, ctx.by, id))
  if (!rows[0]) throw OfferNotFound({ offerId: id })
  return rows[0]
}
