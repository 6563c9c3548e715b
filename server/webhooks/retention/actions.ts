import type { Ctx } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { dropOver, keepAhead, type Partitions } from '../../platform/database/partitions.ts'
import { areAttemptsOver, areDeliveriesOldEnough, areEventsOldEnough, areEventsOver, lockEvents } from './sql.ts'

// Deliveries are with their events: they come into the next partition when these do.
const withEvents = async () => ({ isOld: false })

/** Looks again when nobody is at it any more: a replay that was under way has made deliveries anew. */
async function areEventsOverForGood(db: Db, number: number, all: Partitions) {
  const seen = await areEventsOver(db, number, all)
  if (!seen.isOver) return seen
  await lockEvents(db)
  return areEventsOver(db, number, all)
}

/**
 * Makes partitions ahead, has new rows come into the next one each week, and drops those of which nothing is kept any more.
 * Answers how many changes there were. Events and their deliveries go together: of an event that is there, a delivery may be
 * made anew.
 */
export async function keepPartitions({ db }: Pick<Ctx, 'db'>): Promise<number> {
  return (
    (await keepAhead(db, 'deliveries', withEvents)) +
    (await keepAhead(db, 'events', areEventsOldEnough)) +
    (await keepAhead(db, 'attempts', areDeliveriesOldEnough)) +
    (await dropOver(db, ['events', 'deliveries'], areEventsOverForGood)) +
    (await dropOver(db, ['attempts'], areAttemptsOver))
  )
}
