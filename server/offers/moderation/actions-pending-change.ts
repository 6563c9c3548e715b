import type { Ctx } from '../../platform/database/ctx.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { mustBeVersion } from '../../values/requests/version.ts'
import { changeOffer, type VersionPrecondition } from '../lifecycle/actions.ts'
import { type Offer, OfferNotFound } from '../offer.ts'
import { approvePendingChange, rejectPendingChange } from './pending-change.ts'

/** Approves the pending change of a running offer; new readers and reservations get the new content. */
export const approveChange = (ctx: Ctx, { id, versions }: VersionPrecondition): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before) => {
    mustBeVersion(before, versions)
    return approvePendingChange(before)
  })

/** Rejects the pending change of a running offer, whose content stays as it is. */
export const rejectChange = (ctx: Ctx, { id, versions }: VersionPrecondition, reason: string): Promise<Offer> =>
  changeOffer(ctx, { id, access: 'any', missing: OfferNotFound }, (before, now) => {
    mustBeVersion(before, versions)
    return rejectPendingChange(before, reasonOf(reason), now)
  })
