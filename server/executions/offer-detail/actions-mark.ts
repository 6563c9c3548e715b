import { mayCall } from '../../accounts/actions-callers.ts'
import { OwnOffer } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { saveMark } from '../../reservations/advertiser-marks/actions.ts'
import type { MarkedOffer, MarkKind } from '../../reservations/advertiser-marks/marked-advertiser.ts'
import type { Id } from '../../values/id.ts'
import { openOfferDetail } from './actions.ts'

/** Marks the advertiser of an offer that the executor can open. */
export async function markAdvertiser(ctx: Ctx, offer: Id<'offer'>, mark: MarkKind): Promise<MarkedOffer> {
  const { advertiser, title: offerTitle } = await openOfferDetail(ctx, offer)
  const { callerAccount: executor } = await mayCall(ctx)
  if (advertiser === executor) throw OwnOffer({})
  return saveMark(ctx, { executor, advertiser, offer, offerTitle, mark })
}
