import type { Ctx } from '../platform/ctx.ts'
import type { Job } from '../platform/jobs.ts'
import { dispatchEvents, sweepEvents } from './actions-dispatch.ts'

/** Tells what happened to those who are to know; the pause is how late an event of another process may be. */
export const eventsToDispatch: Job<Ctx> = {
  name: 'events to dispatch',
  everySeconds: 0.5,
  wakes: true,
  run: (ctx, log) => dispatchEvents(ctx, log),
}

export const oldEvents: Job<Ctx> = { name: 'old events', everySeconds: 60, run: (ctx) => sweepEvents(ctx) }
