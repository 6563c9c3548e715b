import {
  type BatchKind,
  batchByRequirement,
  batchLimit,
  joinBatch,
  rowsOf,
  unlessOvertaken,
} from '../platform/batching/join-batch.ts'
import type { Requirement } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { Reservation } from './reservation.ts'
import {
  insertReservations,
  type NewReservation,
  type ReserveRequest,
  renewReservations,
  reserveFacts,
  type Settings,
} from './sql.ts'
import {
  cancelReservations,
  type EndedReservation,
  expireReservations,
  type MeantRequest,
  meantFacts,
} from './sql-ending.ts'

/*
 * Statements for one request, batched with those of concurrent requests. All requests of a process have the same settings: those of the
 * first apply.
 */

type FactsRequest = ReserveRequest & { readonly settings: Settings }
const factsBatch = batchByRequirement<FactsRequest, Awaited<ReturnType<typeof reserveFacts>>[number]>(
  (requirement) => ({
    limit: batchLimit,
    send: (db, requests) => reserveFacts(db, requirement, requests, (requests[0] as FactsRequest).settings),
  }),
)

export const readReserveFacts = (db: Database, requirement: Requirement, request: FactsRequest) =>
  joinBatch(db, factsBatch(requirement), request)

type InsertRequest = NewReservation & { readonly settings: Settings }
/** A flight counts one reservation for each executor, so batches are keyed by executor. */
const insertBatchBy = (insert: typeof insertReservations): BatchKind<InsertRequest, Reservation | undefined> => ({
  limit: batchLimit,
  keyOf: ({ executor }) => executor,
  send: async (db, items) =>
    rowsOf(
      await unlessOvertaken(items, () => insert(db, items, (items[0] as InsertRequest).settings)),
      items.map(({ id }) => id),
    ),
})
const insertBatch = insertBatchBy(insertReservations)
const renewBatch = insertBatchBy(renewReservations)

/** Inserts a reservation, which may take over the slot of an expired one. Returns undefined if a concurrent request came first. */
export const insertReservation = (db: Database, reservation: NewReservation, settings: Settings) =>
  joinBatch(db, reservation.renews === null ? insertBatch : renewBatch, { ...reservation, settings })

const meantBatch = batchByRequirement<MeantRequest, Awaited<ReturnType<typeof meantFacts>>[number]>((requirement) => ({
  limit: batchLimit,
  send: (db, requests) => meantFacts(db, requirement, requests),
}))

export const readMeant = (db: Database, requirement: Requirement, request: MeantRequest) =>
  joinBatch(db, meantBatch(requirement), request)

type EndRequest = Pick<Reservation, 'id' | 'hasItems'> & { readonly money: Money }
const endBatchBy = (end: typeof cancelReservations): BatchKind<EndRequest, EndedReservation | undefined> => ({
  limit: batchLimit,
  send: async (db, items) => {
    // Many requests may find the same due reservation.
    const ids = [...new Set(items.map(({ id }) => id))]
    const ended = await unlessOvertaken(ids, () =>
      end(
        db,
        ids,
        (items[0] as EndRequest).money,
        items.some(({ hasItems }) => hasItems),
      ),
    )
    return rowsOf(
      ended,
      items.map(({ id }) => id),
    )
  },
})
const expireBatch = endBatchBy(expireReservations)
/** Of concurrent requests to cancel a reservation, one succeeds; the others see that it has ended. */
const cancelBatch = { ...endBatchBy(cancelReservations), keyOf: ({ id }: EndRequest) => id }

/** Expires a due reservation. Returns undefined if it has ended. */
export const expireReservation = (db: Database, id: Id<'reservation'>, money: Money) =>
  joinBatch(db, expireBatch, { id, hasItems: true, money })

/** Cancels an active reservation. Returns undefined if it has ended. */
export const cancelReservation = (db: Database, { id, hasItems }: Pick<Reservation, 'id' | 'hasItems'>, money: Money) =>
  joinBatch(db, cancelBatch, { id, hasItems, money })
