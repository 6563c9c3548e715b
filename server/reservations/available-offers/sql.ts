import { isSuspended } from '../../accounts/sql-fragments.ts'
import { shareOf } from '../../items/sql-fragments-shares.ts'
import { inMs } from '../../offers/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Standing } from '../../qualifications/requirement.ts'
import { standingOf } from '../../qualifications/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { ExecutorFacts } from '../facts.ts'
import { type CoolDown, isRunning, tookPart } from '../sql-fragments.ts'
import { executorFacts, participation } from '../sql-fragments-eligibility.ts'
import { type MarkedAdvertiser, marksOf } from '../sql-fragments-marks.ts'
import type { Part } from './limited-offers.ts'
import type { OfferHistory } from './listed-eligibility.ts'

const activatedAt = inMs(sql`offers.activated_at`)

export type ExecutorFactsRow = ExecutorFacts & {
  readonly lists: readonly number[]
  readonly blockers: readonly number[]
  readonly histories: readonly OfferHistory[]
  readonly marks: readonly MarkedAdvertiser[] | null
  readonly standing: Standing | null
  readonly parts: readonly Part[] | null
}

const isListed = sql`(status in ('Active', 'Submitted', 'ScreenedOut') or returned = 'failed-check')`

/** Selects what the executor has done on listed offers. Who has only skipped slots of an offer has no reservation of these statuses. */
const historiesOf = (db: Db, executor: Sql): Sql => sql`
  select coalesce(json_agg(json_build_object('offer', done.offer, 'at', ${activatedAt}, 'perExecutorLimit', offers.per_executor_limit,
    'attemptsMax', offers.attempts_max, 'ownId', done.own_id, 'isExtended', done.is_extended, 'expiredId', done.expired_id,
    'taken', done.taken, 'failed', done.failed, 'isScreenedOut', done.is_screened_out, 'suitesLeft', share.suites_left,
    'slotsSkipped', share.slots_skipped, 'stop', share.stop)), '[]') as histories
  from (
    select offer, ${participation(db)}, bool_or(${isRunning(db)} and extended_at is not null) as is_extended
    from reservations where executor = ${executor} and ${isListed} group by offer
    union all
    select offer, null, null, 0, 0, false, false from suite_shares skipped
    where executor = ${executor} and skipped > 0 and not exists (
      select from reservations where executor = ${executor} and reservations.offer = skipped.offer and ${isListed})
    offset 0) done
  join offer_states state on state.offer = done.offer and state.status = 'Active' and state.remaining > 0
  join offers on offers.id = done.offer and offers.activated_at is not null
  left join lateral (${shareOf(executor)}) share on true`

/** Selects the offers of exclusion groups in which an executor took part, as JSON; null if there are none. */
const partsOf = (db: Db, executor: Sql): Sql => sql`
  select case when (select true from offers where exclusion_group is not null limit 1) then (
    select json_agg(json_build_object('offer', offers.id, 'advertiser', offers.advertiser, 'group', offers.exclusion_group))
    from (select distinct offer from reservations where executor = ${executor} and ${tookPart(db)}) part
    join offers on offers.id = part.offer and offers.exclusion_group is not null) end as parts`

const listsOf = (executor: Sql): Sql => sql`
  select coalesce(array_agg(members.list), '{}') as lists,
    coalesce(array_agg(lists.advertiser) filter (where lists.is_block_list), '{}') as blockers
  from executor_list_members members cross join lateral (
    select advertiser, is_block_list from executor_lists where id = members.list limit 1) lists
  where members.executor = ${executor}`

const factsOfAccount = (db: Db, settings: CoolDown): Sql => sql`
  left join lateral (${executorFacts(db, sql`who.account`, settings)}) person on true
  left join lateral (${listsOf(sql`who.account`)}) listed on true
  left join lateral (${historiesOf(db, sql`who.account`)}) done on true
  left join lateral (${marksOf(sql`who.account`)}) marked on true
  left join lateral (${partsOf(db, sql`who.account`)}) took on true`

const factsColumns = (db: Db): Sql => sql`
  person.*, listed.lists, listed.blockers, done.histories, marked.marks, took.parts, (${standingOf(db, sql`who.account`)}) as standing`

/** Reads the facts that decide which listed offers each credential holder may reserve, in the order of `hashes`. */
export const readExecutors = (db: Db, hashes: readonly Buffer[], settings: CoolDown) =>
  db.many<ExecutorFactsRow>(sql`
    select ${factsColumns(db)}
    from unnest(${hashes}::bytea[]) with ordinality as request (hash, place)
    left join lateral (select account from credentials where credentials.hash = request.hash limit 1) who on true
    ${factsOfAccount(db, settings)}
    order by request.place`)

/** Reads the same facts of one executor by their account; no row while it is suspended. */
export const readExecutorOf = (db: Db, account: Id<'account'>, settings: CoolDown) =>
  db.maybe<ExecutorFactsRow>(sql`
    select ${factsColumns(db)}
    from (select ${account}::bigint as account) who ${factsOfAccount(db, settings)}
    where not ${isSuspended(db, sql`who.account`)}`)
