import { returnSuites } from '../../items/sql-fragments.ts'
import { postCredits } from '../../ledger/sql-fragments.ts'
import { keptSlots, lockSlots, moveSlots, releaseClosed, withKept } from '../../offers/sql-fragments.ts'
import { type BatchKind, batchLimit, joinBatch, rowsOf, unlessOvertaken } from '../../platform/batching/join-batch.ts'
import { isoText } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Database, Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, insertRework, stopCountingWithdrawn } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import {
  endHeldRejections,
  flagsWithoutOperatorReview,
  historyEntry,
  isRejectionHeld,
  isWaiting,
  lockExecutions,
  reservationsOf,
} from '../sql-fragments.ts'
import { executionColumns, recordExecutions } from '../sql-fragments-reports.ts'

/** Work to send back, after the rules have allowed it. */
export type Rework = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  /** The advertiser who requests it; null: a rule of their task. */
  readonly account: Id<'account'> | null
  readonly reason: string
  /** Null: the period of the reservation's terms. */
  readonly deadlineSeconds: number | null
  /** The only version that may be sent back; null: any. */
  readonly version?: number | null
}

/** The requests of a batch: as rows named `request`, and the ids of their executions and offers as arrays. */
function batchOf(reworks: readonly Rework[]) {
  const column = (name: keyof Rework) => reworks.map((one) => one[name])
  const ids = sql`${column('execution')}::bigint[]`
  return {
    ids,
    offers: sql`${[...new Set(column('offer'))]}::bigint[]`,
    request: sql`
      unnest(${ids}, ${column('account')}::bigint[], ${column('reason')}::text[], ${column('deadlineSeconds')}::integer[],
        ${column('version')}::integer[]) as request (execution, account, reason, deadline_seconds, version)`,
  }
}

/** Sends a batch back in one flight, with further steps: all of them or, if a concurrent request came first for one, none. */
export const requestReworks = (db: Db, reworks: readonly Rework[], also: readonly Sql[] = []) => {
  const { ids, offers, request } = batchOf(reworks)
  const rows = sql`(select * from executions where id = any(${ids})) execution`
  return db.flight<Execution>([
    lockSlots(offers),
    lockExecutions(ids),
    sql`
      select must_hold(count(*) = ${reworks.length}::bigint) from ${rows} join ${request} on request.execution = execution.id
      where ${isWaiting(db, sql`execution`, 'Pending')} and rework_round < max_reworks
        and coalesce(request.version = execution.version, true)`,
    moveSlots(rows, { pending: -1, rework: 1 }),
    insertRework(
      db,
      sql`
        select execution.id as execution, execution.reservation, ${db.now()}
          + coalesce(request.deadline_seconds, terms.rework_seconds, offers.rework_seconds) * interval '1 second' as expires_at
        from ${rows} join ${request} on request.execution = execution.id
        join reservations terms on terms.id = execution.reservation join offers on offers.id = execution.offer`,
    ),
    endHeldRejections(
      db,
      sql`select id as execution, 'Withdrawn' as outcome from ${rows} where ${isRejectionHeld(sql`execution`)}`,
    ),
    setReworkRequested(db, request, ids),
    recordDecisions(db)`
      select case when request.account is null then 'system' else 'advertiser' end as actor, request.account, 'report.rework' as action, 'report' as subject, execution.id as subject_id,
        executor as owner, request.reason, jsonb_build_object('round', rework_round, 'deadlineAtUtc', ${isoText(sql`rework_deadline_at`)}) as data
      from ${rows} join ${request} on request.execution = execution.id`,
    recordExecutions(db, 'report.rework_requested', ids),
    ...also,
    sql`select ${executionColumns(sql`execution`)} from ${rows} order by id`,
  ])
}

