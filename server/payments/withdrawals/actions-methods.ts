import { drainInBatches } from '../../platform/batching/drain.ts'
import { keyedHash, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { lockUnhashed, sharersOf, type Unhashed, writeHashes } from './sql-methods.ts'
import type { OperatorWithdrawal, SealedWithdrawal } from './withdrawal.ts'
import { accountIdentity, type Method } from './withdrawal-method.ts'

const hashedMax = 200
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

/** Adds the hash to withdrawals requested before hashes existed. Returns how many. */
export const hashOldMethods = ({ db, secretKey }: Pick<Ctx, 'db' | 'secretKey'>): Promise<number> =>
  drainInBatches(hashedMax, (limit) =>
    db.transaction(async (within) => {
      const unhashed = await lockUnhashed(within, limit)
      const hashed = unhashed.map((each) => ({ id: each.id, hash: hashOf(secretKey, each) }))
      if (hashed.length > 0) await writeHashes(within, hashed)
      return hashed.length
    }),
  )

/** Unreadable details get a hash of their own, so they match nothing and are not processed again. */
function hashOf(secretKey: string, { id, details }: Unhashed): Buffer {
  const method = unsealedMethod(secretKey, details)
  return method ? methodHash(secretKey, method) : keyedHash(secretKey, 'unreadable withdrawal', String(id))
}
