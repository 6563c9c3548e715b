import { admit, admitted, mustBeExecutor, needOf, presentedHash } from '../accounts/caller.ts'
import { OfferNotFound } from '../offers/offer.ts'
import type { By, Ctx } from '../platform/ctx.ts'
import { constraintOf, type Db, untilWritten } from '../platform/db.ts'
import { inSets } from '../platform/sets.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
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
  readReservations,
  reserveFacts,
} from './sql.ts'

const sweptMax = 500

export type Reserved = Reservation & { readonly alreadyExists: boolean }

const bearerNeed = (by: By) => {
  if (by === 'Local') throw new Error('an executor acts with an access token')
  return by.need
}

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

async function reserveOnce(ctx: Ctx, db: Db, asked: Asked): Promise<Reserved | undefined> {
  const [row] = await reserveFacts(db, bearerNeed(ctx.by), [asked])
  const facts = admit(needOf(ctx.by), row)
  mustBeExecutor(facts)
  const { existing, due } = decideReserve(facts, ctx.config)
  if (existing) return { ...existing, alreadyExists: true }
  if (due) return void (await expireReservations(db, [due], moneyOf(ctx.config)))
  const made = { id: facts.id, executor: facts.callerAccount, offer: asked.offer, made: facts.reservationsMade }
  const [reservation] = await unlessTaken(insertReservations(db, [made]))
  return reservation && { ...reservation, alreadyExists: false }
}

/** The same executor was faster with another request: the facts are read again. */
const unlessTaken = async (written: Promise<Reservation[]>): Promise<Reservation[]> => {
  try {
    return await written
  } catch (error) {
    if (constraintOf(error) === 'one_active_reservation') return []
    throw error
  }
}

/** An executor gives the slot of an active reservation back. */
export function cancel(ctx: Ctx, offer: Id<'offer'>): Promise<Ended> {
  const asked = { hash: presentedHash(ctx.by), offer }
  return untilWritten(async () => {
    const [row] = await cancelFacts(ctx.db, bearerNeed(ctx.by), [asked])
    const facts = admit(needOf(ctx.by), row)
    mustBeExecutor(facts)
    if (facts.known === null) throw OfferNotFound({})
    if (facts.id === null) throw ReservationNotFound({})
    const refusal = refusalOf(facts as Reservation, facts.now)
    if (refusal) throw refusal
    return (await cancelReservations(ctx.db, [facts.id], moneyOf(ctx.config)))[0]
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
