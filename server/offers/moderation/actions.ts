import { foundFor } from '../../accounts/actions-callers.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { reasonOf } from '../../values/requests/reason.ts'
import { changeAny, type VersionPrecondition } from '../lifecycle/actions.ts'
import { type Offer, OfferNotFound } from '../offer.ts'
import type { ModeratedOffer } from './moderation.ts'
import { approvePendingChange, rejectPendingChange } from './pending-change.ts'
import { readForModeration } from './sql.ts'

/** Returns any offer with the facts that an operator reviews it by. Throws OfferNotFound. */
export const openForModeration = (ctx: Ctx, id: Id<'offer'>): Promise<ModeratedOffer> =>
  foundFor(ctx, readForModeration(ctx.db, ctx.by, id), () => OfferNotFound({ offerId: id }))

/** Approves the pending change of a running offer; new readers and reservations get the new content. */
export const approveChange = (ctx: Ctx, offer: VersionPrecondition): Promise<Offer> =>
  changeAny(ctx, offer, approvePendingChange)

/** Rejects the pending change of a running offer, whose content stays as it is. */
export const rejectChange = (ctx: Ctx, offer: VersionPrecondition, reason: string): Promise<Offer> =>
  changeAny(ctx, offer, (before, now) => rejectPendingChange(before, reasonOf(reason), now))
