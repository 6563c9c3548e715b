import { type BatchKind, batchLimit, joinBatch, rowsOf } from '../../platform/batching/join-batch.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Execution } from '../execution.ts'
import { type Rework, requestReworks } from './sql.ts'

const requesting: BatchKind<Rework, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  events: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, items) =>
    rowsOf(
      await requestReworks(db, items),
      items.map(({ execution }) => execution),
    ),
}

/** Sends work back for rework, batched with concurrent requests. Returns undefined if another decision came first. */
export const requestReworkOf = (db: Database, rework: Rework) => joinBatch(db, requesting, rework)
