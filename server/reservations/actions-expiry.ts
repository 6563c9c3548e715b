import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { expireReservation } from './sql-batched.ts'
import { expireDue } from './sql-expiry.ts'

const sweptMax = 500

/** Expires one due reservation, batched with the others that requests find due at the same time. */
export const expireBatched = (db: Database, config: Ctx['config'], id: Id<'reservation'>) =>
  expireReservation(db, id, moneyOf(config))

/** Expires overdue reservations in batches and frees their slots. Returns how many. */
export const expireOverdue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(sweptMax, async (limit) => (await expireDue(db, limit, moneyOf(config))).length)
