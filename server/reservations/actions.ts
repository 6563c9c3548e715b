import { admit, admitted, mustBeExecutor, presentedHash } from '../accounts/caller.ts'
import { type Batch, batched } from '../platform/batching/batched.ts'
import { batchByRequirement, batchLimit, rowsOf } from '../platform/batching/batches.ts'
import type { By, Ctx } from '../platform/database/ctx.ts'
import { constraintOf, type Database, retryOnConflict } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import { expireOne } from './actions-ended.ts'
import { type Decision, decideReserve, type Facts } from './decide.ts'
import type { ListedReservation, Reservation } from './reservation.ts'
import {
  insertReservations,
  lockForReserve,
  type NewReservation,
  type ReserveRequest,
  readReservations,
  renewReservations,
  reserveFacts,
  type Settings,
} from './sql.ts'

export type Reserved = Reservation & { readonly alreadyExists: boolean }

export const bearerRequirement = (by: By) => {
  if (by === 'Local') throw new Error('an executor acts with an access token')
  return by.requirement
}

type ReserveRequestWithSettings = ReserveRequest & { readonly settings: Settings }
const reserveFactsFor = batchByRequirement<
  ReserveRequestWithSettings,
  Awaited<ReturnType<typeof reserveFacts>>[number]
>((requirement) => ({
  limit: batchLimit,
  send: (db, asked) => reserveFacts(db, requirement, asked, (asked[0] as ReserveRequestWithSettings).settings),
}))

type Making = NewReservation & { readonly settings: Settings }
/** An executor's row is locked and counted once by a statement. */
const makingBy = (write: typeof insertReservations): Batch<Making, Reservation | undefined> => ({
  limit: batchLimit,
  keyOf: ({ executor }) => executor,
  send: async (db, asked) =>
    rowsOf(
      await write(db, asked, (asked[0] as Making).settings),
      asked.map(({ id }) => id),
    ),
})
const making = makingBy(insertReservations)
const renewing = makingBy(renewReservations)

/** An executor takes one slot of an active offer. */
export function reserve(ctx: Ctx, offer: Id<'offer'>): Promise<Reserved> {
  const asked = { hash: presentedHash(ctx.by), offer, settings: ctx.config }
  return retryOnConflict(
    () => reserveOnce(ctx, ctx.db, asked),
    () => inTurn(ctx, asked),
  )
}

/** Keeps everybody else from the offer and the executor meanwhile: what is read is so until it is written. */
const inTurn = (ctx: Ctx, asked: ReserveRequestWithSettings): Promise<Reserved | undefined> =>
  ctx.db.transaction(async (db) => {
    await lockForReserve(db, asked)
    return reserveOnce(ctx, db, asked, true)
  })

/** A transaction is no turn of ours: one that keeps the answer of a request has locked nothing that others compete for. */
async function reserveOnce(
  ctx: Ctx,
  db: Database,
  asked: ReserveRequestWithSettings,
  isOurTurn = false,
): Promise<Reserved | undefined> {
  const facts = admit(ctx.by, await batched(db, reserveFactsFor(bearerRequirement(ctx.by)), asked))
  mustBeExecutor(facts)
  const decision = decideReserve(facts, ctx.config)
  if (decision.existing) return { ...decision.existing, alreadyExists: true }
  if (decision.due) return void (await expireOne(db, ctx.config, decision.due))
  if (decision.sequenceNumber && !isOurTurn) return inTurn(ctx, asked)
  const reservation = await unlessTaken(write(db, facts, decision, asked.settings))
  return reservation && { ...reservation, alreadyExists: false }
}

function write(db: Database, facts: Facts, decision: Decision, settings: Settings) {
  const { id, callerAccount: executor, reservationsMade: made } = facts
  const offer = facts.offer as Id<'offer'>
  const { renews = null, sequenceNumber = null } = decision
  return batched(db, renews === null ? making : renewing, {
    id,
    executor,
    offer,
    made,
    renews,
    sequenceNumber,
    settings,
  })
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

export async function listReservations(
  ctx: Ctx,
  status: readonly string[] | undefined,
  page: Page,
): Promise<PageOf<ListedReservation> & { readonly now: Date }> {
  const { caller, rows } = admitted(ctx.by, await readReservations(ctx.db.reads, ctx.by, status, page))
  mustBeExecutor(caller)
  return { ...listed(rows, page, caller, ctx.secretKey), now: caller.now }
}
