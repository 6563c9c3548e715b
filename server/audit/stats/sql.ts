import type { Db } from '../../platform/database/db.ts'
import { join, name, sql } from '../../platform/sql.ts'
import type { Units } from '../../values/money.ts'
import type { Days } from '../../values/requests/days.ts'
import type { CurrentStats, DayStats } from './stats.ts'

const figures = [
  'offers_activated',
  'submitted',
  'accepted',
  'rejected',
  'disputes_opened',
  'disputes_decided',
  'new_advertisers',
  'new_executors',
  'new_operators',
  'deposited_units',
  'rewarded_units',
  'fee_units',
  'withdrawn_units',
  'reviewed',
  'median_review_seconds',
  'counted_at',
].map(name)
const columns = join(figures, sql`, `)

/** Selects the last day with statistics, and the current time. */
export const readLastCounted = (db: Db) =>
  db.one<{ readonly day: string | null; readonly now: Date }>(sql`
    select (select day from daily_figures order by day desc limit 1) as day, ${db.now()} as now`)

/** Aggregates the entries in the part `range`. */
const moneyMoved = sql`
      select coalesce(-sum(units) filter (where book = 'external.in' and kind in ('Deposit', 'Void')), 0)::bigint as deposited,
        coalesce(sum(units) filter (where book in ('executor.pending', 'executor.available')
          and kind in ('Charge', 'Bonus', 'ScreenOut', 'Guarantee')), 0)::bigint as rewarded,
        coalesce(sum(units) filter (where book = 'platform.revenue'), 0)::bigint as fees,
        coalesce(sum(units) filter (where book = 'external.out'), 0)::bigint as withdrawn
      from range join entries on entries.created_at >= first and entries.created_at < next
      join transfers on transfers.id = entries.transfer`

/** Review times in the part `range`. */
const reviewed = sql`
      select count(*) as reviewed,
        percentile_disc(0.5) within group (order by extract(epoch from audit_log.created_at - submitted_at)) as median
      from range join audit_log on audit_log.created_at >= first and audit_log.created_at < next
      join executions on executions.id = audit_log.subject_id
      where audit_log.actor = 'advertiser' and audit_log.subject = 'report' and action in ('report.accept', 'report.reject')`

/** Computes and replaces the statistics of one day. Each part scans one index range. */
export const countDay = (db: Db, day: string) =>
  db.run(sql`
    with range as materialized (
      select requested.day, requested.day::timestamp at time zone 'UTC' as first, (requested.day + 1)::timestamp at time zone 'UTC' as next
      from (select ${day}::date as day) requested
    ), offer as (
      select count(*) as activated from range join offers on activated_at >= first and activated_at < next
    ), work as (
      select count(*) as submitted from range join executions on created_at >= first and created_at < next
    ), decision as (
      select count(*) filter (where action = 'report.accept') as accepted,
        count(*) filter (where action = 'report.reject') as rejected,
        count(*) filter (where action = 'dispute.open') as opened,
        count(*) filter (where action in ('dispute.decide', 'dispute.concede', 'dispute.run_out')) as decided
      from range join audit_log on created_at >= first and created_at < next
    ), review as (${reviewed}), account as (
      select count(*) filter (where 'Advertiser' = any(roles)) as advertisers,
        count(*) filter (where 'Executor' = any(roles)) as executors,
        count(*) filter (where 'Operator' = any(roles)) as operators
      from range join accounts on created_at >= first and created_at < next
    ), money as (${moneyMoved})
    insert into daily_figures (day, ${columns})
    select range.day, activated, submitted, accepted, rejected, opened, decided, advertisers, executors, operators, deposited,
      rewarded, fees, withdrawn, reviewed, median::bigint, ${db.now()}
    from range, offer, work, decision, review, account, money
    on conflict (day) do update set (${columns}) = (select ${join(
      figures.map((one) => sql`excluded.${one}`),
      sql`, `,
    )})`)

export const readDays = (db: Db, { from, to }: Days) =>
  db.many<DayStats>(sql`
    select day, ${columns}
    from daily_figures where day between ${from}::date and ${to}::date order by day`)

/** Adds up the rewards of all counted days. */
export const readRewarded = (db: Db) =>
  db.one<{ readonly units: Units }>(sql`select coalesce(sum(rewarded_units), 0)::bigint as units from daily_figures`)

/** Counts open records through their partial indexes. */
export const readCurrentStats = (db: Db) =>
  db.one<CurrentStats>(sql`
    select active.offers as active_offers, active.slots as open_slots, pending.works as pending_reviews,
      pending.median as median_pending_seconds
    from (select count(*) as offers, coalesce(sum(remaining), 0)::bigint as slots from offer_states where status = 'Active') active,
      (select count(*) as works, percentile_disc(0.5) within group (
          order by extract(epoch from ${db.now()} - submitted_at))::bigint as median
        from executions where status = 'Pending') pending`)
