import { paidBook } from '../ledger/sql-fragments-paid.ts'
import { isoText } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Money } from '../values/money.ts'
import type { Undecided } from './execution.ts'

/**
 * Whether a row of executions is undecided. Written so that no index or statistics apply: few executions are pending overall, but most of
 * the requested ones are, and the planner should expect that.
 */
export const isUndecided = (row: Sql, from: Undecided): Sql =>
  sql`case ${row}.status when ${from} then true else false end`

/** The auto-accept deadline of work submitted now with this many seconds for its review. */
export const reviewDeadline = (db: Db, seconds: Sql): Sql => sql`(${db.now()} + ${seconds} * interval '1 second')`

/** Whether a pending execution, a row of executions, is auto-accepted at the given moment: `isAutoAccepted` in SQL. */
export const isAutoAcceptedBy = (row: Sql, moment: Sql): Sql =>
  sql`(${row}.review_deadline_at <= ${moment} and ${row}.fraud_hold_at is null)`

/** Whether a row of executions is undecided and no deadline has decided it. */
export const isWaiting = (db: Db, row: Sql, from: Undecided): Sql =>
  from === 'Pending'
    ? sql`(${isUndecided(row, from)} and not ${isAutoAcceptedBy(row, db.now())})`
    : sql`(${isUndecided(row, from)} and ${row}.rework_deadline_at > ${db.now()})`

/** Whether a deadline has decided a row of executions, and no job has recorded it yet. */
export const isPastDeadline = (db: Db, row: Sql, from: Undecided): Sql =>
  from === 'Pending'
    ? sql`(${isUndecided(row, from)} and ${isAutoAcceptedBy(row, db.now())})`
    : sql`(${isUndecided(row, from)} and ${row}.rework_deadline_at <= ${db.now()})`

/** One entry for the history of an execution, as a list. */
export const historyEntry = (db: Db, event: string, actor: string | Sql, revision: Sql, note: Sql): Sql => sql`
  jsonb_build_array(jsonb_build_object('atUtc', ${isoText(db.now())}, 'event', ${event}::text, 'revision', ${revision},
    'actor', ${typeof actor === 'string' ? sql`${actor}::text` : actor}, 'note', ${note}))`

/** The work that was submitted with a reservation, now or before its rework; null: none. */
export const workOf = (reservation: Sql): Sql => sql`
  coalesce(
    (select id from executions where executions.reservation = ${reservation} limit 1),
    (select execution from revisions where revisions.reservation = ${reservation} limit 1))`

/** Selects the dispute of a row of executions as reports show it. */
export const disputeOf = (row: Sql): Sql => sql`
  select jsonb_build_object('id', disputes.id, 'status', disputes.status, 'openedAtUtc', ${isoText(sql`disputes.opened_at`)},
    'respondByUtc', ${isoText(sql`disputes.respond_by_at`)}, 'decideByUtc', ${isoText(sql`disputes.decide_by_at`)},
    'outcome', disputes.outcome) as dispute
  from disputes where disputes.execution = ${row}.id and ${row}.disputed_at is not null`

/**
 * Selects the reservations of rows with id, reservation and revision: the latest one and the earlier ones, which count towards the limit
 * for each executor.
 */
export const reservationsOf = (rows: Sql): Sql => sql`
  select reservation from ${rows} union all
  select reservation from revisions where execution = any(array(select id from ${rows} where revision > 1))`

