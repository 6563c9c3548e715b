import { listedFor } from '../accounts/actions-callers.ts'
import { admit, admitted, mustBeExecutor, presentedHash, requirementOf } from '../accounts/caller.ts'
import { TaskNotFound } from '../offers/offer.ts'
import type { Ctx, Requirement } from '../platform/database/ctx.ts'
import { retryOnConflict, undefinedIfViolated } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import { expireBatched } from './actions-expiry.ts'
import { type Decision, decideReserve, type Facts } from './decide.ts'
import type { ListedReservation, Reservation, TaskReservation } from './reservation.ts'
import { lockForReserve, type NewReservation, readReservation, readReservations } from './sql.ts'
import { insertReservation, readReserveFacts } from './sql-batched.ts'
import { readTaskReservations } from './sql-task.ts'

export type ReserveResult = Reservation & { readonly alreadyExists: boolean }

/** Reserves one slot of an active offer, or returns the caller's active reservation on it. Throws the first refusal. */
export const reserve = (ctx: Ctx, offer: Id<'offer'>): Promise<ReserveResult> =>
  retryOnConflict(
    () => reserveOnce(ctx, offer),
    () => reserveAlone(ctx, offer),
  )

/** Tries once. Returns undefined if a concurrent request came first, or if an expired reservation had to be ended first. */
async function reserveOnce(ctx: Ctx, offer: Id<'offer'>, isAlone = false): Promise<ReserveResult | undefined> {
  const facts = await factsFor(ctx, offer)
  const decision = decideReserve(facts, ctx.config)
  if (decision.existing) return existing(ctx, decision.existing)
  if (decision.due) {
    for (const id of decision.due) await expireBatched(ctx.db, ctx.config, id)
    return
  }
  // Only under the locks: two reservations may not get the same number.
  if (decision.sequenceNumber && !isAlone) return reserveAlone(ctx, offer)
  const reservation = await undefinedIfTaken(insertReservation(ctx.db, newReservation(facts, decision), ctx.config))
  return reservation && { ...reservation, alreadyExists: false }
}

/** Returns the caller's reservation; undefined if it has ended since the facts were read. */
async function existing({ db }: Ctx, id: Id<'reservation'>): Promise<ReserveResult | undefined> {
  const reservation = await readReservation(db, id)
  return reservation.status === 'Active' ? { ...reservation, alreadyExists: true } : undefined
}

/**
 * Reserves under locks on the offer's slots and the executor, so that no other reservation comes between the facts and the write.
 * `isAlone` says that the locks are held; a transaction does not, because requests with an Idempotency-Key open one without them.
 */
const reserveAlone = (ctx: Ctx, offer: Id<'offer'>): Promise<ReserveResult | undefined> =>
  ctx.db.transaction(async (db) => {
    await lockForReserve(db, { hash: presentedHash(ctx.by), offer })
    return reserveOnce({ ...ctx, db }, offer, true)
  })

/** Reads the facts for a reserve. Throws the refusal of the credential, or ExecutorNotFound. */
async function factsFor({ by, db, config }: Ctx, offer: Id<'offer'>): Promise<Facts> {
  const request = { hash: presentedHash(by), offer, settings: config }
  const facts = admit(by, await readReserveFacts(db, requirementOf(by) as Requirement, request))
  mustBeExecutor(facts)
  return facts
}

const newReservation = (facts: Facts, decision: Decision): NewReservation => ({
  id: facts.id,
  executor: facts.executor,
  offer: facts.offer as Id<'offer'>,
  reservationsMade: facts.reservationsMade,
  renews: decision.renews ?? null,
  sequenceNumber: decision.sequenceNumber ?? null,
  hasItems: facts.suitesLeft !== null,
  goldPerSlot: facts.goldPerSlot,
  isQuiz: facts.isQuiz === true,
  hadSuites: facts.hadSuites === true,
  quotaCells: decision.quotaCells ?? null,
})

/**
 * Returns undefined if the executor has an active reservation on the offer already. The flight's guard refuses that before; the index is
 * the second line of defence. The caller reads the facts again.
 */
const undefinedIfTaken = <T>(written: Promise<T>): Promise<T | undefined> =>
  undefinedIfViolated(written, 'one_active_reservation')

export const listReservations = (
  ctx: Ctx,
  status: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<ListedReservation> & { readonly now: Date }> =>
  listedFor(ctx, page, readReservations(ctx.db.reads, ctx.by, status, page), mustBeExecutor)

/** Lists the reservations of one of the caller's offers, newest first. */
export async function listTaskReservations(
  ctx: Ctx,
  offer: Id<'offer'>,
  status: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<TaskReservation> & { readonly now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readTaskReservations(ctx.db.reads, ctx.by, { offer, status }, page))
  if (rows.length === 0) throw TaskNotFound({})
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}
