import type { Ctx } from '../platform/ctx.ts'
import { inSets } from '../platform/sets.ts'
import { deleteOldSecrets } from './sql.ts'
import { deleteOldAttempts, deleteOldDeliveries } from './sql-deliveries.ts'
import { deleteOldEvents } from './sql-events.ts'

const deletedMax = 1000

/** Deletes events that were told long ago and are in a partition that stays; answers of how many. */
export const sweepEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  inSets(deletedMax, (most) => deleteOldEvents(db, most))

/** Erases secrets that were replaced and sign no more; answers of how many. */
export const sweepSecrets = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  inSets(deletedMax, (most) => deleteOldSecrets(db, most))

/** Deletes what is older than the log is kept and in a partition that stays; answers how much there was. */
export async function sweepDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const deliveries = await inSets(deletedMax, (most) => deleteOldDeliveries(db, most))
  return deliveries + (await inSets(deletedMax, (most) => deleteOldAttempts(db, most)))
}
