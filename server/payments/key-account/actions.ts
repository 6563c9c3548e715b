import { openPresented, type Presented } from '../../accounts/credentials/actions.ts'
import type { Balance } from '../../ledger/ledger.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { balance } from '../balance/actions.ts'

export type KeyAccount = Presented & { readonly balance: Balance | null }

/** Returns the presented API key and its account, and the balance if the key may read it. */
export async function openKeyAccount(ctx: Ctx): Promise<KeyAccount> {
  const presented = await openPresented(ctx)
  return { ...presented, balance: presented.scopes.includes('balance:read') ? await balance(ctx) : null }
}
