import { inMs } from '../../offers/sql-fragments.ts'
import { fromQuotaPlaces } from '../../offers/studies/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { reservationRateOf } from '../sql-fragments-eligibility.ts'
import type { LimitedRow } from './limited-offers.ts'

const isRunning = sql`activated_at is not null and completed_at is null and archived_at is null`

/** How many took part in each quota of a row named `offers`. */
const quotaCountsOf: Sql = sql`
  select jsonb_object_agg(cell, jsonb_build_object('taken', taken, 'dueId', null)) as quota_counts from (
    select cell, count(*) as taken ${fromQuotaPlaces} group by cell) taken`

/**
 * Reads the listed offers that may have reached their rate limit, have quotas or belong to a group. Starts from three small partial indexes,
 * even if the planner has no statistics for them.
 */
export const readLimited = (db: Db) =>
  db.many<LimitedRow & { readonly now: Date }>(sql`
    select offers.id, ${inMs(sql`offers.activated_at`)} as at, offers.advertiser, offers.exclusion_group as group, offers.quotas,
      counted.quota_counts, offers.hourly_limit, offers.daily_limit, rate.last_sequence_number, rate.hourly_at, rate.daily_at, ${db.now()} as now
    from (
      select id from offers where coalesce(hourly_limit, daily_limit) is not null and ${isRunning}
      union select id from offers where quotas is not null and ${isRunning}
      union select id from offers where exclusion_group is not null and ${isRunning} offset 0) limited
    join offers on offers.id = limited.id
    join offer_states state on state.offer = limited.id and state.status = 'Active' and state.remaining > 0
    left join lateral (${reservationRateOf} offset 0) rate on true
    left join lateral (${quotaCountsOf} offset 0) counted on offers.quotas is not null
    where offers.quotas is not null or offers.exclusion_group is not null
      or rate.hourly_at > ${db.now()} - interval '1 hour' or rate.daily_at > ${db.now()} - interval '1 day'`)
