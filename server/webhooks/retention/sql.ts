import type { Db } from '../../platform/database/db.ts'
import { idsIn, isFirstOlder, type Partitions } from '../../platform/database/partitions.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { deliveryDaysKept, eventDaysKept, partitionDays } from '../retention.ts'

const daysAgo = (db: Db, days: number): Sql => sql`${db.now()} - ${days}::integer * interval '1 day'`

/** Whether new events should go to the next partition. */
export const areEventsOldEnough = (db: Db, all: Partitions) => isFirstOlder(db, sql`events`, all, partitionDays)

/** The same for attempts, which are partitioned by the ids of their deliveries. */
export const areDeliveriesOldEnough = (db: Db, all: Partitions) => isFirstOlder(db, sql`deliveries`, all, partitionDays)

/** Whether all events of the partition and their deliveries have expired. */
export const areEventsOver = (db: Db, number: number, all: Partitions) =>
  db.one<{ isOver: boolean }>(sql`
    select not exists (select from events where ${idsIn(sql`id`, number, all)} and dispatched_at is null)
      and not exists (select from deliveries where ${idsIn(sql`event`, number, all)} and ended_at is null)
      and coalesce((select dispatched_at from events where ${idsIn(sql`id`, number, all)} and dispatched_at is not null
        order by dispatched_at desc limit 1) < ${daysAgo(db, eventDaysKept)}, true)
      and coalesce((select ended_at from deliveries where ${idsIn(sql`event`, number, all)} and ended_at is not null
        order by ended_at desc limit 1) < ${daysAgo(db, deliveryDaysKept)}, true) as is_over`)

/** Locks events until the transaction ends, waiting no longer than for the schema change that follows. */
export async function lockEvents(db: Db): Promise<void> {
  await db.one(sql`select set_config('lock_timeout', '500ms', true)`)
  await db.run(sql`lock table only events, only deliveries in access exclusive mode`)
}

/** Whether the deliveries of these attempts are gone and the last attempt is past the retention period. */
export const areAttemptsOver = (db: Db, number: number, all: Partitions) =>
  db.one<{ isOver: boolean }>(sql`
    select not exists (select from deliveries where ${idsIn(sql`id`, number, all)})
      and coalesce((select started_at from attempts where ${idsIn(sql`delivery`, number, all)}
        order by started_at desc limit 1) < ${daysAgo(db, deliveryDaysKept)}, true) as is_over`)
