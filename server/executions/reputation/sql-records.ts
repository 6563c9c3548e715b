import { recordAdvertisers } from '../../accounts/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'

/**
 * Counts the decisions of the last ninety days and the appeals lost within a year, for advertisers with new decisions since their last
 * count. (Disputes are a noun further right; they are only counted here.)
 */
export const refreshRecords = (db: Db, most: number) =>
  db.run(
    recordAdvertisers(
      db,
      sql`
      select asked.account, counted.*, disputed.* from (
        select account from advertisers where exists (
          select from executions where executions.advertiser = account
            and executions.decided_at > coalesce(refreshed_at, '-infinity'))
          or exists (
          select from disputes where disputes.advertiser = account and disputes.status = 'Resolved'
            and disputes.resolved_at > coalesce(refreshed_at, '-infinity'))
        order by account limit ${most}::bigint) asked
      cross join lateral (
        select count(*) as decided, count(*) filter (where executions.status = 'Accepted') as accepted,
          round(percentile_cont(0.5) within group (
            order by extract(epoch from executions.decided_at - executions.submitted_at)))::bigint as median_review_seconds
        from executions
        where executions.advertiser = asked.account and executions.decided_at > ${db.now()} - interval '90 days') counted
      cross join lateral (
        select count(*) as disputes_decided, count(*) filter (where disputes.outcome <> 'Advertiser') as disputes_lost
        from disputes
        where disputes.advertiser = asked.account and disputes.status = 'Resolved'
          and disputes.resolved_at > ${db.now()} - interval '365 days') disputed
      where counted.decided > 0 or disputed.disputes_decided > 0`,
    ),
  )
