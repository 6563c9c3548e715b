import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { dropExpiredPartitions, makePartitionsAhead, type Partitions } from '../../platform/database/partitions.ts'
import { areAttemptsOver, areDeliveriesOldEnough, areEventsOldEnough, areEventsOver, lockEvents } from './sql.ts'

// Deliveries are switched to the next partition together with their events.
const withEvents = async () => ({ isOld: false })

/** Checks again under the lock: a replay in progress may have created deliveries. */
async function areEventsOverForGood(db: Db, number: number, all: Partitions) {
  const seen = await areEventsOver(db, number, all)
  if (!seen.isOver) return seen
  await lockEvents(db)
  return areEventsOver(db, number, all)
}

/**
 * Creates partitions ahead, switches to the next one each week, and drops expired ones. Returns the number of changes. Events are
 * dropped together with their deliveries, because an existing event can be replayed.
 */
export async function keepPartitions({ db }: Pick<Ctx, 'db'>): Promise<number> {
  return (
    (await makePartitionsAhead(db, 'deliveries', withEvents)) +
    (await makePartitionsAhead(db, 'events', areEventsOldEnough)) +
    (await makePartitionsAhead(db, 'attempts', areDeliveriesOldEnough)) +
    (await dropExpiredPartitions(db, ['events', 'deliveries'], areEventsOverForGood)) +
    (await dropExpiredPartitions(db, ['attempts'], areAttemptsOver))
  )
}
