import { inBatches } from '../../platform/batching/batches.ts'
import { keyedHash, unseal } from '../../platform/config/secret.ts'
import type { Ctx } from '../../platform/database/ctx.ts'
import type { Id } from '../../values/id.ts'
import { lockUnhashed, sharersOf, type Unhashed, writeHashes } from '../sql-methods.ts'
import { accountIdentity, type Method } from '../withdrawal-method.ts'

const hashedMax = 200
const purpose = 'payout account'

/** The hash by which two withdrawals to one account find each other. */
export const methodHash = (secretKey: string, method: Method): Buffer =>
  keyedHash(secretKey, purpose, accountIdentity(method))

/** The details of a withdrawal; undefined where they were sealed with another key. */
export function unsealedMethod(secretKey: string, details: Buffer): Method | undefined {
  try {
    return JSON.parse(unseal(secretKey, details)) as Method
  } catch {
    return undefined
  }
}

/** The other executors whose money went, or is to go, to an account of this one. */
export const methodSharers = async ({ db }: Pick<Ctx, 'db'>, executor: Id<'account'>): Promise<Id<'account'>[]> =>
  (await sharersOf(db, executor)).map((row) => row.executor)

/** Adds the hash to withdrawals that were requested before there were hashes. Returns how many. */
export const hashOldMethods = ({ db, secretKey }: Pick<Ctx, 'db' | 'secretKey'>): Promise<number> =>
  inBatches(hashedMax, (most) =>
    db.transaction(async (within) => {
      const found = await lockUnhashed(within, most)
      const hashed = found.map((each) => ({ id: each.id, hash: hashOf(secretKey, each) }))
      if (hashed.length > 0) await writeHashes(within, hashed)
      return hashed.length
    }),
  )

/** Details that nobody can read share their account with nobody, and are not looked at again. */
function hashOf(secretKey: string, { id, details }: Unhashed): Buffer {
  const method = unsealedMethod(secretKey, details)
  return method ? methodHash(secretKey, method) : keyedHash(secretKey, 'unreadable withdrawal', String(id))
}
