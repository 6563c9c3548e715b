import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import { moneyOf } from '../values/money.ts'
import { clearOf, clearOldest } from './sql-clearing.ts'

const clearedMax = 500

/** Moves earnings past their clearing time to available, in batches. Returns how many. */
export const clearDue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(clearedMax, async (limit) => (await clearOldest(db, limit, moneyOf(config))).cleared)

/** Clears the due earnings of one executor within the transaction that needs the available balance. */
export const clearDueOf = async (db: Db, executor: Id<'account'>, money: Money): Promise<void> =>
  void (await clearOf(db, executor, money))
