import type { FastifyBaseLogger } from 'fastify'
import { drainInBatches } from '../../platform/batching/drain.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { createDeliveryWorker, type DeliveryWorker } from './actions-deliver.ts'
import { type DeliveryPosition, deleteOldAttempts, deleteOldDeliveries } from './sql.ts'
import { bringAttemptsForward } from './sql-attempts.ts'

const deliveryWorkers = new WeakMap<Ctx, DeliveryWorker>()

function deliveryWorkerOf(ctx: Ctx, log: FastifyBaseLogger): DeliveryWorker {
  const known = deliveryWorkers.get(ctx)
  if (known) return known
  // A finished attempt frees capacity for the next one. If this claim fails, the job repeats it.
  const onEnded = () => void worker.deliver().catch(() => {})
  const worker = createDeliveryWorker(ctx, { log, onEnded })
  deliveryWorkers.set(ctx, worker)
  return worker
}

/** Sends due deliveries, with one worker for each process. Returns how many it began. */
export const sendDeliveries = (ctx: Ctx, log: FastifyBaseLogger): Promise<number> =>
  deliveryWorkerOf(ctx, log).deliver()

/** Brings forward retries, pauses and leases after the clock was set back. */
export const bringDeliveriesForward = ({ db }: Pick<Ctx, 'db'>, seconds: number): Promise<number> =>
  bringAttemptsForward(db, seconds)

/** Waits for the deliveries of this process that are being sent. */
export async function endDeliveries(ctx: Ctx): Promise<void> {
  const worker = deliveryWorkers.get(ctx)
  deliveryWorkers.delete(ctx)
  await worker?.stop()
}

const deletedMax = 1000
/** Maximum number of attempts that one run scans and keeps; the next run continues from there. */
const keptSeenMax = 5 * deletedMax
const start: DeliveryPosition = { startedAt: new Date(0), id: 0 }

/** Deletes expired deliveries and attempts in partitions that cannot be dropped. Returns how many. */
export async function sweepDeliveries({ db }: Pick<Ctx, 'db'>): Promise<number> {
  const deliveries = await drainInBatches(deletedMax, (limit) => deleteOldDeliveries(db, limit))
  return deliveries + (await sweepAttempts(db))
}

/** Cursor of the scan per database. Without one the scan starts over, which only costs time. */
const cursors = new WeakMap<Db, DeliveryPosition>()

/**
 * Attempts of pending deliveries are kept long and would slow down every scan. So each scan continues where the last one stopped,
 * and starts over at the end.
 */
async function sweepAttempts(db: Db): Promise<number> {
  let deleted = 0
  for (let kept = 0; kept < keptSeenMax; ) {
    const batch = await deleteOldAttempts(db, cursors.get(db) ?? start, deletedMax)
    deleted += batch.deleted
    kept += batch.seen - batch.deleted
    if (batch.startedAt === null || batch.id === null || batch.seen < deletedMax) {
      cursors.delete(db)
      return deleted
    }
    cursors.set(db, { startedAt: batch.startedAt, id: batch.id })
  }
  return deleted
}
