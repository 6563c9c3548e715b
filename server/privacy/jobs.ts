import type { Ctx } from '../platform/database/ctx.ts'
import type { Job } from '../platform/jobs/jobs.ts'
import { takeClosingSteps } from './actions-close.ts'

/** Reminds of closings, closes accounts whose time has come, and erases what identified their holders. */
export const accountsToClose: Job<Ctx> = { name: 'accounts to close', everySeconds: 60, run: takeClosingSteps }
