import { secondsSince } from '../platform/clock.ts'
import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'
import { countedMax } from '../values/counted.ts'

export type MeasuredSlots = { readonly open: number; readonly reserved: number; readonly toModerate: number }

/** The slots of offers that are under way, and how many offers an operator is to look at. */
export const measureSlots = (db: Db) =>
  db.one<MeasuredSlots>(sql`
    select active.open, active.reserved, waiting.to_moderate
    from (select coalesce(sum(remaining) filter (where status = 'Active'), 0)::bigint as open,
        coalesce(sum(reserved), 0)::bigint as reserved
      from offer_states where status = any('{Active,Paused}'::text[])) active,
      (select count(*) as to_moderate from offer_states where status = 'PendingModeration') waiting`)

export type MeasuredWork = {
  readonly waiting: number
  readonly oldestSeconds: number | null
  readonly late: number
  readonly expired: number
}

/** Work that waits for its advertiser, and what time should have ended by now: work, and reservations. */
export const measureWork = (db: Db) =>
  db.one<MeasuredWork>(sql`
    select pending.waiting, ${secondsSince(db.now(), sql`oldest.submitted_at`)} as oldest_seconds, overdue.late, over.expired
    from (select count(*) as waiting from executions where status = 'Pending') pending
    cross join (select count(*) as late from (select from executions
      where status = 'Pending' and review_deadline_at < ${db.now()} limit ${countedMax}::bigint) first) overdue
    cross join (select count(*) as expired from (select from reservations
      where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) < 'infinity'
        and coalesce(held_until, expires_at) < ${db.now()} limit ${countedMax}::bigint) first) over
    left join (select submitted_at from executions where status = 'Pending' order by review_deadline_at limit 1) oldest on true`)

/** Whether the books balanced when they were last added up, and how long ago that is; none where they never were. */
export const measureBooks = (db: Db) =>
  db.maybe<{ ok: boolean; seconds: number }>(sql`
    select ok, ${secondsSince(db.now(), sql`checked_at`)} as seconds from book_checks where id = 1`)
