import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { applyRules } from './actions.ts'

/** Runs as soon as work is submitted; the next run handles work that a crash left behind. */
export const applyAcceptRules: Job<Ctx> = {
  name: 'rules of acceptance',
  everySeconds: 1,
  wakeOn: true,
  run: applyRules,
}
