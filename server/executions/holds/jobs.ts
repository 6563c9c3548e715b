import type { Ctx } from '../../platform/database/ctx.ts'
import { endFraudHolds } from './actions-fraud-holds.ts'

/** Ends fraud holds that have lasted too long. */
export const fraudHoldsToEnd = { name: 'fraud holds', everySeconds: 60, run: (ctx: Ctx) => endFraudHolds(ctx) }
