import type { FastifyBaseLogger } from 'fastify'
import { stopwatch } from '../clock.ts'
import { isUnreachable } from '../database/unreachable.ts'

type Failing = {
  readonly passedMs: () => number
  readonly message: string
  readonly isAway: boolean
  readonly times: number
}

type Named = { readonly name: string; readonly everySeconds: number }
export type FailingNow = Named & { readonly reason: string; readonly failingSeconds: number }

/** Reports jobs that fail for long to other processes. Neither function throws. */
export type FailureReport = {
  failing(job: FailingNow): Promise<void>
  recovered(name: string): Promise<void>
}

/** The failing jobs of this process. Logs changes, not every failure. */
export type JobFailures = {
  /** Returns how often the job has failed in a row. */
  failed(job: Named, error: unknown): number
  succeeded(job: string): void
  /** Resolves when a job that could not reach the database reaches it again. */
  recovery(): Promise<void>
}

/** How long a job must fail before it is reported, and then at each failure. */
const reportedAfterSeconds = 60

/** Logs the start and the end of a database outage. */
function outageLog(log: FastifyBaseLogger) {
  let passedMs: (() => number) | undefined
  const begin = (job: string, reason: string): void => {
    if (passedMs) return
    passedMs = stopwatch()
    log.warn({ reason, job }, 'database unreachable: jobs will retry')
  }
  const end = (): void => {
    if (!passedMs) return
    log.warn({ seconds: Math.round(passedMs() / 1_000) }, 'database reachable again: all jobs work')
    passedMs = undefined
  }
  return { begin, end }
}

export function trackFailures(log: FastifyBaseLogger, report?: FailureReport): JobFailures {
  const failing = new Map<string, Failing>()
  const outage = outageLog(log)
  let recovered = Promise.withResolvers<void>()

  function failed(job: Named, error: unknown): number {
    const message = error instanceof Error ? error.message : String(error)
    const last = failing.get(job.name)
    const isAway = isUnreachable(error)
    if (isAway) outage.begin(job.name, message)
    else if (last?.message !== message) log.error({ err: error, job: job.name }, 'job failed; it will be retried')
    const { passedMs, times } = last ?? { passedMs: stopwatch(), times: 0 }
    failing.set(job.name, { passedMs, message, isAway, times: times + 1 })
    const failingSeconds = passedMs() / 1_000
    // Not while the database is unreachable: the report is stored there.
    if (failingSeconds >= reportedAfterSeconds && !isAway)
      void report?.failing({ ...job, reason: message, failingSeconds })
    return times + 1
  }

  function succeeded(job: string): void {
    const last = failing.get(job)
    if (!last) return
    failing.delete(job)
    void report?.recovered(job)
    const seconds = Math.round(last.passedMs() / 1_000)
    if (!last.isAway) {
      log.warn({ job, failures: last.times, seconds }, 'job works again')
      return
    }
    recovered.resolve()
    recovered = Promise.withResolvers()
    if (!failing.values().some(({ isAway }) => isAway)) outage.end()
  }

  return { failed, succeeded, recovery: () => recovered.promise }
}

const firstPauseSeconds = 0.1
const pauseSecondsMax = 10

/** Returns the seconds until a failed job is retried: doubles from 0.1 to 10, and is never shorter than the job's interval. */
export const pauseAfterFailures = (times: number, everySeconds: number): number =>
  Math.max(everySeconds, Math.min(firstPauseSeconds * 2 ** (times - 1), pauseSecondsMax))
