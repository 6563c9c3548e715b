import { admit, mustBeExecutor, presentedHash, requirementOf } from '../accounts/caller.ts'
import { OfferNotFound } from '../offers/offer.ts'
import { inBatches } from '../platform/batching/batches.ts'
import type { Ctx, Requirement } from '../platform/database/ctx.ts'
import { type Database, retryOnConflict } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { decideExtend, type Reservation, ReservationNotFound, refusalOf } from './reservation.ts'
import { cancelReservation, expireReservation, readLatest } from './sql-batched.ts'
import { type EndedReservation, expireDue, extendReservation } from './sql-ended.ts'

const sweptMax = 500

/** Expires one that is due, with all that are found to be due at this moment. */
export const expireOne = (db: Database, config: Ctx['config'], id: Id<'reservation'>) =>
  expireReservation(db, id, moneyOf(config))

/** The newest reservation of the caller on the offer, and the time. */
async function latestOf({ by, db }: Ctx, offer: Id<'offer'>): Promise<Reservation & { readonly now: Date }> {
  const asked = { hash: presentedHash(by), offer }
  const facts = admit(by, await readLatest(db, requirementOf(by) as Requirement, asked))
  mustBeExecutor(facts)
  if (facts.known === null) throw OfferNotFound({})
  if (facts.id === null) throw ReservationNotFound({})
  return facts as Reservation & { readonly now: Date }
}

/** An active reservation of kind Rework: whoever cancels it withdraws its execution, which is not ours to do. */
export type OfRework = { readonly rework: { readonly reservation: Reservation; readonly execution: Id<'execution'> } }

/** An executor gives the slot of an active reservation back. */
export const cancel = (ctx: Ctx, offer: Id<'offer'>): Promise<EndedReservation | OfRework> =>
  retryOnConflict(async () => {
    const { now, ...reservation } = await latestOf(ctx, offer)
    const refusal = refusalOf(reservation, now)
    if (refusal) throw refusal
    if (reservation.execution !== null) return { rework: { reservation, execution: reservation.execution } }
    return cancelReservation(ctx.db, reservation.id, moneyOf(ctx.config))
  })

/** An executor gets more time for an active reservation, once; without a wish, as much as it was made for. */
export const extend = (ctx: Ctx, offer: Id<'offer'>, seconds: number | null | undefined): Promise<Reservation> =>
  retryOnConflict(async () => {
    const reservation = await latestOf(ctx, offer)
    return extendReservation(ctx.db, reservation.id, decideExtend(reservation, seconds, reservation.now))
  })

/** Tidies up: frees the slots of reservations that are over, in sets, until none is left; answers how many. */
export const sweepDue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  inBatches(sweptMax, async (most) => (await expireDue(db, most, moneyOf(config))).length)
