import { type BatchKind, batchLimit, joinBatch, rowsOf, unlessOvertaken } from '../../platform/batching/join-batch.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Execution } from '../execution.ts'
import { historyEntry, isRejectionHeld, isWaiting, lockExecutions, reviewDeadline } from '../sql-fragments.ts'
import { executionColumns } from '../sql-fragments-reports.ts'
import type { RejectionToHold } from './decide.ts'

const requestedRows = (requests: readonly RejectionToHold[]): Sql => {
  const column = (name: keyof RejectionToHold) => requests.map((one) => one[name])
  return sql`
    unnest(${column('execution')}::bigint[], ${column('cause')}::text[], ${column('reasonCode')}::text[], ${column('reason')}::text[],
      ${requests.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::text[], ${column('blocksExecutor')}::boolean[],
      ${column('version')}::integer[])
      as request (execution, cause, reason_code, reason, failed_criteria, blocks_executor, version)`
}

/**
 * Holds rejections for an operator in one flight; without a decision in time, the work is auto-accepted. Refuses all of them if one was
 * decided or held meanwhile.
 */
export const holdRejections = (db: Db, requests: readonly RejectionToHold[], seconds: number) => {
  const ids = sql`${requests.map(({ execution }) => execution)}::bigint[]`
  const held = sql`${requestedRows(requests)} join executions on executions.id = request.execution`
  return db.flight<Execution>([
    lockExecutions(ids),
    sql`
      select must_hold(count(*) = ${requests.length}::bigint) from ${held}
      where ${isWaiting(db, sql`executions`, 'Pending')} and not ${isRejectionHeld(sql`executions`)}
        and coalesce(request.version = executions.version, true)`,
    sql`
      insert into held_rejections (execution, advertiser, cause, reason_code, reason, failed_criteria, blocks_executor, held_at)
      select request.execution, advertiser, cause, request.reason_code, request.reason,
        (select array_agg(named.criterion) from jsonb_array_elements_text(
          nullif(request.failed_criteria::jsonb, 'null')) as named (criterion)), blocks_executor, ${db.now()}
      from ${held}`,
    sql`
      update executions set flags = flags || '{OperatorReview}'::text[],
        review_deadline_at = greatest(review_deadline_at, ${reviewDeadline(db, sql`${seconds}::integer`)}),
        version = version + 1, updated_at = ${db.now()},
        history = history || ${historyEntry(db, 'RejectionHeld', 'System', sql`revision`, sql`null::text`)}
      where id = any(${ids})`,
    recordDecisions(db)`
      select 'system' as actor, null::bigint as account, 'report.hold_rejection' as action, 'report' as subject,
        request.execution as subject_id, advertiser as owner, request.reason,
        jsonb_build_object('cause', cause, 'reasonCode', request.reason_code) as data
      from ${held}`,
    sql`select ${executionColumns(sql`executions`)} from executions where id = any(${ids})`,
  ])
}

type TimedRejection = RejectionToHold & { readonly seconds: number }

const holdBatch: BatchKind<TimedRejection, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  records: { columns: ['execution', 'execution'], of: ({ execution }) => [execution, execution] },
  send: async (db, items) =>
    rowsOf(
      await unlessOvertaken(items, () => holdRejections(db, items, (items[0] as TimedRejection).seconds)),
      items.map(({ execution }) => execution),
    ),
}

/** Holds a rejection for an operator, batched with concurrent requests. Returns undefined if another decision came first. */
export const holdOneRejection = (db: Database, held: TimedRejection) => joinBatch(db, holdBatch, held)