export const executionSnapshot = (row: Sql): Sql => sql`
  jsonb_build_object('status', ${row}.status, 'revision', ${row}.revision, 'submittedAt', ${row}.submitted_at,
    'reviewDeadlineAt', ${row}.review_deadline_at, 'decidedBy', ${row}.decided_by, 'decidedAt', ${row}.decided_at,
    'reasonCode', ${row}.reason_code, 'reason', ${row}.reason, 'comment', ${row}.comment,
    'failedCriteria', ${row}.failed_criteria, 'rating', ${row}.rating, 'version', ${row}.version,
    'updatedAt', ${row}.updated_at, 'reservation', ${row}.reservation, 'reservedAt', ${row}.reserved_at,
    'reworkRound', ${row}.rework_round, 'reworkReason', ${row}.rework_reason,
    'reworkRequestedAt', ${row}.rework_requested_at, 'reworkDeadlineAt', ${row}.rework_deadline_at,
    'flags', ${row}.flags, 'bonusUnits', ${row}.bonus_units, 'appealDeadlineAt', ${row}.appeal_deadline_at,
    'disputedAt', ${row}.disputed_at, 'fraudHoldAt', ${row}.fraud_hold_at, 'dispute', (${disputeOf(row)}))`

export const executorSnapshot = (
  who: Sql,
  { accepted = sql`${who}.accepted`, rejected = sql`${who}.rejected` } = {},
): Sql => sql`
  jsonb_build_object('nickname', ${who}.nickname, 'country', ${who}.country, 'accepted', ${accepted}, 'rejected', ${rejected})`

/** Locks these executions, an array of ids. */
export const lockExecutions = (ids: Sql): Sql =>
  sql`select from executions where id = any(${ids}) order by id for update`

export const storedProof = sql`
  jsonb_build_object('id', proofs.id, 'extension', extension, 'fileName', file_name, 'size', size,
    'contentType', content_type, 'sha256', encode(sha256, 'hex'), 'uploadedAt', uploaded_at)`

/** Selects the proofs of an execution, as a list of `StoredProof`. */
export const proofsOf = (execution: Sql): Sql => sql`
  (select coalesce(jsonb_agg(${storedProof} order by position), '[]')
    from execution_proofs join proofs on proofs.id = execution_proofs.proof
    where execution_proofs.execution = ${execution})`

/** Like `proofsOf`, for a comma-separated list of ids. An execution stores this copy, because its proofs never change. */
export const proofsNamed = (ids: Sql): Sql => sql`
  (select coalesce(jsonb_agg(${storedProof} order by named.position), '[]')
    from unnest(string_to_array(${ids}, ',')) with ordinality as named (proof, position)
    join proofs on proofs.id = named.proof::uuid)`

/** The cause of the transfer that pays for an execution: that of every acceptance, so that none is paid twice, and clearing finds it. */
export const acceptCause = (row: Sql): Sql => sql`'execution:' || ${row}.id || ':accept'`

/**
 * The earnings of accepted executions that clear later, of executors below the level in `paidBook`, as rows for `scheduleClearing`. `row`
 * names a row of `executions`.
 */
export const earningsAt = (db: Db, executions: Sql, row: Sql, money: Money): Sql => sql`
  select ${row}.executor, ${row}.id as execution, ${acceptCause(row)} as cause, ${row}.reward_units as units,
    ${db.now()} + ${money.clearingSeconds}::integer * interval '1 second' as clears_at
  from ${executions} join executors executor on executor.account = ${row}.executor
  where ${paidBook(sql`executor`, money)} = 'executor.pending'`

export const revisionsOf = (execution: Sql): Sql => sql`
  select coalesce(jsonb_agg(jsonb_build_object('revision', revision, 'reservation', reservation, 'submittedAt', submitted_at,
    'details', details, 'proofs', proofs) order by revision), '[]') as revisions
  from revisions where execution = ${execution}.id`

/** Marks rejected executions as disputed; the decision stands until the dispute is decided. Expects an array of ids of locked executions. */
export const disputeExecutions = (db: Db, executions: Sql): Sql => sql`
  update executions set status = 'Disputed', disputed_at = ${db.now()}, updated_at = ${db.now()},
    version = executions.version + 1,
    history = executions.history || ${historyEntry(db, 'Disputed', 'Executor', sql`executions.revision`, sql`null::text`)}
  where id = any(${executions})`

