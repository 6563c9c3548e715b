import { type BatchKind, batchLimit, joinBatch, rowsOf } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Execution } from '../execution.ts'
import type { Holding } from './holds.ts'
import { holdRejections } from './sql.ts'

type DelayedHolding = Holding & { readonly seconds: number }

const holding: BatchKind<DelayedHolding, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  send: async (db, items) =>
    rowsOf(
      await holdRejections(db, items, (items[0] as DelayedHolding).seconds),
      items.map(({ execution }) => execution),
    ),
}

/** Holds a rejection for an operator, batched with concurrent requests. Returns undefined if another decision came first. */
export const holdOneRejection = (db: Database, held: DelayedHolding) => joinBatch(db, holding, held)
