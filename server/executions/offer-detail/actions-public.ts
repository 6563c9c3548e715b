import { advertiserAliasOf } from '../../offers/available.ts'
import { isBeforeStart, isPastEnd } from '../../offers/limits.ts'
import { OfferNotFound } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { filledTexts } from '../../values/placeholders/filled-texts.ts'
import { filledStudy } from '../../values/placeholders/study-addresses.ts'
import type { PublicOffer } from '../offer-detail.ts'
import { schemasOf } from './actions.ts'
import { readPublicOffer } from './sql.ts'

/** Returns an open offer as people without an account see it. Throws OfferNotFound, also for offers by invitation. */
export async function openPublicOffer(
  { db, secretKey }: Pick<Ctx, 'db' | 'secretKey'>,
  id: Id<'offer'>,
): Promise<PublicOffer> {
  const row = await readPublicOffer(db, id)
  if (!row || isBeforeStart(row, row.now) || isPastEnd(row, row.now)) throw OfferNotFound({})
  const offer = { ...row, ...(await schemasOf(db, row)), advertiserAlias: advertiserAliasOf(secretKey, row.advertiser) }
  return { ...offer, ...(offer.hasItems ? filledTexts(offer, null) : { details: filledStudy(offer.details, null) }) }
}
