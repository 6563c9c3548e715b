import { admitted, mustBeExecutor } from '../accounts/caller.ts'
import { ineligibleReasons } from '../offers/available.ts'
import { OfferNotFound, OfferUnavailable } from '../offers/offer.ts'
import type { Ctx } from '../platform/ctx.ts'
import type { Id } from '../values/id.ts'
import { actionsOnOffered, type Offered, sightOf } from './report.ts'
import { readOffered } from './sql-offered.ts'

/** An offer as an executor opens it, with what they have on it. */
export async function openOffered(
  ctx: Ctx,
  id: Id<'offer'>,
): Promise<Offered & { ineligibleReasons: readonly string[]; allowedActions: readonly string[] }> {
  const { caller, rows } = admitted(ctx.by, await readOffered(ctx.db, ctx.by, id))
  mustBeExecutor(caller)
  const [row] = rows
  const sight = row ? sightOf(row) : 'unknown'
  if (!row || sight === 'unknown') throw OfferNotFound({})
  if (sight === 'unavailable') throw OfferUnavailable({})
  const profile = { birthDate: row.ownBirthDate, country: row.ownCountry, gender: row.ownGender }
  const executor = { ...profile, account: caller.callerAccount }
  const { ageFloor, activeReservationsMax } = ctx.config
  const reasons = ineligibleReasons(row, executor, caller.now, ageFloor)
  const actions = actionsOnOffered(row, { reasons, activeReservationsMax })
  return { ...row, ineligibleReasons: reasons, allowedActions: actions }
}
