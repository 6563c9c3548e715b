import { openPresented } from '../../accounts/credentials/actions.ts'
import { spentTodayUnits } from '../../accounts/spending/spending.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { bodyBytesMax } from '../../platform/http/bodies.ts'
import { pageSizeMax } from '../../values/requests/page.ts'
import { balance } from '../balance/actions.ts'
import type { KeyAccount } from './key-account.ts'

/** Returns the presented API key and its account, and the balance if the key may read it. */
export async function openKeyAccount(ctx: Ctx): Promise<KeyAccount> {
  const presented = await openPresented(ctx)
  const { currency, keyRatePerMinute, accountRatePerMinute, livemode } = ctx.config
  const limits = { requestsPerMinute: keyRatePerMinute, accountRequestsPerMinute: accountRatePerMinute }
  return {
    ...presented,
    spentTodayUnits: spentTodayUnits(presented, presented.now),
    ...limits,
    livemode,
    currency,
    bodyBytesMax,
    pageSizeMax,
    balance: presented.scopes.includes('balance:read') ? await balance(ctx) : null,
  }
}
