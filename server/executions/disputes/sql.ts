import { forCaller } from '../../accounts/sql-fragments.ts'
import { changeSlots, offerNames, slotsBy, stateSnapshot } from '../../offers/sql-fragments.ts'
import { isoText } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { countAgain } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import { reservationsOf } from '../sql-fragments.ts'
import { disputeExecutions, disputeSnapshot } from '../sql-fragments-disputes.ts'
import type { Dispute, Verdict } from './disputes.ts'

/** Selects a row of disputes as a `Dispute`. */
export const disputeColumns = (db: Db, row: Sql): Sql => sql`
  ${row}.id, ${row}.execution, ${row}.offer, ${row}.advertiser, ${row}.executor,
  (select executor_alias from executions where executions.id = ${row}.execution) as executor_alias, ${row}.status,
  ${row}.statement, ${row}.opened_at, ${row}.respond_by_at, ${row}.decide_by_at, ${row}.answer, ${row}.answered_at,
  ${row}.outcome, ${row}.decided_by, ${row}.decided_note, ${row}.resolved_at, ${db.now()} as now`

/** Locks the dispute of an execution until the transaction ends; undefined if there is none. */
export const lockDispute = (db: Db, execution: Id<'execution'>) =>
  db.maybe<Dispute>(sql`
    select ${disputeColumns(db, sql`disputes`)} from disputes where execution = ${execution}::bigint for update of disputes`)

/** Reads one dispute, for an operator. */
export const readDispute = (db: Db, by: By, id: Id<'dispute'>) =>
  forCaller<Dispute>(db, by)`select ${disputeColumns(db, sql`disputes`)} from disputes where id = ${id}::bigint`

/** Reads one dispute about the caller's rejections. */
export const readOwnDispute = (db: Db, by: By, id: Id<'dispute'>) =>
  forCaller<Dispute>(db, by)`select ${disputeColumns(db, sql`disputes`)} from disputes
        where id = ${id}::bigint and disputes.advertiser = caller.caller_account`

export type NewDispute = {
  readonly execution: Id<'execution'>
  readonly statement: string
  readonly answerSeconds: number
}

/**
 * Opens a dispute: status and counts. The decision is due when the appeal period and the time to answer have both passed, whenever the
 * appeal came. Expects the locks of `lockRejected`.
 */
export const openDispute = (db: Db, { execution, statement, answerSeconds }: NewDispute) =>
  db.one<{ id: Id<'dispute'> }>(sql`
    with before as materialized (select * from executions where id = ${execution}::bigint),
    moved as (${changeSlots(slotsBy(sql`before`, { rejected: -1, disputed: 1 }))}),
    taken_again as (${countAgain(reservationsOf(sql`before`))}),
    disputed as (${disputeExecutions(db, sql`select id from before where offer = any(array(select offer from moved))`)}),
    opened as (
      insert into disputes (execution, offer, advertiser, executor, statement, opened_at, respond_by_at, decide_by_at)
      select id, offer, advertiser, executor, ${statement}, ${db.now()},
        ${db.now()} + ${answerSeconds}::integer * interval '1 second',
        appeal_deadline_at + ${answerSeconds}::integer * interval '1 second'
      from disputed returning *
    ),
    audit as (${recordDecisions(db)`
      select 'executor' as actor, executor as account, 'dispute.open' as action, 'dispute' as subject, id as subject_id,
        advertiser as owner, statement as reason, jsonb_build_object('execution', execution) as data from opened`}),
    event as (${recordEvents(db)`${disputedEvent}`})
    select id from opened`)

const disputedEvent: Sql = sql`
  select 'report.disputed' as kind, disputed.advertiser as account, disputed.offer, disputed.id as execution,
    ${disputeSnapshot({
      execution: sql`disputed`,
      executor: sql`who`,
      offer: offerNames(sql`offers`),
      counts: stateSnapshot(sql`moved`),
      more: sql`jsonb_build_object('dispute', jsonb_build_object('id', opened.id, 'status', opened.status,
        'openedAtUtc', ${isoText(sql`opened.opened_at`)}, 'respondByUtc', ${isoText(sql`opened.respond_by_at`)},
        'decideByUtc', ${isoText(sql`opened.decide_by_at`)}, 'outcome', null))`,
    })} || jsonb_build_object('statement', opened.statement) as data, 3 as rank
  from disputed join opened on opened.execution = disputed.id join moved on moved.offer = disputed.offer
  join offers on offers.id = disputed.offer join executors who on who.account = disputed.executor`

/** Stores the advertiser's answer, once and before the deadline. Expects the dispute locked. */
export const answerDispute = (db: Db, id: Id<'dispute'>, answer: string) =>
  db.one<Dispute>(sql`
    with answered as (
      update disputes set status = 'AdvertiserReplied', answer = ${answer}, answered_at = ${db.now()}
      where id = ${id}::bigint and status = 'Open' returning *
    ),
    audit as (${recordDecisions(db)`
      select 'advertiser' as actor, advertiser as account, 'dispute.answer' as action, 'dispute' as subject, id as subject_id,
        executor as owner, answer as reason, jsonb_build_object('execution', execution) as data from answered`})
    select ${disputeColumns(db, sql`answered`)} from answered`)

const actionOf: Readonly<Record<Verdict['outcome'], string>> = {
  Executor: 'dispute.decide',
  Advertiser: 'dispute.decide',
  Conceded: 'dispute.concede',
  Silence: 'dispute.run_out',
}

/** The decision on a dispute as a row for `recordDecisions`, from a part with the decided rows of disputes. */
export const decisionOf = ({ outcome, actor }: Verdict, part: Sql, more: Sql): Sql => sql`
  select ${actor}::text as actor, decided_by as account, ${actionOf[outcome]}::text as action, 'dispute' as subject,
    id as subject_id, case ${actor}::text when 'advertiser' then executor else advertiser end as owner,
    decided_note as reason,
    jsonb_build_object('execution', execution, 'outcome', ${outcome}::text) || ${more} as data
  from ${part}`

/** Resolves a locked dispute. */
export const resolveDispute = (db: Db, id: Id<'dispute'>, verdict: Verdict) =>
  db.one<Dispute>(sql`
    with resolved as (
      update disputes set status = 'Resolved', outcome = ${verdict.outcome}, decided_by = ${verdict.account}::bigint,
        decided_note = ${verdict.note}, resolved_at = ${db.now()}
      where id = ${id}::bigint and status <> 'Resolved' returning *
    ),
    audit as (${recordDecisions(db)`${decisionOf(verdict, sql`resolved`, sql`'{}'::jsonb`)}`})
    select ${disputeColumns(db, sql`resolved`)} from resolved`)

/** Reads the overdue disputes, longest overdue first. */
export const readOverdueDisputes = (db: Db, most: number) =>
  db.many<{ execution: Id<'execution'> }>(sql`
    select execution from disputes where status <> 'Resolved' and status <> 'PaymentPending' and decide_by_at <= ${db.now()}
    order by decide_by_at limit ${most}`)

/** Moves disputes past their answer deadline to operator review. */
export const moveUnansweredToReview = (db: Db, most: number) =>
  db.run(sql`
    with unanswered as (
      update disputes set status = 'UnderReview' where status = 'Open' and id = any(array(
        select id from disputes where status = 'Open' and respond_by_at <= ${db.now()} order by respond_by_at limit ${most}
        for update skip locked)) returning *
    ),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'dispute.stay_unanswered' as action, 'dispute' as subject,
        id as subject_id, advertiser as owner, null::text as reason, jsonb_build_object('execution', execution) as data
      from unanswered`})
    select id from unanswered`)
