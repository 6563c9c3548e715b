import { admitted, mustBeExecutor } from '../../accounts/caller.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { unsealedMethod } from './actions-methods.ts'
import { forgetAccount, savedDetails, withdrawalOptions } from './sql-saved-account.ts'
import { PayoutAccountNotSaved, type WithdrawalOptions } from './withdrawal.ts'
import type { Method } from './withdrawal-method.ts'

/** Returns the details of the saved payout account. Throws PayoutAccountNotSaved if another one is saved by now, or none. */
export async function savedMethod(
  { db, secretKey }: Ctx,
  executor: Id<'account'>,
  saved: Id<'withdrawal'>,
): Promise<Method> {
  const row = await savedDetails(db, executor, saved)
  const method = row && unsealedMethod(secretKey, row.details)
  if (!method) throw PayoutAccountNotSaved({})
  return method
}

/** Returns the caller's saved payout account, masked, and how long withdrawals usually take. */
export async function ownWithdrawalOptions(ctx: Ctx): Promise<WithdrawalOptions> {
  const { caller, rows } = admitted(ctx.by, await withdrawalOptions(ctx.db, ctx.by))
  mustBeExecutor(caller)
  const [{ id = null, method, hint, usedAt, typicalSeconds = null } = {}] = rows
  return {
    typicalSeconds,
    saved: id === null || !method || hint === undefined || !usedAt ? null : { id, method, hint, usedAt },
  }
}

/** Removes the caller's saved payout account. Withdrawals that use it go on. */
export async function removeSavedAccount(ctx: Ctx): Promise<WithdrawalOptions> {
  const { caller } = admitted(ctx.by, await withdrawalOptions(ctx.db, ctx.by))
  mustBeExecutor(caller)
  await forgetAccount(ctx.db, caller.callerAccount)
  return ownWithdrawalOptions(ctx)
}
