import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { type Money, moneyOf } from '../values/money.ts'
import { clear, lockDueOf, lockOldestDue } from './sql-clearing.ts'

const clearedMax = 500

/** Moves earnings past their clearing time to available, in batches. Returns how many. */
export const clearDue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(clearedMax, (limit) =>
    db.transaction(async (within) => clearLocked(within, await lockOldestDue(within, limit), moneyOf(config))),
  )

/** Clears the due earnings of one executor within the transaction that needs the available balance. */
export const clearDueOf = async (db: Db, executor: Id<'account'>, money: Money): Promise<void> =>
  void (await clearLocked(db, await lockDueOf(db, executor), money))

async function clearLocked(db: Db, due: readonly { readonly id: number }[], money: Money): Promise<number> {
  const ids = due.map(({ id }) => id)
  if (ids.length > 0) await clear(db, ids, money)
  return ids.length
}
