import { admit, admitted, mustBeExecutor, needOf, presentedHash } from '../accounts/caller.ts'
import { OfferNotFound } from '../offers/offer.ts'
import type { By, Ctx } from '../platform/ctx.ts'
import { constraintOf, type Database, untilWritten } from '../platform/db.ts'
import { inSets, rowsOf, setsByNeed, togetherMost } from '../platform/sets.ts'
import { type Together, together } from '../platform/together.ts'
import type { Id } from '../values/id.ts'
import { type Money, moneyOf } from '../values/money.ts'
import { type Listed, listed, type Page } from '../values/page.ts'
import { decideReserve } from './decide.ts'
import { type Reservation, ReservationNotFound, refusalOf } from './reservation.ts'
import {
  type Asked,
  cancelFacts,
  cancelReservations,
  type Ended,
  expireDue,
  expireReservations,
  insertReservations,
  lockForReserve,
  type NewReservation,
  readReservations,
  reserveFacts,
} from './sql.ts'

const sweptMax = 500

export type Reserved = Reservation & { readonly alreadyExists: boolean }

const bearerNeed = (by: By) => {
  if (by === 'Local') throw new Error('an executor acts with an access token')
  return by.need
}

const reserveFactsFor = setsByNeed<Asked, Awaited<ReturnType<typeof reserveFacts>>[number]>((need) => ({
  most: togetherMost,
  send: (db, asked) => reserveFacts(db, need, asked),
}))

/** An executor's row is locked and counted once by a statement. */
const making: Together<NewReservation, Reservation | undefined> = {
  most: togetherMost,
  keyOf: ({ executor }) => executor,
  send: async (db, asked) =>
    rowsOf(
      await insertReservations(db, asked),
      asked.map(({ id }) => id),
    ),
}

type Ending = { readonly id: Id<'reservation'>; readonly money: Money }
const endingBy = (end: typeof cancelReservations): Together<Ending, Ended | undefined> => ({
  most: togetherMost,
  send: async (db, asked) => {
    const ids = asked.map(({ id }) => id)
    return rowsOf(await end(db, ids, (asked[0] as Ending).money), ids)
  },
})
const expiring = endingBy(expireReservations)
/** A reservation is cancelled for one of those who ask: the others find that it is over. */
const cancelling = { ...endingBy(cancelReservations), keyOf: ({ id }: Ending) => id }

/** An executor takes one slot of an active offer. */
export function reserve(ctx: Ctx, offer: Id<'offer'>): Promise<Reserved> {
  const asked = { hash: presentedHash(ctx.by), offer }
  const inTurn = () =>
    ctx.db.transaction(async (db) => {
      await lockForReserve(db, asked)
      return reserveOnce(ctx, db, asked)
    })
  return untilWritten(() => reserveOnce(ctx, ctx.db, asked), inTurn)
}

async function reserveOnce(ctx: Ctx, db: Database, asked: Asked): Promise<Reserved | undefined> {
  const facts = admit(needOf(ctx.by), await together(db, reserveFactsFor(bearerNeed(ctx.by)), asked))
  mustBeExecutor(facts)
  const { existing, due } = decideReserve(facts, ctx.config)
  if (existing) return { ...existing, alreadyExists: true }
  if (due) return void (await together(db, expiring, { id: due, money: moneyOf(ctx.config) }))
  const made = { id: facts.id, executor: facts.callerAccount, offer: asked.offer, made: facts.reservationsMade }
  const reservation = await unlessTaken(together(db, making, made))
  return reservation && { ...reservation, alreadyExists: false }
}

/** The same executor was faster with another request: the facts are read again. */
const unlessTaken = async <T>(written: Promise<T>): Promise<T | undefined> => {
  try {
    return await written
  } catch (error) {
    if (constraintOf(error) === 'one_active_reservation') return undefined
    throw error
  }
}

const cancelFactsFor = setsByNeed<Asked, Awaited<ReturnType<typeof cancelFacts>>[number]>((need) => ({
  most: togetherMost,
  send: (db, asked) => cancelFacts(db, need, asked),
}))

/** An executor gives the slot of an active reservation back. */
export function cancel(ctx: Ctx, offer: Id<'offer'>): Promise<Ended> {
  const asked = { hash: presentedHash(ctx.by), offer }
  const { db } = ctx
  return untilWritten(async () => {
    const facts = admit(needOf(ctx.by), await together(db, cancelFactsFor(bearerNeed(ctx.by)), asked))
    mustBeExecutor(facts)
    if (facts.known === null) throw OfferNotFound({})
    if (facts.id === null) throw ReservationNotFound({})
    const refusal = refusalOf(facts as Reservation, facts.now)
    if (refusal) throw refusal
    return together(db, cancelling, { id: facts.id, money: moneyOf(ctx.config) })
  })
}

export async function listReservations(ctx: Ctx, page: Page): Promise<Listed<Reservation> & { readonly now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readReservations(ctx.db, ctx.by, page))
  mustBeExecutor(caller)
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}

/** Tidies up: frees the slots of reservations that are over, in sets, until none is left; answers how many. */
export const sweepDue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  inSets(sweptMax, async (most) => (await expireDue(db, most, moneyOf(config))).length)
