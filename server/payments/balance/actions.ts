import { mayCall } from '../../accounts/actions-callers.ts'
import { ownBalance } from '../../ledger/actions.ts'
import type { Balance } from '../../ledger/ledger.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import { moneyOf } from '../../values/money.ts'
import { thresholdUnits } from '../payment.ts'
import { pendingDeposits, writeThreshold } from './sql.ts'

/** Returns the caller's balance and pending deposits. */
export const balance = (ctx: Ctx): Promise<Balance> => ownBalance(ctx, pendingDeposits(ctx.db))

export type BalanceInput = { readonly lowBalanceThreshold?: number | null | undefined }

/** Sets the threshold below which the caller's balance is low; null restores the installation's default. */
export async function changeBalance(ctx: Ctx, { lowBalanceThreshold: input }: BalanceInput): Promise<Balance> {
  const { callerAccount } = await mayCall(ctx)
  const money = moneyOf(ctx.config)
  if (input !== undefined) {
    const units = input === null ? money.thresholdUnits : thresholdUnits(input)
    await writeThreshold(ctx.db, callerAccount, units, money)
  }
  return balance(ctx)
}
