import { changeSlots, lockStates, slotsBy } from '../../offers/sql-fragments.ts'
import { type BatchKind, batchLimit, joinBatch, rowsOf } from '../../platform/batching/join-batch.ts'
import { isoText } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { insertRework } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Execution } from '../execution.ts'
import { executionColumns, undecidedEvent } from '../sql.ts'
import {
  endHeldRejections,
  flagsWithoutHold,
  historyEntry,
  isRejectionHeld,
  isWaiting,
  lockExecutions,
} from '../sql-fragments.ts'

/** Work to send back, after the rules have allowed it. */
export type Rework = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  /** The advertiser who requests it. */
  readonly account: Id<'account'>
  readonly reason: string
  /** Null: the period of the reservation's terms. */
  readonly deadlineSeconds: number | null
  /** The only version that may be sent back; null: any. */
  readonly version?: number | null
}

const requestedReworks = (requests: readonly Rework[]): Sql => {
  const column = (name: keyof Rework) => requests.map((one) => one[name])
  return sql`
    unnest(${column('execution')}::bigint[], ${column('offer')}::bigint[], ${column('account')}::bigint[],
      ${column('reason')}::text[], ${column('deadlineSeconds')}::integer[], ${column('version')}::integer[])
      as request (execution, offer, account, reason, deadline_seconds, version)`
}

const requestedEvent = undecidedEvent('report.rework_requested', sql`reworked`, { pending: -1, rework: 1 })

/** From the parts `pending` and `made`. */
const setReworkRequested = (db: Db): Sql => sql`
  update executions set status = 'ReworkRequested', rework_round = executions.rework_round + 1,
    rework_reason = pending.request_reason, rework_requested_at = ${db.now()}, rework_deadline_at = made.expires_at,
    rework_reservation = made.id, flags = ${flagsWithoutHold(sql`executions`)}, updated_at = ${db.now()},
    version = executions.version + 1, history = executions.history || ${historyEntry(
      db,
      'ReworkRequested',
      'Advertiser',
      sql`executions.revision`,
      sql`pending.request_reason`,
    )}
  from pending join made on made.execution = pending.id where executions.id = pending.id
  returning executions.*`

/** Its entry in the audit log, from the same parts. */
const reworkDecision = sql`
  select 'advertiser' as actor, request_account as account, 'report.rework' as action, 'report' as subject,
    pending.id as subject_id, pending.executor as owner, request_reason as reason,
    jsonb_build_object('round', rework_round + 1, 'deadlineAtUtc', ${isoText(sql`made.expires_at`)}) as data
  from pending join made on made.execution = pending.id`

/**
 * Sends a batch back in one guarded statement: slots, a rework reservation for each, the executions. Executions that lost a race are
 * missing from the result.
 */
export const requestReworks = (db: Db, requests: readonly Rework[]) =>
  db.many<Execution>(sql`
    with request as materialized (select * from ${requestedReworks(requests)}),
    state as materialized (${lockStates(sql`select offer from request`)}),
    pending as materialized (
      select execution.*, request.account as request_account, request.reason as request_reason, request.deadline_seconds
      from (${lockExecutions(sql`select execution from request where offer = any(array(select offer from state))`)}) execution
      join request on request.execution = execution.id
      where ${isWaiting(db, sql`execution`, 'Pending')} and execution.rework_round < execution.max_reworks
        and coalesce(request.version = execution.version, true)
    ),
    moved as (${changeSlots(slotsBy(sql`pending`, { pending: -1, rework: 1 }))}),
    made as (${insertRework(
      db,
      sql`
      select pending.id as execution, pending.reservation, ${db.now()}
        + coalesce(deadline_seconds, terms.rework_seconds, offers.rework_seconds) * interval '1 second' as expires_at
      from pending join reservations terms on terms.id = pending.reservation join offers on offers.id = pending.offer
      where pending.offer = any(array(select offer from moved))`,
    )}),
    reworked as (${setReworkRequested(db)}),
    held as (${endHeldRejections(
      db,
      sql`
      select pending.id as execution, 'Withdrawn' as outcome from pending join made on made.execution = pending.id
      where ${isRejectionHeld(sql`pending`)}`,
    )}),
    audit as (${recordDecisions(db)`${reworkDecision}`}),
    event as (${recordEvents(db)`${requestedEvent}`})
    select ${executionColumns(sql`reworked`)} from reworked`)

const requesting: BatchKind<Rework, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  records: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, items) =>
    rowsOf(
      await requestReworks(db, items),
      items.map(({ execution }) => execution),
    ),
}

/** Sends work back for rework, batched with concurrent requests. Returns undefined if another decision came first. */
export const requestReworkOf = (db: Database, rework: Rework) => joinBatch(db, requesting, rework)
