import type { Ctx } from '../platform/ctx.ts'
import { deleteOldSecrets } from './sql.ts'
import { deleteOldAttempts, deleteOldDeliveries } from './sql-deliveries.ts'
import { deleteOldEvents } from './sql-events.ts'

const deletedMax = 1000

/** Deletes set after set, so that no statement takes long; answers how much there was. */
async function allOf(deleteSome: (most: number) => Promise<number>): Promise<number> {
  for (let all = 0; ; ) {
    const deleted = await deleteSome(deletedMax)
    all += deleted
    if (deleted < deletedMax) return all
  }
}

/** Deletes events that were told long ago; answers of how many. */
export const sweepEvents = ({ db }: Pick<Ctx, 'db'>): Promise<number> => allOf((most) => deleteOldEvents(db, most))

/** Erases secrets that were replaced and sign no more; answers of how many. */
export const sweepSecrets = ({ db }: Pick<Ctx, 'db'>): Promise<number> => allOf((most) => deleteOldSecrets(db, most))

/** Deletes what is older than the log is kept; answers how much there was. */
export async function sweepDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const deliveries = await allOf((most) => deleteOldDeliveries(db, most))
  return deliveries + (await allOf((most) => deleteOldAttempts(db, most)))
}
