import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isUnreachable } from './db.ts'

/** Something that is done again and again. `run` answers how much there was to do. */
export type Job<Ctx> = {
  readonly name: string
  readonly everySeconds: number
  readonly run: (ctx: Ctx) => Promise<number>
}

export type Jobs = { stop(): Promise<void> }

/** Runs each job at once and then after every pause; a job never overlaps itself, and a failure waits for its next turn. */
export function startJobs<Ctx>(jobs: readonly Job<Ctx>[], ctx: Ctx, log: FastifyBaseLogger): Jobs {
  const stopped = new AbortController()
  const running = jobs.map((job) => repeat(job, ctx, log, stopped.signal))
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
    },
  }
}

async function repeat<Ctx>(job: Job<Ctx>, ctx: Ctx, log: FastifyBaseLogger, stopped: AbortSignal): Promise<void> {
  while (!stopped.aborted) {
    const done = await job.run(ctx).catch((error: unknown) => {
      log[isUnreachable(error) ? 'warn' : 'error'](
        { err: error, job: job.name },
        'a job failed and will be tried again',
      )
      return 0
    })
    if (done > 0) log.debug({ job: job.name, done }, 'a job is done')
    await setTimeout(job.everySeconds * 1000, undefined, { signal: stopped }).catch(ignore)
  }
}

/** The pause was cut short. */
const ignore = () => {}
