import type { AssignedFilter } from '../accounts/desk-subject.ts'
import { accountNamed, emailOf } from '../accounts/sql-fragments.ts'
import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { assignedIs } from '../accounts/sql-fragments-desk.ts'
import { disputeExecutions, reservationsOf } from '../executions/sql-fragments.ts'
import { recordExecutions } from '../executions/sql-fragments-reports.ts'
import { moveSlots } from '../offers/sql-fragments.ts'
import { titleIn } from '../offers/sql-fragments-content.ts'
import { isoText } from '../platform/clock.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../platform/sql.ts'
import { countAgain } from '../reservations/sql-fragments.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { Debtor, Dispute, Verdict } from './dispute.ts'
import { attachmentsOn, attachProofs } from './sql-attachments.ts'

export const disputeColumns = (db: Db, row: Sql): Sql => sql`
  ${row}.id, ${row}.execution, ${row}.offer, ${row}.advertiser, ${emailOf(sql`${row}.advertiser`)} as advertiser_email,
  ${row}.executor, ${emailOf(sql`${row}.executor`)} as executor_email,
  (select executor_alias from executions where executions.id = ${row}.execution) as executor_alias,
  (select has_items from executions where executions.id = ${row}.execution) as has_items,
  (select ${titleIn(sql`executions.offer_version`)} from executions join offers on offers.id = executions.offer
    where executions.id = ${row}.execution) as offer_title,
  (select nickname from executors where executors.account = ${row}.executor) as executor_nickname, ${row}.status,
  ${row}.statement, ${attachmentsOn(sql`${row}.id`)} as attachments, ${row}.opened_at, ${row}.respond_by_at, ${row}.decide_by_at, ${row}.answer, ${row}.answered_at,
  ${row}.outcome, ${row}.decided_by, ${row}.decided_note, ${row}.resolved_at,
  coalesce(${row}.rejection, (${rejectionInHistory(sql`${row}.execution`)})) as rejection, ${db.now()} as now`

/** Selects what is known of a rejection whose dispute did not store it: an acceptance has cleared its code and criteria. */
const rejectionInHistory = (execution: Sql): Sql => sql`
  select jsonb_build_object('by', entry ->> 'actor', 'reasonCode', executions.reason_code,
    'reason', coalesce(executions.reason, entry ->> 'note'),
    'comment', case when executions.status <> 'Accepted' then executions.comment end,
    'failedCriteria', executions.failed_criteria, 'decidedAtUtc', entry ->> 'atUtc')
  from executions, jsonb_array_elements(executions.history) with ordinality as listed (entry, place)
  where executions.id = ${execution} and entry ->> 'event' = 'Rejected' and entry ->> 'actor' <> 'Dispute'
  order by place desc limit 1`

/** Locks the dispute of an execution until the transaction ends; undefined if there is none. */
export const lockDispute = (db: Db, execution: Id<'execution'>) =>
  db.maybe<Dispute>(sql`
    select ${disputeColumns(db, sql`disputes`)} from disputes where execution = ${execution}::bigint for update of disputes`)

export const readDispute = (db: Db, by: By, id: Id<'dispute'>) =>
  forCaller<Dispute>(db, by)`select ${disputeColumns(db, sql`disputes`)} from disputes where id = ${id}::bigint`

export const readOwnDispute = (db: Db, by: By, id: Id<'dispute'>) =>
  forCaller<Dispute>(db, by)`select ${disputeColumns(db, sql`disputes`)} from disputes
        where id = ${id}::bigint and disputes.advertiser = caller.caller_account`

export type NewDispute = {
  readonly execution: Id<'execution'>
  readonly statement: string
  /** Ids of proofs that `readUsable` found. */
  readonly attachments: readonly string[]
  readonly answerSeconds: number
}

/**
 * Opens a dispute: status and counts. The decision is due when the appeal period and the time to answer have both passed, whenever the
 * appeal came. Expects the locks of `lockRejectedExecution`.
 */
export async function openDispute(db: Db, { execution, statement, attachments, answerSeconds }: NewDispute) {
  const ids = sql`${[execution]}::bigint[]`
  const own = sql`(select * from executions where id = any(${ids})) own`
  const opened = sql`(select * from disputes where execution = any(${ids})) opened`
  const rows = await db.flight<{ id: Id<'dispute'> }>([
    moveSlots(own, { rejected: -1, disputed: 1 }),
    countAgain(reservationsOf(own)),
    disputeExecutions(db, ids),
    sql`
      insert into disputes (execution, offer, advertiser, executor, statement, opened_at, respond_by_at, decide_by_at,
        rejection)
      select id, offer, advertiser, executor, ${statement}, ${db.now()},
        ${db.now()} + ${answerSeconds}::integer * interval '1 second',
        appeal_deadline_at + ${answerSeconds}::integer * interval '1 second',
        jsonb_build_object('by', decided_by, 'reasonCode', reason_code, 'reason', reason, 'comment', comment,
          'failedCriteria', failed_criteria, 'decidedAtUtc', ${isoText(sql`decided_at`)})
      from ${own}`,
    ...(attachments.length > 0 ? [attachProofs(execution, attachments)] : []),
    recordDecisions(db)`
      select 'executor' as actor, executor as account, 'dispute.open' as action, 'dispute' as subject, id as subject_id,
        advertiser as owner, statement as reason, jsonb_build_object('execution', execution) as data from ${opened}`,
    recordExecutions(db, 'report.disputed', ids, sql`, 'statement', ${statement}::text`),
    sql`select id from ${opened}`,
  ])
  return rows[0] as { id: Id<'dispute'> }
}

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

