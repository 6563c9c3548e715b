import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { type Bell, createBell } from './bell.ts'
import { machineSeconds, stopwatch } from './clock.ts'
import { isUnreachable } from './db.ts'
import { counter, gauge, histogram } from './metrics.ts'
import { within } from './origin.ts'
import { tracing } from './traces.ts'

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

// Not `job`: by that label Prometheus says whom it asked.
const durations = histogram('market_job_duration_seconds', 'How long runs of a job took.', {
  labels: ['name'],
  buckets: [0.01, 0.1, 1, 10, 60],
})
const failures = counter('market_job_failures_total', 'Runs of a job that failed.', ['name'])
const things = counter('market_job_done_total', 'What a job had to do, as it counts that.', ['name'])
const succeededAt = gauge(
  'market_job_last_success_timestamp_seconds',
  'When a run of a job last came to its end without a failure.',
  { labels: ['name'], ofAll: 'max' },
)
const interval = gauge('market_job_interval_seconds', 'How long a job rests between its runs.', {
  labels: ['name'],
  ofAll: 'max',
})

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
  interval.set({ name: job.name }, job.everySeconds)
  failures({ name: job.name }, 0)
  const alarm = job.wakes ? alarmOn(bell) : undefined
  while (!stopped.aborted) {
    alarm?.set()
    if ((await runOnce(job, ctx, log)) > 0) bell.ring()
    await pause(job.everySeconds, alarm, stopped)
  }
  alarm?.off()
}

/** Answers how much there was to do; a failure did nothing. */
async function runOnce<Ctx>({ name: job, run }: Job<Ctx>, ctx: Ctx, log: FastifyBaseLogger): Promise<number> {
  const [passed, traced] = [stopwatch(), tracing()?.run(`job ${job}`)]
  try {
    const done = await within({ job, span: traced?.span }, () => run(ctx, log))
    traced?.end(done > 0, { 'market.job': job, 'market.done': done }, false)
    if (done > 0) log.debug({ job, done }, 'a job is done')
    things({ name: job }, done)
    succeededAt.set({ name: job }, machineSeconds())
    return done
  } catch (error) {
    log[isUnreachable(error) ? 'warn' : 'error']({ err: error, job }, 'a job failed and will be tried again')
    failures({ name: job })
    traced?.end(false, { 'market.job': job }, true)
    return 0
  } finally {
    durations({ name: job }, passed() / 1_000)
  }
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
