import type { Ctx } from '../../platform/database/ctx.ts'
import { applyPauses, approveWaiting, completeEnded } from './actions.ts'

/** With automatic moderation, approves the offers that a crash left between submission and approval. */
export const approveLeftBehind = { name: 'offers to approve', everySeconds: 5, run: (ctx: Ctx) => approveWaiting(ctx) }

/** Pauses the offers of advertisers who are suspended or whose deposit was charged back, and resumes them afterwards. */
export const pausesToApply = { name: 'offers to pause', everySeconds: 1, run: (ctx: Ctx) => applyPauses(ctx) }

/** Completes offers past their end. Reservations are refused from that moment, even before this job runs. */
export const endOverdue = { name: 'offers that ended', everySeconds: 2, run: (ctx: Ctx) => completeEnded(ctx) }