export const resolveDispute = (db: Db, id: Id<'dispute'>, verdict: Verdict) =>
  db.one<Dispute>(sql`
    with resolved as (
      update disputes set status = 'Resolved', outcome = ${verdict.outcome}, decided_by = ${verdict.account}::bigint,
        decided_note = ${verdict.note}, resolved_at = ${db.now()}
      where id = ${id}::bigint and status <> 'Resolved' returning *
    ),
    audit as (${recordDecisions(db)`${decisionOf(verdict, sql`resolved`, sql`'{}'::jsonb`)}`})
    select ${disputeColumns(db, sql`resolved`)} from resolved`)

const ofStatus = (statuses: readonly string[]): Sql => sql`disputes.status = any(${statuses}::text[])`

const ownList = (db: Db, condition: Sql) => ({
  columns: disputeColumns(db, sql`disputes`),
  from: sql`from disputes where ${condition}`,
  order: newestFirst(sql`disputes.id`),
})

/** Reads a page of the disputes that the caller opened, newest first. */
export const readDisputesOpened = (db: Db, by: By, page: Page) =>
  forCaller<Dispute & PagedRow>(
    db,
    by,
  )`${pageOfList(ownList(db, sql`disputes.executor = caller.caller_account`), page)}`

/** Reads a page of the disputes about the caller's rejections, newest first. */
export const readDisputesAgainst = (db: Db, by: By, statuses: readonly string[], page: Page) =>
  forCaller<Dispute & PagedRow>(db, by)`
      ${pageOfList(ownList(db, sql`disputes.advertiser = caller.caller_account and ${ofStatus(statuses)}`), page)}`

export type DisputeFilter = {
  readonly status?: readonly string[] | undefined
  /** A party's id or e-mail address. */
  readonly account?: string | undefined
  readonly assigned?: AssignedFilter | undefined
}

const ofParty = (account: string): Sql => sql`${accountNamed(account)} in (disputes.advertiser, disputes.executor)`

/** Reads a page of all disputes for an operator, earliest decision deadline first. */
export const readDisputes = (db: Db, by: By, { status = [], account, assigned }: DisputeFilter, page: Page) => {
  const condition = every([
    ofStatus(status),
    ...when(account, ofParty(account ?? '')),
    ...(assigned ? [assignedIs(assigned, 'dispute', sql`disputes.id`)] : []),
  ])
  return forCaller<Dispute & PagedRow>(db, by)`${pageOfList(
    {
      columns: disputeColumns(db, sql`disputes`),
      from: sql`from disputes where ${condition}`,
      // Always true, so that PostgreSQL 15 counts by the operators' index rather than the advertisers' one.
      countedFrom: sql`from disputes where ${condition} and disputes.decide_by_at is not null`,
      order: { key: sql`disputes.decide_by_at`, id: sql`disputes.id`, isBackwards: false },
    },
    page,
  )}`
}

const debts = sql`from balances where book = 'platform.guarantee' and units < 0`

/** Reads a page of the advertisers who owe the platform for payments. */
export const readDebtors = (db: Db, by: By, page: Page) =>
  forCaller<Debtor & PagedRow>(db, by)`${pageOfList(
    {
      columns: sql`owner as id, (select email from accounts where accounts.id = owner) as email, -units as owed_units,
            updated_at`,
      from: debts,
      order: { id: sql`balances.owner`, isBackwards: false },
    },
    page,
  )}`

export const readTotalDebt = (db: Db) =>
  db.one<{ owedUnits: Units }>(sql`select coalesce(-sum(units), 0)::bigint as owed_units ${debts}`)

/** Reads the overdue disputes, longest overdue first. */
export const readOverdueDisputes = (db: Db, limit: number) =>
  db.many<{ execution: Id<'execution'> }>(sql`
    select execution from disputes where status <> 'Resolved' and status <> 'PaymentPending' and decide_by_at <= ${db.now()}
    order by decide_by_at limit ${limit}`)

/** Moves disputes past their answer deadline to operator review. */
export const moveUnansweredToReview = (db: Db, limit: number) =>
  db.run(sql`
    with unanswered as (
      update disputes set status = 'UnderReview' where status = 'Open' and id = any(array(
        select id from disputes where status = 'Open' and respond_by_at <= ${db.now()} order by respond_by_at limit ${limit}
        for update skip locked)) returning *
    ),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'dispute.stay_unanswered' as action, 'dispute' as subject,
        id as subject_id, advertiser as owner, null::text as reason, jsonb_build_object('execution', execution) as data
      from unanswered`})
    select id from unanswered`)
