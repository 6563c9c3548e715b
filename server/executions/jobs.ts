import type { Ctx } from '../platform/ctx.ts'
import { autoAcceptDue, missReworkDue } from './actions-decide.ts'
import { endFraudHolds } from './actions-fraud-holds.ts'
import { forgetOldChanges, refreshAdvertisers } from './actions-list.ts'

/** What executors are told of advertisers: how much they accept, and how fast they decide. */
export const refreshRepute = {
  name: 'records of advertisers',
  everySeconds: 300,
  run: (ctx: Ctx) => refreshAdvertisers(ctx),
}

/** Lists add to their counts what changed since; nobody needs to know for ever what did. */
export const oldChanges = { name: 'old changes of lists', everySeconds: 60, run: (ctx: Ctx) => forgetOldChanges(ctx) }

/** Accepts what nobody reviewed in time. Whoever does something to it before comes to the same. */
export const acceptOverdue = { name: 'reviews due', everySeconds: 2, run: (ctx: Ctx) => autoAcceptDue(ctx) }

/** Refuses what was sent back and did not come again in time. */
export const missOverdue = { name: 'reworks due', everySeconds: 2, run: (ctx: Ctx) => missReworkDue(ctx) }

/** Ends holds for suspected fraud that are too old. */
export const fraudHoldsToEnd = { name: 'fraud holds', everySeconds: 60, run: (ctx: Ctx) => endFraudHolds(ctx) }
