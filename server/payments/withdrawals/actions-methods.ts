import { keyedHash, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { sharersOf } from './sql-methods.ts'
import type { OperatorWithdrawal, SealedWithdrawal } from './withdrawal.ts'
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
