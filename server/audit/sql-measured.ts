import { isAutoAcceptedBy } from '../executions/auto-accept/sql-fragments.ts'
import { secondsSince } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import { countedMax } from '../values/requests/status-counts.ts'

export type MeasuredMarket = {
  readonly open: number
  readonly reserved: number
  readonly toModerate: number
  readonly toReview: number
}

/**
 * The slots of offers that are under way, how many offers an operator is to look at, and how much work its advertisers are. With
 * 200,000 such offers the first takes a tenth of a second. An index that holds the counts would make it cheap, and each
 * reservation dear: a row whose counts are in no index is changed without any.
 */
export const measureMarket = (db: Db) =>
  db.one<MeasuredMarket>(sql`
    select active.open, active.reserved, waiting.to_moderate, pending.to_review
    from (select coalesce(sum(remaining) filter (where status = 'Active'), 0)::bigint as open,
        coalesce(sum(reserved), 0)::bigint as reserved
      from offer_states where status = any('{Active,Paused}'::text[])) active,
      (select count(*) as to_moderate from offer_states where status = 'PendingModeration') waiting,
      (select count(*) as to_review from executions where status = 'Pending') pending`)

export type MeasuredOverdue = {
  readonly oldestSeconds: number | null
  readonly late: number
  readonly expired: number
}

/** How long work waits for its advertiser, and what time should have ended by now: work, and reservations. */
export const measureOverdue = (db: Db) =>
  db.one<MeasuredOverdue>(sql`
    select ${secondsSince(db.now(), sql`oldest.submitted_at`)} as oldest_seconds, overdue.late, over.expired
    from (select count(*) as late from (select from executions
      where status = 'Pending' and ${isAutoAcceptedBy(sql`executions`, db.now())} limit ${countedMax}::bigint) first) overdue
    cross join (select count(*) as expired from (select from reservations
      where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) < 'infinity'
        and coalesce(held_until, expires_at) < ${db.now()} limit ${countedMax}::bigint) first) over
    left join (select submitted_at from executions where status = 'Pending' order by review_deadline_at limit 1) oldest on true`)

/** Whether the books balanced when they were last added up, and how long ago that is; none where they never were. */
export const measureBooks = (db: Db) =>
  db.maybe<{ ok: boolean; seconds: number }>(sql`
    select ok, ${secondsSince(db.now(), sql`checked_at`)} as seconds from book_checks where id = 1`)
