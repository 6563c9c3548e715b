import { postCredits } from '../../ledger/sql-fragments.ts'
import { keptSlots, lockSlots, moveSlots, releaseClosed, withKept } from '../../offers/sql-fragments.ts'
import { unlessOvertaken } from '../../platform/batching/join-batch.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, stopCountingWithdrawn } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import {
  endHeldRejections,
  flagsWithoutHold,
  historyEntry,
  isRejectionHeld,
  isWaiting,
  lockExecutions,
  reservationsOf,
} from '../sql-fragments.ts'
import { executionColumns, recordExecutions } from '../sql-fragments-reports.ts'

type WithdrawRequest = {
  readonly id: Id<'execution'>
  /** The version that was read and may be withdrawn; null: any. */
  readonly version: number | null
}

/**
 * Withdraws an execution: frees the slot and, on a closed offer, releases its hold or keeps it for appeals. The acceptance records do not
 * change. Returns undefined if it was decided meanwhile.
 */
export async function withdrawExecution(db: Db, { id, version }: WithdrawRequest, money: Money) {
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
  update executions set status = 'Withdrawn', fraud_hold_at = null, flags = ${flagsWithoutHold(sql`executions`)}, updated_at = ${db.now()},
    version = executions.version + 1, history = executions.history
      || ${historyEntry(db, 'Withdrawn', 'Executor', sql`executions.revision`, sql`null::text`)}
  where id = any(${ids})`
