import type { Ctx } from '../../platform/database/ctx.ts'
import type { Job } from '../../platform/jobs/jobs.ts'
import { checkForFraud } from './actions.ts'

/** Checks work for fraud as soon as it is submitted. */
export const runFraudChecks: Job<Ctx> = { name: 'works to examine', everySeconds: 2, wakeOn: true, run: checkForFraud }
