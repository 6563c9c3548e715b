import { admitted } from '../../accounts/caller.ts'
import { TaskNotFound } from '../../offers/offer.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import type { Agreement } from './consensus.ts'
import { findAgreement } from './sql-agreement.ts'

/** Returns the agreement of the caller's own offer, as of the last computation of its results. */
export async function readAgreement(ctx: Ctx, offer: Id<'offer'>): Promise<Agreement> {
  const { rows } = admitted(ctx.by, await findAgreement(ctx.db.reads, ctx.by, offer))
  const [found] = rows
  if (!found) throw TaskNotFound({})
  return found
}
