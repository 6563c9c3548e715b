import { isAutoAcceptedBy } from '../executions/sql-fragments.ts'
import { shownTitle, titleIn } from '../offers/sql-fragments-content.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { dueHours } from './notification.ts'
import { notifiedActions, notifiedEvents } from './pending-notifications.ts'
import type { EndingHold, ReviewDeadline, SourceCredential, SourceDecision, SourceEvent } from './sources.ts'

/** The highest id of each kind of source record. */
export type SourceIds = { readonly decision: number; readonly event: number; readonly credential: number }
export type Cursor = SourceIds & { readonly dueUntil: Date | null; readonly now: Date }

const sourceIds: Sql = sql`
  coalesce((select max(id) from audit_log), 0) as decision, coalesce((select max(id) from events), 0) as event,
  coalesce((select max(id) from credentials), 0) as credential`

const cursor = (db: Db): Sql => sql`decision, event, credential, due_until, ${db.now()} as now from notification_cursor`

export const readCursor = (db: Db) => db.one<Cursor>(sql`select ${cursor(db)}`)

/** Locks the cursor, so that one transaction at a time notifies; no row if another holds it. */
export const lockCursor = (db: Db) => db.maybe<Cursor>(sql`select ${cursor(db)} for update skip locked`)

export const readSourceIds = (db: Db) => db.one<SourceIds>(sql`select ${sourceIds}`)

/**
 * Selects the highest visible ids, and a transaction id younger than that of every transaction that drew an id below them. Writers
 * always lock or change a row before they draw an id, so they already have a transaction id.
 */
export const readWatermark = (db: Db) =>
  db.one<SourceIds & { xid: number }>(sql`select pg_current_xact_id()::xid::text::bigint as xid, ${sourceIds}`)

/**
 * Whether all older transactions of this database have ended, so all records below the watermark are visible. Each holds a lock on
 * its own id until its end is visible. A snapshot would answer this too, but also includes other databases.
 */
export const hasPassed = (db: Db, xid: number) =>
  db.one<{ passed: boolean }>(sql`
    select not exists (
      select from pg_locks held join pg_stat_activity who on who.pid = held.pid
      where held.locktype = 'transactionid' and held.mode = 'ExclusiveLock' and held.granted
        and who.datname = current_database()
        and age(held.transactionid) > age(${xid}::bigint::text::xid)) as passed`)

export type Range = { readonly after: number; readonly upTo: number; readonly limit: number }

/** Selects decisions that cause notifications, in order, with the records that they are about. */
export const readDecisions = (db: Db, { after, upTo, limit }: Range) =>
  db.many<SourceDecision>(sql`
    select decision.id, decision.actor, decision.action, decision.subject_id, decision.owner, decision.reason, decision.data,
      decision.created_at as happened_at, offers.id as offer, ${shownTitle(titleIn(sql`work.offer_version`))} as title, work.id as execution,
      coalesce(work.advertiser, offers.advertiser) as advertiser, work.executor, work.reward_units,
      work.appeal_deadline_at, dispute.respond_by_at, sanction.ends_at, talk.executor_alias as sender
    from (
      select * from audit_log where id > ${after}::bigint and id <= ${upTo}::bigint and action = any(${notifiedActions}::text[])
      order by id limit ${limit}::bigint) decision
    left join lateral (select execution, respond_by_at from disputes
      where id = decision.subject_id and decision.subject = 'dispute' limit 1) dispute on true
    left join lateral (select ends_at from sanctions
      where id = decision.subject_id and decision.subject = 'sanction' limit 1) sanction on true
    left join lateral (select offer, executor_alias from conversations
      where reservation = decision.subject_id and decision.subject = 'conversation' limit 1) talk on true
    left join executions work
      on work.id = case decision.subject when 'report' then decision.subject_id else dispute.execution end
    left join offers on offers.id = case decision.subject when 'task' then decision.subject_id else coalesce(work.offer, talk.offer) end
    order by decision.id`)

export const readEvents = (db: Db, { after, upTo, limit }: Range) =>
  db.many<SourceEvent>(sql`
    select source.id, source.kind, source.account, source.offer, ${shownTitle(sql`offers.title`)} as title, source.data,
      source.created_at as happened_at
    from (
      select * from events where id > ${after}::bigint and id <= ${upTo}::bigint and kind = any(${notifiedEvents}::text[])
      order by id limit ${limit}::bigint) source
    left join offers on offers.id = source.offer order by source.id`)

/** Selects issued tokens and keys. Sessions are left out: they have a notification of their own. So are the keys of members. */
export const readCredentials = (db: Db, { after, upTo, limit }: Range) =>
  db.many<SourceCredential>(sql`
    select id, account, kind, name, created_at as happened_at from credentials
    where id > ${after}::bigint and id <= ${upTo}::bigint and kind in ('AccessToken', 'ApiKey')
      and person is null
    order by id limit ${limit}::bigint`)

/** Selects work with a deadline between two times, grouped by offer; only work that had at least two days. */
export const readReviewDeadlines = (db: Db, from: Date, to: Date) =>
  db.many<ReviewDeadline>(sql`
    select due.*, ${shownTitle(sql`offers.title`)} as title, ${db.now()} as now from (
      select advertiser, offer, count(*) as reports, min(review_deadline_at) as due_at from executions
      where status = 'Pending' and review_deadline_at > ${from}::timestamptz
        and ${isAutoAcceptedBy(sql`executions`, sql`${to}::timestamptz`)} and review_deadline_at >= submitted_at + ${2 * dueHours}::integer * interval '1 hour'
      group by advertiser, offer) due
    join offers on offers.id = due.offer order by due.offer`)

/** Selects fraud holds that end between two times, `days` after they began. */
export const readEndingHolds = (db: Db, days: number, from: Date, to: Date) =>
  db.many<EndingHold>(sql`
    select ending.*, ${shownTitle(sql`offers.title`)} as title, ${db.now()} as now from (
      select id as execution, offer, fraud_hold_at as held_at,
        fraud_hold_at + ${days}::integer * interval '1 day' as ends_at from executions
      where fraud_hold_at is not null and status = 'Pending'
        and fraud_hold_at > ${from}::timestamptz - ${days}::integer * interval '1 day'
        and fraud_hold_at <= ${to}::timestamptz - ${days}::integer * interval '1 day') ending
    join offers on offers.id = ending.offer order by ending.execution`)
