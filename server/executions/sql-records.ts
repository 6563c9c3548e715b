import { recordAdvertisers } from '../accounts/steps.ts'
import type { Db } from '../platform/db.ts'
import { sql } from '../platform/sql.ts'

/** Counts what advertisers decided in the last ninety days, of those who decided since they were counted last. */
export const refreshRecords = (db: Db, most: number) =>
  db.run(
    recordAdvertisers(
      db,
      sql`
      select asked.account, counted.* from (
        select account from advertisers where exists (
          select from executions where executions.advertiser = account
            and executions.decided_at > coalesce(refreshed_at, '-infinity'))
        order by account limit ${most}::bigint) asked
      cross join lateral (
        select count(*) as decided, count(*) filter (where executions.status = 'Accepted') as accepted,
          round(percentile_cont(0.5) within group (
            order by extract(epoch from executions.decided_at - executions.submitted_at)))::bigint as median_review_seconds
        from executions
        where executions.advertiser = asked.account and executions.decided_at > ${db.now()} - interval '90 days') counted
      where counted.decided > 0`,
    ),
  )
