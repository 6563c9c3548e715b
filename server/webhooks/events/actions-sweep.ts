import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { deleteOldEvents } from './sql.ts'

const eventsDeletedMax = 1_000

/** Deletes expired events in partitions that cannot be dropped. Returns how many. */
export const sweepEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(eventsDeletedMax, (most) => deleteOldEvents(db, most))
