import { inBatches } from '../../platform/batching/batches.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type DeliveryPosition, deleteOldAttempts, deleteOldDeliveries } from './sql.ts'

const deletedMax = 1000
/** A walk over old attempts goes on at the next turn when it has come by so many that stay. */
const keptSeenMax = 5 * deletedMax
const start: DeliveryPosition = { startedAt: new Date(0), id: 0 }

/** Deletes what is older than the log is kept and in a partition that stays; answers how much there was. */
export async function sweepDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const deliveries = await inBatches(deletedMax, (most) => deleteOldDeliveries(db, most))
  return deliveries + (await sweepAttempts(db))
}

/** How far each database was walked over. Whoever does not know begins again: nothing is lost but time. */
const walked = new WeakMap<Db, DeliveryPosition>()

/** Attempts of deliveries that wait stay for long, and in the way of each walk: it begins where the last one stopped, and after the end anew. */
async function sweepAttempts(db: Db): Promise<number> {
  let deleted = 0
  for (let kept = 0; kept < keptSeenMax; ) {
    const set = await deleteOldAttempts(db, walked.get(db) ?? start, deletedMax)
    deleted += set.deleted
    kept += set.seen - set.deleted
    if (set.startedAt === null || set.id === null || set.seen < deletedMax) {
      walked.delete(db)
      return deleted
    }
    walked.set(db, { startedAt: set.startedAt, id: set.id })
  }
  return deleted
}
