import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { createDeliveryWorker, type DeliveryWorker } from './deliveries/actions-deliver.ts'
import { sweepDeliveries } from './deliveries/actions-sweep.ts'
import { disableFailingEndpoints, sweepSecrets } from './endpoints/actions.ts'
import { sweepEvents } from './events/actions.ts'
import { dispatchEvents } from './events/actions-dispatch.ts'
import { keepPartitions } from './retention/actions.ts'

/** Dispatches events; the interval is the maximum delay for events of other processes. */
export const eventsToDispatch: Job<Ctx> = {
  name: 'events to dispatch',
  everySeconds: 0.5,
  wakeOn: true,
  run: dispatchEvents,
}

export const oldEvents: Job<Ctx> = { name: 'old events', everySeconds: 60, run: sweepEvents }

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

async function endDeliveryWorker(ctx: Ctx): Promise<void> {
  const worker = deliveryWorkers.get(ctx)
  deliveryWorkers.delete(ctx)
  await worker?.stop()
}

/** Sends due deliveries; the interval is the maximum delay of retries and of deliveries made due by other processes. */
export const deliveriesToSend: Job<Ctx> = {
  name: 'deliveries to send',
  everySeconds: 0.5,
  wakeOn: true,
  run: (ctx, log) => deliveryWorkerOf(ctx, log).deliver(),
  end: endDeliveryWorker,
}

export const oldDeliveries: Job<Ctx> = { name: 'old deliveries', everySeconds: 60, run: sweepDeliveries }

/** Drops old partitions before the sweeps delete their rows one by one. Returns 0, so a run wakes no other job. */
export const oldPartitions: Job<Ctx> = {
  name: 'old partitions',
  everySeconds: 600,
  run: async (ctx) => {
    await keepPartitions(ctx)
    return 0
  },
}

export const oldSecrets: Job<Ctx> = { name: 'old secrets', everySeconds: 60, run: sweepSecrets }

/** Notifies accounts of endpoints that fail for days, and later disables these. */
export const failingEndpoints: Job<Ctx> = {
  name: 'failing endpoints',
  everySeconds: 60,
  run: disableFailingEndpoints,
}
