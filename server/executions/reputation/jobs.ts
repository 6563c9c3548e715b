import type { Ctx } from '../../platform/database/ctx.ts'
import { refreshAdvertisers } from './actions.ts'

/** What executors are told of advertisers: how much they accept, and how fast they decide. */
export const refreshRepute = {
  name: 'records of advertisers',
  everySeconds: 300,
  run: (ctx: Ctx) => refreshAdvertisers(ctx),
}
