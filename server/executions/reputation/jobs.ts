import type { Ctx } from '../../platform/database/ctx.ts'
import { refreshAdvertisers } from './actions.ts'

/** Updates the records that executors see: acceptance rates and review times. */
export const refreshReputations = {
  name: 'records of advertisers',
  everySeconds: 300,
  run: (ctx: Ctx) => refreshAdvertisers(ctx),
}
