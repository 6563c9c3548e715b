import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { OfferNotFound } from '../offer.ts'
import type { ModeratedOffer } from './moderation.ts'
import { readForModeration } from './sql.ts'

/** An operator reads anybody's offer, with all that they judge it by. */
export async function openForModeration(ctx: Ctx, id: Id<'offer'>): Promise<ModeratedOffer> {
  const { rows } = admitted(ctx.by, await readForModeration(ctx.db, ctx.by, id))
  if (!rows[0]) throw OfferNotFound({ offerId: id })
  return rows[0]
}
