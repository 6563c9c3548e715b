import { type Batch, batched } from '../../platform/batching/batched.ts'
import { batchLimit, rowsOf } from '../../platform/batching/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Execution } from '../execution.ts'
import type { Holding } from './holds.ts'
import { holdRejections } from './sql.ts'

type DelayedHolding = Holding & { readonly seconds: number }

const holding: Batch<DelayedHolding, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  send: async (db, items) =>
    rowsOf(
      await holdRejections(db, items, (items[0] as DelayedHolding).seconds),
      items.map(({ execution }) => execution),
    ),
}

/** Holds a rejection for an operator, batched with concurrent requests. Returns undefined if another decision came first. */
export const holdOneRejection = (db: Database, held: DelayedHolding) => batched(db, holding, held)
