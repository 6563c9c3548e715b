import type { Ctx } from '../platform/database/ctx.ts'
import { sweepDue } from './actions-ended.ts'

/** Frees slots that nobody asks about. Expiry itself is decided where it matters, by comparing times. */
export const sweepReservations = { name: 'reservations due', everySeconds: 2, run: (ctx: Ctx) => sweepDue(ctx) }
