import { isoText } from '../platform/clock.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { levels } from '../values/level.ts'
import type { Money } from '../values/money.ts'
import { isAutoAcceptedBy } from './auto-accept/sql-fragments.ts'

/** What is decided from: by somebody, or by time. */
export type Undecided = 'Pending' | 'ReworkRequested'

/**
 * Whether a row of executions is undecided. In words that no index has in its condition, and of which the statistics know
 * nothing: few of all executions are pending, but those that are asked for mostly are, and the plan is made for as many.
 */
export const isUndecided = (row: Sql, from: Undecided): Sql =>
  sql`case ${row}.status when ${from} then true else false end`

/** Whether a row of executions is undecided and no deadline has decided it. */
export const isWaiting = (db: Db, row: Sql, from: Undecided): Sql =>
  from === 'Pending'
    ? sql`(${isUndecided(row, from)} and not ${isAutoAcceptedBy(row, db.now())})`
    : sql`(${isUndecided(row, from)} and ${row}.rework_deadline_at > ${db.now()})`

/** Whether a deadline has decided a row of executions, and no job has recorded it yet. */
export const isOverdue = (db: Db, row: Sql, from: Undecided): Sql =>
  from === 'Pending'
    ? sql`(${isUndecided(row, from)} and ${isAutoAcceptedBy(row, db.now())})`
    : sql`(${isUndecided(row, from)} and ${row}.rework_deadline_at <= ${db.now()})`

/**
 * Locks executions, in the order of their ids; answers those that nothing happened to while the statement waited for that.
 * It has the row as it then is, and all else as it was before: what came to be with the change (a reservation to do the work
 * again, a rejection that waits for an operator, a revision) it would neither see nor end. Who is missing reads the facts again.
 */
export const lockExecutions = (ids: Sql): Sql => sql`
  select locked.* from (select * from executions where id = any(array(${ids})) order by id for update) locked
  where locked.version = (select seen.version from executions seen where seen.id = locked.id)`

/** What happened to an execution, as its history keeps it: a list of one. */
export const happened = (db: Db, event: string, actor: string | Sql, revision: Sql, note: Sql): Sql => sql`
  jsonb_build_array(jsonb_build_object('atUtc', ${isoText(db.now())}, 'event', ${event}::text, 'revision', ${revision},
    'actor', ${typeof actor === 'string' ? sql`${actor}::text` : actor}, 'note', ${note}))`

/** The dispute about an execution, a row of executions, as it is shown; a table of the noun to the right, only read here. */
export const disputeOf = (row: Sql): Sql => sql`
  select jsonb_build_object('id', disputes.id, 'status', disputes.status, 'openedAtUtc', ${isoText(sql`disputes.opened_at`)},
    'respondByUtc', ${isoText(sql`disputes.respond_by_at`)}, 'decideByUtc', ${isoText(sql`disputes.decide_by_at`)},
    'outcome', disputes.outcome) as dispute
  from disputes where disputes.execution = ${row}.id and ${row}.disputed_at is not null`

/**
 * The reservations of executions, rows of a part with id, reservation and revision: the last one, and those before it, which
 * are what the limit for each executor counts.
 */
export const reservationsOf = (part: Sql): Sql => sql`
  select reservation from ${part} union all
  select reservation from revisions where execution = any(array(select id from ${part} where revision > 1))`

/** What happens to an execution after it was submitted, as it stands at an event, from a row of executions. */
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

/** What an advertiser is told of an executor at an event, from a row of executors. */
export const executorSnapshot = (
  who: Sql,
  { accepted = sql`${who}.accepted`, rejected = sql`${who}.rejected` } = {},
): Sql => sql`
  jsonb_build_object('country', ${who}.country, 'accepted', ${accepted}, 'rejected', ${rejected})`

/**
 * Executions of one statement, which are told in the order of their ids: `later` is how many of the same offer come after
 * each, `later_of_executor` how many of the same executor.
 */
export const withLater = (executions: Sql): Sql => sql`
  select *, row_number() over (partition by offer order by id desc) - 1 as later,
    row_number() over (partition by executor order by id desc) - 1 as later_of_executor from ${executions}`

/** A row of proofs as a `StoredProof`. */
const storedProof = sql`
  jsonb_build_object('id', proofs.id, 'extension', extension, 'fileName', file_name, 'size', size,
    'contentType', content_type, 'sha256', encode(sha256, 'hex'), 'uploadedAt', uploaded_at)`

/** The proofs of an execution, as a list of `StoredProof`. */
export const proofsOf = (execution: Sql): Sql => sql`
  (select coalesce(jsonb_agg(${storedProof} order by position), '[]')
    from execution_proofs join proofs on proofs.id = execution_proofs.proof
    where execution_proofs.execution = ${execution})`

/** The same of proofs whose ids are a text, with commas: what an execution keeps of its own, because nothing of it changes. */
export const proofsNamed = (ids: Sql): Sql => sql`
  (select coalesce(jsonb_agg(${storedProof} order by named.position), '[]')
    from unnest(string_to_array(${ids}, ',')) with ordinality as named (proof, position)
    join proofs on proofs.id = named.proof::uuid)`

/** The level of an executor as `levelOf` has it, from what was accepted and rejected of their work. */
const levelBy = (accepted: Sql, rejected: Sql): Sql => sql`
  (case ${[...levels.entries()].reverse().reduce(
    (cases, [index, level]) => sql`${cases} when ${accepted} >= ${level.accepted}::bigint
      and ${accepted}::float8 / greatest(${accepted} + ${rejected}, 1) >= ${level.rate}::float8 then ${index + 1}::integer`,
    sql``,
  )} else 0 end)`

/** From which level on earnings are available at once. */
const clearLevel = 2

/** The book that a reward is paid to: pending for the time of clearing, unless the executor, a row of executors, is trusted. */
export const paidBook = (executor: Sql, { clearingSeconds }: Money): Sql => sql`
  case when ${clearingSeconds}::integer = 0
    or ${levelBy(sql`${executor}.accepted`, sql`${executor}.rejected`)} >= ${clearLevel}::integer
    then 'executor.available' else 'executor.pending' end`

/** What the part `posting` paid to executor.pending, as `setAside` wants it. */
export const earningsOf = (db: Db, { clearingSeconds }: Money): Sql => sql`
  select owner as executor, execution, cause, units,
    ${db.now()} + ${clearingSeconds}::integer * interval '1 second' as clears_at
  from posting where book = 'executor.pending'`

export const revisionsOf = (execution: Sql): Sql => sql`
  select coalesce(jsonb_agg(jsonb_build_object('revision', revision, 'reservation', reservation, 'submittedAt', submitted_at,
    'details', details, 'proofs', proofs) order by revision), '[]') as revisions
  from revisions where execution = ${execution}.id`
