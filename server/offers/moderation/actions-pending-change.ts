import type { Ctx } from '../../platform/database/ctx.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { mustBeVersion } from '../../values/requests/version.ts'
import { changeOffer, type VersionPrecondition } from '../lifecycle/actions.ts'
import { type Offer, OfferNotFound } from '../offer.ts'
import { changeApproved, changeRejected } from './pending-change.ts'

/** An operator approves the pending change of a running offer: from now on executors read and reserve the new content. */
export const approveChange = (ctx: Ctx, { id, versions }: VersionPrecondition): Promise<Offer> =>
  changeOffer(ctx, { id, whose: 'any', missing: OfferNotFound }, (before) => {
    mustBeVersion(before, versions)
    return changeApproved(before)
  })

/** An operator rejects the pending change of a running offer, which goes on as it is. */
export const rejectChange = (ctx: Ctx, { id, versions }: VersionPrecondition, reason: string): Promise<Offer> =>
  changeOffer(ctx, { id, whose: 'any', missing: OfferNotFound }, (before, now) => {
    mustBeVersion(before, versions)
    return changeRejected(before, reasonOf(reason), now)
  })
