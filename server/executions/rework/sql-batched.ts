import { type Batch, batched } from '../../platform/batching/batched.ts'
import { batchLimit, rowsOf } from '../../platform/batching/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import type { Execution } from '../execution.ts'
import { type Rework, requestReworks } from './sql.ts'

const requesting: Batch<Rework, Execution | undefined> = {
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
export const requestReworkOf = (db: Database, rework: Rework) => batched(db, requesting, rework)
