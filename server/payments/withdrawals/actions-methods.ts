import { admitted, mustBeExecutor } from '../../accounts/caller.ts'
import { keyedHash, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { type PayDays, payDateFrom } from './pay-days.ts'
import { forgetAccount, savedDetails, sharersOf, withdrawalOptions } from './sql-methods.ts'
import {
  type OperatorWithdrawal,
  PayoutAccountNotSaved,
  type SealedWithdrawal,
  type WithdrawalOptions,
} from './withdrawal.ts'
import { accountIdentity, type Method } from './withdrawal-method.ts'

const purpose = 'payout account'

/** Returns the keyed hash that detects withdrawals to the same account. */
export const methodHash = (secretKey: string, method: Method): Buffer =>
  keyedHash(secretKey, purpose, accountIdentity(method))

/** Returns a withdrawal's payment details; undefined if they were sealed with another key. */
export function unsealedMethod(secretKey: string, details: Buffer): Method | undefined {
  try {
    return JSON.parse(unseal(secretKey, details)) as Method
  } catch {
    return undefined
  }
}

/** Opens the name of the account holder, for operators. */
export function withHolder(secretKey: string, { details, ...withdrawal }: SealedWithdrawal): OperatorWithdrawal {
  return { ...withdrawal, holder: (details && unsealedMethod(secretKey, details)?.holder) ?? null }
}

/** Returns the other executors who used a payout account of this one. */
export const methodSharers = async ({ db }: Pick<Ctx, 'db'>, executor: Id<'account'>): Promise<Id<'account'>[]> =>
  (await sharersOf(db, executor)).map((row) => row.executor)

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
  const [{ id = null, method, hint, usedAt, typicalSeconds = null, payDays = null } = {}] = rows
  return {
    typicalSeconds,
    payDays: payDays && { ...payDays, ...payDatesFrom(caller.now, ctx.config.payoutAccountWaitHours, payDays) },
    saved: id === null || !method || hint === undefined || !usedAt ? null : { id, method, hint, usedAt },
  }
}

/** Returns when a withdrawal is expected to be paid that is requested now: to an account that was used before, and to a new one. */
const payDatesFrom = (now: Date, waitHours: number, payDays: PayDays) => ({
  expectedDate: payDateFrom(now, payDays),
  expectedDateNewAccount: payDateFrom(new Date(now.getTime() + waitHours * 3_600_000), payDays),
})

/** Removes the caller's saved payout account. Withdrawals that use it go on. */
export async function removeSavedAccount(ctx: Ctx): Promise<WithdrawalOptions> {
  const { caller } = admitted(ctx.by, await withdrawalOptions(ctx.db, ctx.by))
  mustBeExecutor(caller)
  await forgetAccount(ctx.db, caller.callerAccount)
  return ownWithdrawalOptions(ctx)
}