/** A new decision on a rejected execution, as the report shows it. */
type NewDecision = { readonly by: string; readonly comment: string | null; readonly rating: number | null }

/** Accepts these rejected executions. */
export const acceptRejected = (db: Db, executions: Sql, { by, comment, rating }: NewDecision): Sql => sql`
  update executions set status = 'Accepted', decided_by = ${by}, decided_at = ${db.now()}, reason_code = null,
    reason = null, failed_criteria = null, comment = ${comment}, rating = ${rating}::integer,
    appeal_deadline_at = null, kept_units = 0, updated_at = ${db.now()}, version = executions.version + 1,
    history = executions.history
      || ${historyEntry(db, 'Accepted', by, sql`executions.revision`, sql`${comment}::text`)}
  where id = any(${executions})`

/** Rejects these disputed executions for good. */
export const rejectFinally = (db: Db, executions: Sql, { by, comment }: NewDecision): Sql => sql`
  update executions set status = 'Rejected', decided_by = ${by}, decided_at = ${db.now()},
    appeal_deadline_at = null, kept_units = 0, updated_at = ${db.now()}, version = executions.version + 1,
    history = executions.history
      || ${historyEntry(db, 'Rejected', by, sql`executions.revision`, sql`${comment}::text`)}
  where id = any(${executions})`

/** Ends the appeal periods of these rejected executions. */
export const keepNothing = (executions: Sql): Sql =>
  sql`update executions set kept_units = 0 where id = any(${executions}) returning id`

/** Whether a rejection of a row of executions waits for an operator. */
export const isRejectionHeld = (row: Sql): Sql => sql`'OperatorReview' = any(${row}.flags)`

export const flagsWithoutOperatorReview = (row: Sql): Sql => sql`array_remove(${row}.flags, 'OperatorReview')`

/** Ends held rejections. Expects rows of execution and outcome. */
export const endHeldRejections = (db: Db, ends: Sql): Sql => sql`
  update held_rejections held set ended_at = ${db.now()}, outcome = ending.outcome
  from (${ends}) ending where held.execution = ending.execution and held.ended_at is null`

/** Selects the newest decisions on an advertiser's offers as one text, newest first. */
export const recentDecisions = (account: Sql, limit: number): Sql => sql`
  select coalesce(string_agg(case when status in ('Rejected', 'Disputed') then 'R' else 'A' end, ''), '') as recent from (
    select status from executions where advertiser = ${account} and decided_at is not null
    order by decided_at desc limit ${limit}) newest`

const renamed = (proofs: Sql, name: string): Sql => sql`
  (select coalesce(jsonb_agg(proof || jsonb_build_object('fileName', ${name}::text) order by place), '[]')
    from jsonb_array_elements(${proofs}) with ordinality as listed (proof, place))`

const isNamed = (proofs: Sql, name: string): Sql => sql`
  exists (select from jsonb_array_elements(${proofs}) proof where proof ->> 'fileName' <> ${name})`

/** Replaces the file names of an executor in up to `limit` executions and in their earlier revisions. */
export const eraseFileNames = (executor: Sql, name: string, limit: number): readonly Sql[] => [
  sql`update executions set proofs = ${renamed(sql`proofs`, name)} where id = any(array(
    select id from executions where executor = ${executor} and proofs is not null and ${isNamed(sql`proofs`, name)}
    order by id limit ${limit}::bigint for update))`,
  sql`update revisions set proofs = ${renamed(sql`proofs`, name)} where (execution, revision) in (
    select revisions.execution, revisions.revision from executions join revisions on revisions.execution = executions.id
    where executions.executor = ${executor} and ${isNamed(sql`revisions.proofs`, name)}
    order by revisions.execution, revisions.revision limit ${limit}::bigint)`,
]

/** Deletes what an executor has entered and not submitted. */
export const eraseDrafts = (executor: Sql): Sql => sql`
  delete from answer_drafts where reservation in (select id from reservations where executor = ${executor})`
