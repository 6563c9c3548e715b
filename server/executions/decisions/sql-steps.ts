import { lockExecutors, lockRejecting } from '../../accounts/sql-fragments.ts'
import { lockSlots } from '../../offers/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations } from '../../reservations/sql-fragments.ts'
import type { Undecided } from '../execution.ts'
import {
  endHeldRejections,
  flagsWithoutOperatorReview,
  historyEntry,
  isPastDeadline,
  isRejectionHeld,
  isWaiting,
  lockExecutions,
} from '../sql-fragments.ts'
import type { AllowedDecision } from './decide.ts'

/*
 * The steps that accepting and rejecting have in common. Each is one plain statement of a flight (server/platform/database/flight.ts) for a
 * batch of decisions.
 */

/**
 * The decisions of a batch, as fragments: the ids as arrays, the executions as rows named `decided`, and the decisions as rows named
 * `request`. Each statement reads the executions as they are at its time.
 */
export type DecisionBatch = {
  readonly size: number
  /** Whether some of them answer items. */
  readonly hasItems: boolean
  /** Whether some of their offers pay screened-out executors. */
  readonly hasScreenOuts: boolean
  readonly ids: Sql
  readonly offers: Sql
  readonly executors: Sql
  readonly decided: Sql
  readonly request: Sql
}

export function batchOf(reviews: readonly AllowedDecision[]): DecisionBatch {
  const column = (name: keyof AllowedDecision) => reviews.map((one) => one[name])
  const distinct = (name: keyof AllowedDecision) => sql`${[...new Set(column(name))]}::bigint[]`
  const ids = sql`${column('execution')}::bigint[]`
  return {
    size: reviews.length,
    hasItems: reviews.some(({ hasItems }) => hasItems),
    hasScreenOuts: reviews.some(({ hasScreenOuts }) => hasScreenOuts),
    ids,
    offers: distinct('offer'),
    executors: distinct('executor'),
    decided: sql`(select * from executions where id = any(${ids})) decided`,
    request: sql`
      unnest(${ids}, ${column('by')}::text[], ${column('account')}::bigint[], ${column('version')}::integer[],
        ${column('comment')}::text[], ${column('rating')}::integer[], ${column('reasonCode')}::text[], ${column('reason')}::text[],
        ${reviews.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::jsonb[],
        ${column('rejectionsRemaining')}::bigint[], ${column('rejectionsMade')}::bigint[], ${column('blocks')}::boolean[])
        as request (execution, by, account, version, comment, rating, reason_code, reason, failed_criteria, rejections_remaining,
          rejections_made, blocks)`,
  }
}

/** Locks executors, slots and executions, in this order. */
export const lockDecided = ({ executors, offers, ids }: DecisionBatch): Sql[] => [
  lockExecutors(executors),
  lockSlots(offers),
  lockExecutions(ids),
]

/**
 * Locks the rejecting advertisers, and refuses rejections beyond the limit that was read with their facts. Those that took effect since
 * then are `advertisers.rejections_made - wanted.rejections_made`; `place` numbers those of the batch.
 */
export const lockRejectionLimits = ({ request }: DecisionBatch): Sql[] => [
  lockRejecting(sql`select account from ${request} where rejections_remaining is not null`),
  sql`
    select must_hold(count(*) = 0) from (
      select account, rejections_remaining, rejections_made, row_number() over (partition by account order by execution) as place
      from ${request} where rejections_remaining is not null) wanted
    left join advertisers on advertisers.account = wanted.account
    where not coalesce(advertisers.rejections_made - wanted.rejections_made + wanted.place <= wanted.rejections_remaining, false)`,
]

/**
 * Refuses the flight unless every execution may still be decided, in the status and version that were read. A deadline decides only after
 * it has passed. Advertisers accept pending work even after it, and decide everything else only before it. Work on fraud hold is not
 * accepted. A rule accepts nothing that was flagged or held meanwhile; an operator confirms no withdrawn rejection.
 */
export const mustBeUndecided = (
  db: Db,
  { size, ids, request }: DecisionBatch,
  { from, move }: { readonly from: Undecided; readonly move: 'accept' | 'reject' },
): Sql => {
  const row = sql`execution`
  const isAllowed =
    move === 'accept' && from === 'Pending'
      ? sql`case request.by when 'AutoAccept' then ${isPastDeadline(db, row, from)}
          when 'Rule' then flags = '{}' and fraud_hold_at is null else fraud_hold_at is null end`
      : sql`case request.by when 'ReworkTimeout' then ${isPastDeadline(db, row, from)}
          when 'Operator' then ${isWaiting(db, row, from)} and ${isRejectionHeld(row)} else ${isWaiting(db, row, from)} end`
  return sql`
    select must_hold(count(*) = ${size}::bigint) from executions execution join ${request} on request.execution = execution.id
    where execution.id = any(${ids}) and status = ${from} and coalesce(request.version = execution.version, true) and ${isAllowed}`
}

/**
 * Ends the reservations of reworks that are decided: as expired after a missed deadline, otherwise as revoked, without any penalty for
 * their executors.
 */
export const endReworks = (db: Db, { decided, request }: DecisionBatch): Sql[] =>
  (['Revoked', 'Expired'] as const).map((status) =>
    endReservations(
      db,
      sql`
        select rework_reservation from ${decided} join ${request} on request.execution = decided.id
        where decided.status = 'ReworkRequested' and (request.by = 'ReworkTimeout') = ${status === 'Expired'}`,
      status,
    ),
  )

/** A held rejection is confirmed by the operator's decision, or overtaken by any other decision. */
export const endHeldRejection = (db: Db, { decided, request }: DecisionBatch): Sql =>
  endHeldRejections(
    db,
    sql`
      select decided.id as execution, case when request.by = 'Operator' then 'Confirmed' else 'Overtaken' end as outcome
      from ${decided} join ${request} on request.execution = decided.id where ${isRejectionHeld(sql`decided`)}`,
  )

/** Writes the decision on the executions, which also ends a fraud hold. `more` sets further columns, each followed by a comma. */
export const setDecision = (db: Db, { request }: DecisionBatch, status: 'Accepted' | 'Rejected', more: Sql): Sql => sql`
  update executions set status = ${status}, decided_by = request.by, comment = request.comment, rating = request.rating,
    reason_code = request.reason_code, reason = request.reason, failed_criteria = (
      select array_agg(named.criterion) from jsonb_array_elements_text(nullif(request.failed_criteria, 'null')) as named (criterion)),
    decided_at = ${db.now()}, updated_at = ${db.now()}, version = executions.version + 1,
    flags = ${flagsWithoutOperatorReview(sql`executions`)}, fraud_hold_at = null, ${more}
    history = executions.history || ${historyEntry(
      db,
      status,
      sql`request.by`,
      sql`executions.revision`,
      sql`coalesce(request.reason, request.comment)`,
    )}
  from ${request} where executions.id = request.execution`

export const recordReview = (db: Db, { decided, request }: DecisionBatch, action: string, from: Undecided): Sql =>
  recordDecisions(db)`
    select case request.by when 'Advertiser' then 'advertiser' when 'Operator' then 'operator' else 'system' end as actor,
      request.account, ${action}::text as action, 'report' as subject, decided.id as subject_id, decided.executor as owner,
      coalesce(request.reason, request.comment) as reason,
      jsonb_build_object('by', request.by, 'reasonCode', request.reason_code, 'from', ${from}::text) as data
    from ${decided} join ${request} on request.execution = decided.id`
