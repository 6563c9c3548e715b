import { recordWorkTimes } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'

/** How much work is needed for a median, and how much of the latest is measured. */
const workMin = 10
const workMax = 200

/** Longer than the interval of the job, so that work submitted between two runs is not missed. */
const recentMinutes = 15

/** Returns the next offers with new work, in the order of their ids. */
export const offersWithNewWork = (db: Db, after: number, limit: number) =>
  db.many<{ readonly offer: Id<'offer'> }>(sql`
    select distinct offer from executions
    where created_at > ${db.now()} - ${recentMinutes}::integer * interval '1 minute' and offer > ${after}::bigint
    order by offer limit ${limit}::bigint`)

/**
 * Measures the latest work on these offers: the median time from the reservation to the first submission, and how many works were submitted
 * in an hour. Work that was rejected or withdrawn does not count.
 */
export const measureWork = (db: Db, offers: readonly Id<'offer'>[]) =>
  db.run(
    recordWorkTimes(sql`
      select asked.offer, measured.seconds, measured.works_per_hour from unnest(${offers}::bigint[]) as asked (offer) cross join lateral (
        select greatest(1, round(percentile_cont(0.5) within group (
            order by extract(epoch from submitted_at - reserved_at)::float8)))::integer as seconds,
          (count(*) - 1) * 3600 / greatest(1, extract(epoch from max(submitted_at) - min(submitted_at))::float8) as works_per_hour
        from (
          select submitted_at, reserved_at, status, revision from executions
          where offer = asked.offer order by submitted_at desc, id desc limit ${workMax}::bigint) latest
        where revision = 1 and status not in ('Rejected', 'Withdrawn') having count(*) >= ${workMin}::bigint) measured
      order by asked.offer`),
  )
