import {
  type BatchKind,
  batchByRequirement,
  batchLimit,
  joinBatch,
  rowsOf,
  unlessOvertaken,
} from '../../platform/batching/join-batch.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Money } from '../../values/money.ts'
import type { Offer } from '../offer.ts'
import { insertOffers, type NewOffer, type OrderRequest, readOrders } from './sql.ts'

/* Statements for one request, batched with those of concurrent requests. */

const orderFactsBatch = batchByRequirement<OrderRequest, Awaited<ReturnType<typeof readOrders>>[number]>(
  (requirement) => ({
    limit: batchLimit,
    send: (db, requests) => readOrders(db, requirement, requests),
  }),
)

export const readOrder = (db: Database, requirement: Requirement, request: OrderRequest) =>
  joinBatch(db, orderFactsBatch(requirement), request)

type OfferInsert = NewOffer & { readonly money: Money }
const insertBatch = (submitted: boolean): BatchKind<OfferInsert, Offer | undefined> => ({
  limit: batchLimit,
  // A flight takes an advertiser's money once, so batches are keyed by advertiser.
  keyOf: ({ advertiser }) => advertiser,
  records: { columns: ['offer', 'account'], of: ({ id, advertiser }) => [id, advertiser] },
  send: async (db, offers) => {
    const [{ money }] = offers as [OfferInsert]
    const made = await unlessOvertaken(offers, () => insertOffers(db, offers, { submitted, money }))
    return rowsOf(
      made,
      offers.map(({ id }) => id),
    )
  },
})
const insertBatches = { draft: insertBatch(false), submitted: insertBatch(true) }

/** Inserts an offer, as a draft or submitted. Returns undefined if its advertiser no longer has enough money, or its API key may not spend it today. */
export const insertOffer = (db: Database, offer: OfferInsert, submitted: boolean) =>
  joinBatch(db, submitted ? insertBatches.submitted : insertBatches.draft, offer)
