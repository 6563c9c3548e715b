import type { FastifyBaseLogger } from 'fastify'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { createDeliveryWorker, type DeliveryWorker } from './deliveries/actions-deliver.ts'
import { sweepDeliveries } from './deliveries/actions-sweep.ts'
import { disableFailingEndpoints } from './endpoints/actions-disable.ts'
import { sweepSecrets } from './endpoints/actions-sweep-secrets.ts'
import { dispatchEvents } from './events/actions-dispatch.ts'
import { sweepEvents } from './events/actions-sweep.ts'
import { keepPartitions } from './retention/actions.ts'

/** Tells what happened to those who are to know; the pause is how late an event of another process may be. */
export const eventsToDispatch: Job<Ctx> = {
  name: 'events to dispatch',
  everySeconds: 0.5,
  wakeOn: true,
  run: (ctx, log) => dispatchEvents(ctx, log),
}

export const oldEvents: Job<Ctx> = { name: 'old events', everySeconds: 60, run: (ctx) => sweepEvents(ctx) }

const deliveryWorkers = new WeakMap<Ctx, DeliveryWorker>()

function deliveryWorkerOf(ctx: Ctx, log: FastifyBaseLogger): DeliveryWorker {
  const known = deliveryWorkers.get(ctx)
  if (known) return known
  // Where an attempt ended there is room for the next one. If the claim fails, the job makes it at its next turn.
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

/** Sends what is due; the pause is how late a retry, or what another process made due, may be. */
export const deliveriesToSend: Job<Ctx> = {
  name: 'deliveries to send',
  everySeconds: 0.5,
  wakeOn: true,
  run: (ctx, log) => deliveryWorkerOf(ctx, log).deliver(),
  end: endDeliveryWorker,
}

export const oldDeliveries: Job<Ctx> = { name: 'old deliveries', everySeconds: 60, run: (ctx) => sweepDeliveries(ctx) }

/** What is old goes as a whole, before the sweeps find it. Nothing waits for that: it tells nobody that it ran. */
export const oldPartitions: Job<Ctx> = {
  name: 'old partitions',
  everySeconds: 600,
  run: async (ctx) => {
    await keepPartitions(ctx)
    return 0
  },
}

export const oldSecrets: Job<Ctx> = { name: 'old secrets', everySeconds: 60, run: (ctx) => sweepSecrets(ctx) }

/** Endpoints that nothing reaches: after days their accounts are told, and later nothing is sent to them any more. */
export const failingEndpoints: Job<Ctx> = {
  name: 'failing endpoints',
  everySeconds: 60,
  run: (ctx) => disableFailingEndpoints(ctx),
}
