import { recordAdvertisers } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { paidBook } from '../../ledger/sql-fragments-paid.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { type CoolDown, isGivenUp, lastMissed } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import type { AdvertiserReputation, ExecutorReputation } from '../reputation.ts'

/** The caller's own record, or another account's for an operator. */
export type ReputationOwner = Id<'account'> | 'own'
const accountOf = (owner: ReputationOwner): Sql =>
  owner === 'own' ? sql`caller.caller_account` : sql`${owner}::bigint`

/** Matches the expression of the index on missed reservations; adds expired ones that were not swept yet. */
const missedToday = (db: Db, own: Sql): Sql => sql`
  select (select count(*) from reservations
      where executor = ${own} and ${isGivenUp}
        and least(ended_at, expires_at) > ${db.now()} - interval '24 hours')
    + (select count(*) from reservations
      where executor = ${own} and withdrawn_at > ${db.now()} - interval '24 hours')
    + (select count(*) from reservations
      where executor = ${own} and kind = 'Work' and status = 'Active' and expires_at <= ${db.now()}) as missed`

export const readExecutorReputation = (db: Db, by: By, owner: ReputationOwner, coolDown: CoolDown, money: Money) => {
  const own = accountOf(owner)
  return forCaller<ExecutorReputation>(db, by)`
      select executors.accepted, executors.rejected, executors.created_at as since, today.missed,
        missed.last as missed_last, missed.first as missed_first, disputed.decided as disputes_decided,
        disputed.won as disputes_won, ${paidBook(sql`executors`, money)} = 'executor.available' as is_clear
      from executors
      cross join lateral (${missedToday(db, own)}) today
      left join lateral (${lastMissed(db, own, coolDown)}) missed on true
      cross join lateral (
        select count(*) filter (where outcome is not null) as decided,
          count(*) filter (where outcome is not null and outcome <> 'Advertiser') as won
        from disputes where disputes.executor = executors.account) disputed
      where executors.account = ${own} and executors.deleted_at is null`
}

export const readAdvertiserReputation = (db: Db, by: By, owner: ReputationOwner) =>
  forCaller<AdvertiserReputation>(db, by)`
      select decided, accepted, median_review_seconds, disputes_decided, disputes_lost, refreshed_at, created_at as since
      from advertisers where advertisers.account = ${accountOf(owner)}`

/**
 * Counts the decisions of the last ninety days and the appeals lost within a year, for advertisers with new decisions since their last
 * count.
 */
export const refreshRecords = (db: Db, limit: number) =>
  db.run(
    recordAdvertisers(
      db,
      sql`
      select changed.account, counted.*, disputed.* from (
        select account from advertisers where exists (
          select from executions where executions.advertiser = account
            and executions.decided_at > coalesce(refreshed_at, '-infinity'))
          or exists (
          select from disputes where disputes.advertiser = account and disputes.status = 'Resolved'
            and disputes.resolved_at > coalesce(refreshed_at, '-infinity'))
        order by account limit ${limit}::bigint) changed
      cross join lateral (
        select count(*) as decided, count(*) filter (where executions.status = 'Accepted') as accepted,
          round(percentile_cont(0.5) within group (
            order by extract(epoch from executions.decided_at - executions.submitted_at)))::bigint as median_review_seconds
        from executions
        where executions.advertiser = changed.account and executions.decided_at > ${db.now()} - interval '90 days') counted
      cross join lateral (
        select count(*) as disputes_decided, count(*) filter (where disputes.outcome <> 'Advertiser') as disputes_lost
        from disputes
        where disputes.advertiser = changed.account and disputes.status = 'Resolved'
          and disputes.resolved_at > ${db.now()} - interval '365 days') disputed
      where counted.decided > 0 or disputed.disputes_decided > 0`,
    ),
  )