/** The reservation for the rework is the only active one of its execution. */
const setReworkRequested = (db: Db, request: Sql, ids: Sql): Sql => sql`
  update executions set status = 'ReworkRequested', rework_round = executions.rework_round + 1, rework_reason = request.reason,
    rework_requested_at = ${db.now()}, rework_deadline_at = made.expires_at, rework_reservation = made.id,
    flags = ${flagsWithoutOperatorReview(sql`executions`)}, updated_at = ${db.now()}, version = executions.version + 1,
    history = executions.history
      || ${historyEntry(db, 'ReworkRequested', sql`case when request.account is null then 'Rule' else 'Advertiser' end`, sql`executions.revision`, sql`request.reason`)}
  from ${request} join executions own on own.id = request.execution
  join reservations made on made.executor = own.executor and made.offer = own.offer and made.execution = own.id
    and made.kind = 'Rework' and made.status = 'Active'
  where executions.id = any(${ids}) and executions.id = request.execution`

const requesting: BatchKind<Rework, Execution | undefined> = {
  limit: batchLimit,
  keyOf: ({ execution }) => execution,
  records: { columns: ['execution', 'offer'], of: ({ execution, offer }) => [execution, offer] },
  send: async (db, items) =>
    rowsOf(
      await unlessOvertaken(items, () => requestReworks(db, items)),
      items.map(({ execution }) => execution),
    ),
}

/** Sends work back for rework, batched with concurrent requests. Returns undefined if another decision came first. */
export const requestReworkOf = (db: Database, rework: Rework) => joinBatch(db, requesting, rework)

type WithdrawRequest = Pick<Execution, 'id' | 'hasItems'> & {
  /** The version that was read and may be withdrawn; null: any. */
  readonly version: number | null
}

/**
 * Withdraws an execution: frees the slot and, on a closed offer, releases its hold or keeps it for appeals. The acceptance records do not
 * change. Returns undefined if it was decided meanwhile.
 */
export async function withdrawExecution(db: Db, { id, version, hasItems }: WithdrawRequest, money: Money) {
  const ids = sql`${[id]}::bigint[]`
  const own = sql`(select * from executions where id = any(${ids})) own`
  const freed = sql`(${withKept(sql`select * from executions where id = any(${ids})`)}) freed`
  const releases = releaseClosed(sql`
    select 'execution:' || id || ':release' as cause, offer, id as execution,
      reward_units + fee_units + add_on_units as units from ${freed} where not is_kept`)
  const rows = await unlessOvertaken([id], () =>
    db.flight<Execution>([
      lockSlots(sql`array(select offer from ${own})`),
      lockExecutions(ids),
      sql`
        select must_hold(count(*) = 1) from ${own} where coalesce(version = ${version}::integer, true)
          and (${isWaiting(db, sql`own`, 'Pending')} or ${isWaiting(db, sql`own`, 'ReworkRequested')})`,
      ...postCredits(db, releases, money),
      moveSlots(freed, {
        pending: sql`case status when 'Pending' then -1 else 0 end`,
        rework: sql`case status when 'ReworkRequested' then -1 else 0 end`,
        remaining: 1,
        withdrawn: 1,
        ...keptSlots,
      }),
      ...(hasItems ? returnSuites(db, { which: sql`assignments.execution = any(${ids})`, state: 'Withdrawn' }) : []),
      stopCountingWithdrawn(db, reservationsOf(own)),
      endReservations(db, sql`select rework_reservation from ${own} where status = 'ReworkRequested'`, 'Cancelled'),
      endHeldRejections(
        db,
        sql`select id as execution, 'Overtaken' as outcome from ${own} where ${isRejectionHeld(sql`own`)}`,
      ),
      recordDecisions(db)`
        select 'executor' as actor, executor as account, 'report.withdraw' as action, 'report' as subject, id as subject_id,
          advertiser as owner, null::text as reason, jsonb_build_object('from', status) as data from ${own}`,
      setWithdrawn(db, ids),
      recordExecutions(db, 'report.withdrawn', ids),
      sql`select ${executionColumns(sql`own`)} from ${own}`,
    ]),
  )
  return rows[0]
}

const setWithdrawn = (db: Db, ids: Sql): Sql => sql`
  update executions set status = 'Withdrawn', fraud_hold_at = null, flags = ${flagsWithoutOperatorReview(sql`executions`)}, updated_at = ${db.now()},
    version = executions.version + 1, history = executions.history
      || ${historyEntry(db, 'Withdrawn', 'Executor', sql`executions.revision`, sql`null::text`)}
  where id = any(${ids})`
