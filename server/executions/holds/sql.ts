import { type BatchKind, batchLimit, joinBatch, rowsOf } from '../../platform/batching/join-batch.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { reviewDeadline } from '../auto-accept/sql-fragments-review-deadline.ts'
import type { Execution } from '../execution.ts'
import { executionColumns } from '../sql.ts'
import { historyEntry, isRejectionHeld, isWaiting } from '../sql-fragments.ts'
import type { RejectionToHold } from './holds.ts'

/**
 * Holds rejections for an operator; without a decision in time, the work is auto-accepted. Rejections that lost a race are missing from the
 * result.
 */
export const holdRejections = (db: Db, requests: readonly RejectionToHold[], seconds: number) => {
  const column = (name: keyof RejectionToHold) => requests.map((one) => one[name])
  return db.many<Execution>(sql`
    with request as materialized (
      select * from unnest(${column('execution')}::bigint[], ${column('cause')}::text[], ${column('reasonCode')}::text[],
        ${column('reason')}::text[], ${requests.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::text[],
        ${column('blocksExecutor')}::boolean[], ${column('version')}::integer[])
        as request (execution, cause, reason_code, reason, failed_criteria, blocks_executor, version)
    ),
    pending as materialized (
      select execution.* from (
        select * from executions where id = any(array(select execution from request)) order by id for update) execution
      join request on request.execution = execution.id
      where ${isWaiting(db, sql`execution`, 'Pending')} and not ${isRejectionHeld(sql`execution`)}
        and coalesce(request.version = execution.version, true)
    ),
    held as (
      insert into held_rejections (execution, advertiser, cause, reason_code, reason, failed_criteria, blocks_executor, held_at)
      select pending.id, pending.advertiser, request.cause, request.reason_code, request.reason,
        (select array_agg(named.criterion) from jsonb_array_elements_text(
          nullif(request.failed_criteria::jsonb, 'null')) as named (criterion)), request.blocks_executor, ${db.now()}
      from pending join request on request.execution = pending.id
    ),
    flagged as (
      update executions set flags = executions.flags || '{OperatorReview}'::text[],
        review_deadline_at = greatest(executions.review_deadline_at, ${reviewDeadline(db, sql`${seconds}::integer`)}),
        version = executions.version + 1, updated_at = ${db.now()},
        history = executions.history || ${historyEntry(db, 'RejectionHeld', 'System', sql`executions.revision`, sql`null::text`)}
      from pending where executions.id = pending.id returning executions.*
    ),
    audit as (${recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'report.hold_rejection' as action, 'report' as subject,
        pending.id as subject_id, pending.advertiser as owner, request.reason,
        jsonb_build_object('cause', request.cause, 'reasonCode', request.reason_code) as data
      from pending join request on request.execution = pending.id`})
    select ${executionColumns(sql`flagged`)} from flagged`)
}

type TimedRejection = RejectionToHold & { readonly seconds: number }

const holdBatch: BatchKind<TimedRejection, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  records: { columns: ['execution', 'execution'], of: ({ execution }) => [execution, execution] },
  send: async (db, items) =>
    rowsOf(
      await holdRejections(db, items, (items[0] as TimedRejection).seconds),
      items.map(({ execution }) => execution),
    ),
}

/** Holds a rejection for an operator, batched with concurrent requests. Returns undefined if another decision came first. */
export const holdOneRejection = (db: Database, held: TimedRejection) => joinBatch(db, holdBatch, held)
