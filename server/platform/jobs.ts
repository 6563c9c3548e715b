import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Bell, createBell } from './bell.ts'
import { isUnreachable } from './db.ts'

/** Something that is done again and again. `run` answers how much there was to do. */
export type Job<Ctx> = {
  readonly name: string
  readonly everySeconds: number
  /** It does not wait for its turn when the bell rings, either. */
  readonly wakes?: true
  readonly run: (ctx: Ctx, log: FastifyBaseLogger) => Promise<number>
  /** Ends what it left under way, when the jobs stop. */
  readonly end?: (ctx: Ctx) => Promise<void>
}

export type Jobs = { stop(): Promise<void> }

/** Between two runs of a job that the bell wakes: what comes meanwhile is done together. */
const restMs = 5

/**
 * Runs each job at once and then after every pause; a job never overlaps itself, and a failure waits for its next turn.
 * A job that did something rings the bell for those that go on with it, itself among them.
 */
export function startJobs<Ctx>(
  jobs: readonly Job<Ctx>[],
  ctx: Ctx,
  log: FastifyBaseLogger,
  bell: Bell = createBell(),
): Jobs {
  const stopped = new AbortController()
  const running = jobs.map((job) => repeat(job, ctx, log, bell, stopped.signal))
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
      await Promise.all(jobs.map((job) => job.end?.(ctx)))
    },
  }
}

async function repeat<Ctx>(
  job: Job<Ctx>,
  ctx: Ctx,
  log: FastifyBaseLogger,
  bell: Bell,
  stopped: AbortSignal,
): Promise<void> {
  const alarm = job.wakes ? alarmOn(bell) : undefined
  while (!stopped.aborted) {
    alarm?.set()
    const done = await job.run(ctx, log).catch((error: unknown) => {
      log[isUnreachable(error) ? 'warn' : 'error'](
        { err: error, job: job.name },
        'a job failed and will be tried again',
      )
      return 0
    })
    if (done > 0) log.debug({ job: job.name, done }, 'a job is done')
    if (done > 0) bell.ring()
    await pause(job.everySeconds, alarm, stopped)
  }
  alarm?.off()
}

/** Goes off once after it was set, also where the bell rang while the job was still running: that may have been too late for it. */
function alarmOn(bell: Bell) {
  let current = Promise.withResolvers<void>()
  const off = bell.listen(() => current.resolve())
  const set = () => {
    current = Promise.withResolvers<void>()
  }
  return { set, off, rung: () => current.promise }
}

async function pause(seconds: number, alarm: ReturnType<typeof alarmOn> | undefined, stopped: AbortSignal) {
  if (!alarm) return setTimeout(seconds * 1000, undefined, { signal: stopped }).catch(ignore)
  const turn = new AbortController()
  const signal = AbortSignal.any([stopped, turn.signal])
  await Promise.race([setTimeout(seconds * 1000, undefined, { signal }).catch(ignore), alarm.rung()])
  turn.abort()
  await setTimeout(restMs, undefined, { signal: stopped }).catch(ignore)
}

/** The pause was cut short. */
const ignore = () => {}
