import { drainInBatches } from '../platform/batching/drain.ts'
import { writeUnlessOvertaken } from '../platform/batching/join-batch.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Database } from '../platform/database/db.ts'
import type { Id } from '../values/id.ts'
import { moneyOf } from '../values/money.ts'
import { expireReservation } from './sql-batched.ts'
import { expireReservations, readDue } from './sql-ending.ts'

const sweptMax = 500

/** Expires one due reservation, batched with the others that requests find due at the same time. */
export const expireBatched = (db: Database, config: Ctx['config'], id: Id<'reservation'>) =>
  expireReservation(db, id, moneyOf(config))

/** Expires overdue reservations in batches and frees their slots. Returns how many. */
export const expireOverdue = ({ db, config }: Pick<Ctx, 'db' | 'config'>): Promise<number> =>
  drainInBatches(sweptMax, async (limit) => {
    const due = await readDue(db, limit)
    if (due.length === 0) return 0
    return (await writeUnlessOvertaken(due, (some) => expireReservations(db, some, moneyOf(config)))).length
  })
