import { mayCall } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { type BillingDetails, type BillingInput, decideBilling } from './billing-details.ts'
import { readBilling, writeBilling } from './sql.ts'

/** Returns the caller's billing details; its members are null before they were entered. */
export async function ownBilling(ctx: Ctx): Promise<BillingDetails> {
  const [details = nothingEntered] = admitted(ctx.by, await readBilling(ctx.db, ctx.by)).rows
  return details
}
const nothingEntered: BillingDetails = { name: null, address: null, taxId: null, updatedAt: null }

/** Replaces the caller's billing details. Receipts that already name a buyer keep what they say. */
export async function replaceBilling(ctx: Ctx, input: BillingInput): Promise<BillingDetails> {
  const { callerAccount } = await mayCall(ctx)
  await writeBilling(ctx.db, callerAccount, decideBilling(input))
  return ownBilling(ctx)
}
