import { type BatchKind, batchLimit, joinBatch, rowsOf } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Execution } from '../execution.ts'
import type { RejectionToHold } from './holds.ts'
import { holdRejections } from './sql.ts'

type TimedRejection = RejectionToHold & { readonly seconds: number }

const holdBatch: BatchKind<TimedRejection, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  send: async (db, items) =>
    rowsOf(
      await holdRejections(db, items, (items[0] as TimedRejection).seconds),
      items.map(({ execution }) => execution),
    ),
}

/** Holds a rejection for an operator, batched with concurrent requests. Returns undefined if another decision came first. */
export const holdOneRejection = (db: Database, held: TimedRejection) => joinBatch(db, holdBatch, held)
