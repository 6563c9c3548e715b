import { inBatches } from '../platform/batching/batches.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import { moneyOf } from '../values/money.ts'
import { clearOf, clearOldest } from './sql-clearing.ts'

const clearedMax = 500

/** What has been pending for long enough becomes available, in sets; answers how many earnings it was. */
export const clearDue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  inBatches(clearedMax, async (most) => (await clearOldest(db, most, moneyOf(config))).cleared)

/** The same of one executor, for what must know now how much is available. Within the transaction that needs it. */
export const clearDueOf = async (db: Db, executor: Id<'account'>, money: Money): Promise<void> =>
  void (await clearOf(db, executor, money))
