import type { Ctx } from '../platform/database/ctx.ts'
import { expireOverdue } from './actions-expiry.ts'

/** Frees the slots of overdue reservations. Rules do not depend on this job: they compare times. */
export const sweepReservations = { name: 'reservations due', everySeconds: 2, run: (ctx: Ctx) => expireOverdue(ctx) }
