import type { Ctx } from '../../platform/database/ctx.ts'
import { endFraudHolds } from './actions-fraud-holds.ts'

/** Ends holds for suspected fraud that are too old. */
export const fraudHoldsToEnd = { name: 'fraud holds', everySeconds: 60, run: (ctx: Ctx) => endFraudHolds(ctx) }
