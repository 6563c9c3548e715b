import { suitesLeft } from '../../items/sql-fragments-shares.ts'
import { inMs } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { ExecutorFacts } from '../facts.ts'
import { type CoolDown, isRunning } from '../sql-fragments.ts'
import { executorFacts, participation, reservationRateOf } from '../sql-fragments-eligibility.ts'
import type { OfferHistory, RateLimitedOffer } from './listed-eligibility.ts'

const activatedAt = inMs(sql`offers.activated_at`)

export type ExecutorFactsRow = ExecutorFacts & {
  readonly lists: readonly number[]
  readonly blockers: readonly number[]
  readonly histories: readonly OfferHistory[]
}

/** Selects what the executor has done on listed offers. */
const historiesOf = (db: Db, executor: Sql): Sql => sql`
  select coalesce(json_agg(json_build_object('offer', done.offer, 'at', ${activatedAt}, 'perExecutorLimit', offers.per_executor_limit,
    'attemptsMax', offers.attempts_max, 'ownId', done.own_id, 'isExtended', done.is_extended, 'expiredId', done.expired_id,
    'taken', done.taken, 'failed', done.failed,
    'suitesLeft', ${suitesLeft(executor)})), '[]') as histories
  from (
    select offer, ${participation(db)}, bool_or(${isRunning(db)} and extended_at is not null) as is_extended
    from reservations where executor = ${executor} and status in ('Active', 'Submitted') group by offer offset 0) done
  join offer_states state on state.offer = done.offer and state.status = 'Active' and state.remaining > 0
  join offers on offers.id = done.offer and offers.activated_at is not null`

const listsOf = (executor: Sql): Sql => sql`
  select coalesce(array_agg(members.list), '{}') as lists,
    coalesce(array_agg(lists.advertiser) filter (where lists.is_block_list), '{}') as blockers
  from executor_list_members members cross join lateral (
    select advertiser, is_block_list from executor_lists where id = members.list limit 1) lists
  where members.executor = ${executor}`

/** Reads the facts that decide which listed offers each credential holder may reserve, in the order of `hashes`. */
export const readExecutors = (db: Db, hashes: readonly Buffer[], settings: CoolDown) =>
  db.many<ExecutorFactsRow>(sql`
    select person.*, listed.lists, listed.blockers, done.histories
    from unnest(${hashes}::bytea[]) with ordinality as request (hash, place)
    left join lateral (select account from credentials where credentials.hash = request.hash limit 1) who on true
    left join lateral (${executorFacts(db, sql`who.account`, settings)}) person on true
    left join lateral (${listsOf(sql`who.account`)}) listed on true
    left join lateral (${historiesOf(db, sql`who.account`)}) done on true
    order by request.place`)

/**
 * Reads the listed offers that may have reached their rate limit. Starts from the small index of offers with a limit, even if the planner
 * has no statistics for it.
 */
export const readRateLimited = (db: Db) =>
  db.many<RateLimitedOffer & { readonly now: Date }>(sql`
    select offers.id, ${activatedAt} as at, offers.hourly_limit, offers.daily_limit, rate.*, ${db.now()} as now
    from (
      select id, activated_at, hourly_limit, daily_limit from offers
      where coalesce(hourly_limit, daily_limit) is not null and activated_at is not null and completed_at is null
        and archived_at is null offset 0) offers
    cross join lateral (${reservationRateOf} offset 0) rate
    join offer_states state on state.offer = offers.id and state.status = 'Active' and state.remaining > 0
    where rate.hourly_at > ${db.now()} - interval '1 hour' or rate.daily_at > ${db.now()} - interval '1 day'`)
