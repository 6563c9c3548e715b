import { actingAccount, foundFor } from '../../accounts/actions-callers.ts'
import { admitted } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { moneyOf } from '../../values/money.ts'
import { voidBooking } from '../deposits/actions-reversals.ts'
import { type Deposit, DepositNotFound, mustBeVoidable } from '../deposits/deposit.ts'
import { lockDeposit, readAnyDeposit } from '../deposits/sql.ts'
import { mustBeAvailable } from './actions-refunds.ts'
import { RefundOpen } from './refund.ts'
import { refundFacts } from './sql.ts'

/**
 * Voids a deposit that an operator recorded by mistake, while it is recent and its amount is available. Throws DepositNotByHand,
 * DepositStateConflict, VoidWindowClosed, RefundOpen and InsufficientFunds.
 */
export async function voidDeposit(ctx: Ctx, id: Id<'deposit'>, reason: string): Promise<Deposit> {
  const operator = await actingAccount(ctx)
  return ctx.db.transaction(async (db) => {
    await foundFor(ctx, readAnyDeposit(db, ctx.by, id), DepositNotFound)
    const deposit = await lockDeposit(db, id)
    mustBeVoidable(deposit)
    const { open } = await refundFacts(db, deposit.account, id)
    if (open !== null) throw RefundOpen({ refundId: open })
    await mustBeAvailable(db, deposit, deposit.amountUnits)
    await voidBooking(db, deposit, { reason, operator }, moneyOf(ctx.config))
    return admitted(ctx.by, await readAnyDeposit(db, ctx.by, id)).rows[0] as Deposit
  })
}
