import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../../platform/database/ctx.ts'
import { createDeliveryWorker, type DeliveryWorker } from './actions-deliver.ts'
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
