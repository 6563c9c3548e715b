import type { FastifyBaseLogger } from 'fastify'
import { machineSeconds, stopwatch } from '../clock.ts'
import { counter, gauge, histogram } from '../observability/metrics.ts'
import { runInContext } from '../observability/request-context.ts'
import { endSpan, startTrace } from '../observability/traces.ts'
import { type FailureReport, type JobFailures, pauseAfterFailures, trackFailures } from './failures.ts'
import { createWakeup, type Wakeup } from './wakeup.ts'

/** A repeated task. `run` returns how many items it processed. */
export type Job<Ctx> = {
  readonly name: string
  readonly everySeconds: number
  /** Also runs at each wakeup, without waiting for its interval. */
  readonly wakeOn?: true
  readonly run: (ctx: Ctx, log: FastifyBaseLogger) => Promise<number>
  /** Cleans up when the jobs stop. */
  readonly end?: (ctx: Ctx) => Promise<void>
}

// Not `job`: Prometheus uses that label for the scraped target.
const durations = histogram('market_job_duration_seconds', 'Duration of job runs.', {
  labels: ['name'],
  buckets: [0.01, 0.1, 1, 10, 60],
})
const failureCount = counter('market_job_failures_total', 'Failed job runs.', ['name'])
const things = counter('market_job_done_total', 'Items that a job processed.', ['name'])
const succeededAt = gauge('market_job_last_success_timestamp_seconds', 'Time of the last successful run of a job.', {
  labels: ['name'],
  ofAll: 'max',
})
const interval = gauge('market_job_interval_seconds', 'Interval between the runs of a job.', {
  labels: ['name'],
  ofAll: 'max',
})

export type Jobs = { stop(): Promise<void> }

/** Pause after a wakeup, so that further work is collected into the same run. At 5 ms a reservation costs a tenth more. */
const restMs = 20

export type JobsOptions = { readonly wakeup?: Wakeup; readonly report?: FailureReport }

type JobContext<Ctx> = {
  readonly ctx: Ctx
  readonly log: FastifyBaseLogger
  readonly wakeup: Wakeup
  readonly failures: JobFailures
  readonly stopped: AbortSignal
}

/**
 * Runs each job at once and then after each interval; runs of a job never overlap. A job that did work wakes the jobs with
 * `wakeOn`, including itself. A failed job is retried after a growing pause of up to ten seconds, in which wakeups are ignored.
 * `report` is called for jobs that fail for a minute.
 */
export function startJobs<Ctx>(
  jobs: readonly Job<Ctx>[],
  ctx: Ctx,
  log: FastifyBaseLogger,
  { wakeup = createWakeup(), report }: JobsOptions = {},
): Jobs {
  const stopped = new AbortController()
  const around = { ctx, log, wakeup, failures: trackFailures(log, report), stopped: stopped.signal }
  const running = jobs.map((job) => repeat(job, around))
  return {
    stop: async () => {
      stopped.abort()
      await Promise.all(running)
      await Promise.all(jobs.map((job) => job.end?.(ctx)))
    },
  }
}

async function repeat<Ctx>(job: Job<Ctx>, around: JobContext<Ctx>): Promise<void> {
  const { wakeup, failures, stopped } = around
  interval.set({ name: job.name }, job.everySeconds)
  failureCount({ name: job.name }, 0)
  const alarm = job.wakeOn ? alarmOn(wakeup) : undefined
  while (!stopped.aborted) {
    alarm?.set()
    const { done, failedTimes } = await runOnce(job, around)
    if (done > 0) wakeup.notify()
    if (failedTimes > 0) await rest(pauseAfterFailures(failedTimes, job.everySeconds), stopped, failures.recovery())
    else await pause(job.everySeconds, alarm, stopped)
  }
  alarm?.off()
}

type Run = { readonly done: number; readonly failedTimes: number }

/** Returns how many items were processed, or how often in a row the job has failed. */
async function runOnce<Ctx>(
  { name: job, everySeconds, run }: Job<Ctx>,
  { ctx, log, failures }: JobContext<Ctx>,
): Promise<Run> {
  const [passed, span] = [stopwatch(), startTrace(`job ${job}`, { attributes: { 'market.job': job } })]
  try {
    const done = await runInContext({ job, spans: span ? [span] : [] }, () => run(ctx, log))
    if (span) endSpan(span, { 'market.done': done })
    if (done > 0) log.debug({ job, done }, 'job done')
    things({ name: job }, done)
    succeededAt.set({ name: job }, machineSeconds())
    failures.succeeded(job)
    return { done, failedTimes: 0 }
  } catch (error) {
    failureCount({ name: job })
    if (span) endSpan(span, {}, true)
    return { done: 0, failedTimes: failures.failed({ name: job, everySeconds }, error) }
  } finally {
    durations({ name: job }, passed() / 1_000)
  }
}

/** Resolves at the first wakeup after `set`, even one during the run, which may have come too late for it. */
function alarmOn(wakeup: Wakeup) {
  let current = Promise.withResolvers<void>()
  const off = wakeup.subscribe(() => current.resolve())
  const set = () => {
    current = Promise.withResolvers<void>()
  }
  return { set, off, rung: () => current.promise }
}

async function pause(seconds: number, alarm: ReturnType<typeof alarmOn> | undefined, stopped: AbortSignal) {
  if (!alarm) return rest(seconds, stopped)
  await rest(seconds, stopped, alarm.rung())
  await rest(restMs / 1_000, stopped)
}

/** Waits until the seconds have passed, `until` resolves or the jobs are stopped. */
async function rest(seconds: number, stopped: AbortSignal, until?: Promise<void>): Promise<void> {
  if (stopped.aborted) return
  const over = Promise.withResolvers<void>()
  const end = () => over.resolve()
  const timer = setTimeout(end, seconds * 1_000)
  stopped.addEventListener('abort', end)
  await (until ? Promise.race([over.promise, until]) : over.promise)
  clearTimeout(timer)
  stopped.removeEventListener('abort', end)
}
