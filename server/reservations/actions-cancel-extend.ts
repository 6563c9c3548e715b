import { admit, mustBeExecutor, presentedHash, requirementOf } from '../accounts/caller.ts'
import { OfferNotFound } from '../offers/offer.ts'
import type { Ctx, Requirement } from '../platform/database/ctx.ts'
import { retryOnConflict } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import {
  decideExtend,
  type Meant,
  mustBeSkippable,
  type Reservation,
  ReservationNotFound,
  refusalOf,
} from './reservation.ts'
import { cancelReservation, readMeant } from './sql-batched.ts'
import { type EndedReservation, extendReservation, recordReturn, skipReservation } from './sql-ending.ts'

type MeantReservation = Reservation & { readonly now: Date; readonly skipsMax: number | null }

/** Returns the caller's reservation that the request means (`meantReservation`) and the database time. */
async function readMeantOne({ by, db }: Ctx, meant: Meant): Promise<MeantReservation> {
  const request = { hash: presentedHash(by), ...meant }
  const facts = admit(by, await readMeant(db, requirementOf(by) as Requirement, request))
  mustBeExecutor(facts)
  if (facts.known === null) throw OfferNotFound({})
  if (facts.id === null) throw ReservationNotFound({})
  return facts as MeantReservation
}

/** An active reservation of kind Rework. Cancelling it withdraws its execution, which the executions noun must do. */
export type ReworkReservation = {
  readonly rework: { readonly reservation: Reservation; readonly execution: Id<'execution'> }
}

/**
 * Cancels the caller's active reservation and frees its slot; `skipped`: because they skip all of its items, for this reason. Returns
 * `ReworkReservation` unchanged if the named one is for a rework.
 */
export const cancel = (
  ctx: Ctx,
  meant: Meant,
  skipped?: string | null,
): Promise<EndedReservation | ReworkReservation> =>
  retryOnConflict(async () => {
    const { now, skipsMax, ...reservation } = await readMeantOne(ctx, meant)
    const refusal = refusalOf(reservation, now)
    if (refusal) throw refusal
    if (typeof skipped === 'string') {
      mustBeSkippable(reservation, skipsMax)
      return skipReservation(ctx.db, reservation.id, skipped, moneyOf(ctx.config))
    }
    if (reservation.execution !== null) return { rework: { reservation, execution: reservation.execution } }
    return cancelReservation(ctx.db, reservation, moneyOf(ctx.config))
  })

/** Extends the caller's active reservation, once. The default for `seconds` is the reservation's original duration. */
export const extend = (ctx: Ctx, meant: Meant, seconds: number | null | undefined): Promise<Reservation> =>
  retryOnConflict(async () => {
    const reservation = await readMeantOne(ctx, meant)
    return extendReservation(ctx.db, reservation.id, decideExtend(reservation, seconds, reservation.now))
  })

/** Records what the study reports about a running reservation. Returns when; undefined if it has ended, or has a report. */
export const recordReturned = async (
  { db }: Pick<Ctx, 'db'>,
  id: Id<'reservation'>,
  action: string,
): Promise<Date | undefined> => (await recordReturn(db, id, action))?.returnedAt
