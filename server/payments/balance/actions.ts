import { mayCall } from '../../accounts/actions-callers.ts'
import { ownBalance } from '../../ledger/actions.ts'
import type { Balance } from '../../ledger/ledger.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { moneyOf } from '../../values/money.ts'
import { thresholdUnits } from '../payment.ts'
import { pendingDeposits, writeThreshold } from './sql.ts'

/** An advertiser's balance, with the deposits that are under way. */
export const balance = (ctx: Ctx): Promise<Balance> => ownBalance(ctx, pendingDeposits(ctx.db))

export type BalanceInput = { readonly lowBalanceThreshold?: number | null | undefined }

/** An advertiser says below what their balance is low; with null, what this installation says. */
export async function changeBalance(ctx: Ctx, { lowBalanceThreshold: input }: BalanceInput): Promise<Balance> {
  const { callerAccount } = await mayCall(ctx)
  const money = moneyOf(ctx.config)
  if (input !== undefined) {
    const units = input === null ? money.thresholdUnits : thresholdUnits(input)
    await writeThreshold(ctx.db, callerAccount, units, money)
  }
  return balance(ctx)
}
