import { isAutoAcceptedBy } from '../executions/sql-fragments.ts'
import { secondsSince } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import { countedMax } from '../values/requests/page.ts'

/**
 * Counts the slots of active offers, the offers to moderate and the work to review. With 200,000 offers the first count takes 0.1
 * seconds. A covering index would make it cheap but every reservation expensive: without one, counters are updated without touching
 * an index (HOT).
 */
export const measureMarket = (db: Db) =>
  db.one<Readonly<Record<'open' | 'reserved' | 'toModerate' | 'toReview', number>>>(sql`
    select active.open, active.reserved, waiting.to_moderate, pending.to_review
    from (select coalesce(sum(remaining) filter (where status = 'Active'), 0)::bigint as open,
        coalesce(sum(reserved), 0)::bigint as reserved
      from offer_states where status = any('{Active,Paused}'::text[])) active,
      (select count(*) as to_moderate from offer_states where status = 'PendingModeration') waiting,
      (select count(*) as to_review from executions where status = 'Pending') pending`)

/** Measures how long work has waited for review, and work and reservations past their deadline. */
export const measureOverdue = (db: Db) =>
  db.one<{ readonly oldestSeconds: number | null; readonly late: number; readonly expired: number }>(sql`
    select ${secondsSince(db.now(), sql`oldest.submitted_at`)} as oldest_seconds, overdue.late, over.expired
    from (select count(*) as late from (select from executions
      where status = 'Pending' and ${isAutoAcceptedBy(sql`executions`, db.now())} limit ${countedMax}::bigint) first) overdue
    cross join (select count(*) as expired from (select from reservations
      where status = 'Active' and kind = 'Work' and coalesce(held_until, expires_at) < 'infinity'
        and coalesce(held_until, expires_at) < ${db.now()} limit ${countedMax}::bigint) first) over
    left join (select submitted_at from executions where status = 'Pending' order by review_deadline_at limit 1) oldest on true`)

/** Selects whether the latest check of the ledger passed and its age; no row if none has run. */
export const measureLedgerCheck = (db: Db) =>
  db.maybe<{ ok: boolean; seconds: number }>(sql`
    select ok, ${secondsSince(db.now(), sql`checked_at`)} as seconds from book_checks where id = 1`)
