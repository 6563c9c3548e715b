import { hostname } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/db.ts'
import { sql } from '../sql.ts'
import type { FailingNow, FailureReport } from './failures.ts'

const reasonLengthMax = 500
const processName = `${hostname()}/${process.pid}`

/** A job that has failed without a success since `sinceAt`. */
export type FailingJob = {
  readonly name: string
  /** Host name and process id. */
  readonly process: string
  readonly reason: string
  readonly sinceAt: Date
}

/** How many seconds longer than its interval the record of a job is valid. */
const spareSeconds = 300

/** Records or renews a failing job of this process. */
export async function recordFailingJob(db: Db, job: FailingNow): Promise<void> {
  const reason = job.reason.replaceAll('\0', '').slice(0, reasonLengthMax)
  await db.run(sql`
    insert into failing_jobs (name, process, reason, since_at, expires_at)
    values (${job.name}, ${processName}, ${reason},
      ${db.now()} - ${job.failingSeconds}::float8 * interval '1 second', ${db.now()} + ${2 * job.everySeconds + spareSeconds}::float8 * interval '1 second')
    on conflict (name, process) do update set reason = excluded.reason, expires_at = excluded.expires_at`)
}

/** Removes the record of a recovered job of this process, and expired records of other processes. */
export const clearFailingJob = (db: Db, name: string): Promise<number> =>
  db.run(sql`
    delete from failing_jobs where (name = ${name} and process = ${processName}) or expires_at < ${db.now()}`)

/** Selects the jobs that fail now in any process, longest failure first. */
export const failingJobs = (db: Db): Promise<FailingJob[]> =>
  db.many(sql`
    select name, process, reason, since_at from failing_jobs where expires_at >= ${db.now()} order by since_at, name`)

/** Records failing jobs in the database. If that fails, logs a warning; the job's next failure records it again. */
export function reportTo(db: Db, log: FastifyBaseLogger): FailureReport {
  const warn = (error: Error) => log.warn({ reason: error.message }, 'cannot record a failing job')
  return {
    failing: (job) => recordFailingJob(db, job).catch(warn),
    recovered: async (name) => void (await clearFailingJob(db, name).catch(warn)),
  }
}
