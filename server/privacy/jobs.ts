import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { advanceClosings } from './actions-closing-steps.ts'

/** Sends reminders, closes accounts that are due, and erases their personal data. */
export const accountsToClose: Job<Ctx> = { name: 'accounts to close', everySeconds: 60, run: advanceClosings }
