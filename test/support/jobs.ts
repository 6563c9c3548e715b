import type { Ctx } from '../../server/platform/database/ctx.ts'
import type { Job } from '../../server/platform/jobs/jobs.ts'
import { schedule } from '../../server/worker.ts'

/** Returns a job of the schedule. Throws if there is none of this name. */
export function jobNamed(name: string): Job<Ctx> {
  const job = schedule.find((each) => each.name === name)
  if (!job) throw new Error(`no job is named ${name}`)
  return job
}
