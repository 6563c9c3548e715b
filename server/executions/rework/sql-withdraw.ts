import { post } from '../../ledger/sql-fragments.ts'
import {
  changeSlots,
  keptSlots,
  lockStates,
  offerNames,
  releaseClosed,
  slotsBy,
  stateSnapshot,
  withKept,
} from '../../offers/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, stopCountingWithdrawn } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Money } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import { executionColumns } from '../sql.ts'
import {
  endHeldRejections,
  executionSnapshot,
  executorSnapshot,
  flagsWithoutHold,
  historyEntry,
  isRejectionHeld,
  isWaiting,
  lockExecutions,
  reservationsOf,
} from '../sql-fragments.ts'

const freedSlots = slotsBy(sql`withdrawable`, {
  pending: sql`case status when 'Pending' then -1 else 0 end`,
  rework: sql`case status when 'ReworkRequested' then -1 else 0 end`,
  remaining: 1,
  withdrawn: 1,
  ...keptSlots,
})

/** From the part `freed`. */
const setWithdrawn = (db: Db): Sql => sql`
  update executions set status = 'Withdrawn', fraud_hold_at = null, flags = ${flagsWithoutHold(sql`executions`)}, updated_at = ${db.now()},
    version = executions.version + 1, history = executions.history
      || ${historyEntry(db, 'Withdrawn', 'Executor', sql`executions.revision`, sql`null::text`)}
  from freed where executions.id = freed.id
  returning executions.*`

const releases = releaseClosed(sql`
  select 'execution:' || id || ':release' as cause, offer, id as execution,
    reward_units + fee_units + add_on_units as units from freed where not is_kept`)

const decision = sql`
  select 'executor' as actor, executor as account, 'report.withdraw' as action, 'report' as subject, id as subject_id,
    advertiser as owner, null::text as reason, jsonb_build_object('from', status) as data from freed`

const overtaken = sql`select id as execution, 'Overtaken' as outcome from freed where ${isRejectionHeld(sql`freed`)}`
const ofRework = sql`select rework_reservation from freed where status = 'ReworkRequested'`

const withdrawnEvent = sql`
  select 'report.withdrawn' as kind, withdrawn.advertiser as account, withdrawn.offer, withdrawn.id as execution,
    jsonb_build_object('execution', ${executionSnapshot(sql`withdrawn`)}, 'executor', ${executorSnapshot(sql`who`)},
      'offer', ${offerNames(sql`offers`)}, 'counts', ${stateSnapshot(sql`moved`)}) as data, 4 as rank
  from withdrawn join moved on moved.offer = withdrawn.offer join offers on offers.id = withdrawn.offer
  join executors who on who.account = withdrawn.executor`

type WithdrawRequest = {
  readonly id: Id<'execution'>
  /** The only version that may be withdrawn; null: any. */
  readonly version: number | null
}

/**
 * Withdraws an execution: frees the slot and, on a closed offer, releases its hold or keeps it for appeals. The acceptance records do not change. Returns undefined
 * if it was decided meanwhile.
 */
export const withdrawExecution = (db: Db, { id, version }: WithdrawRequest, money: Money) =>
  db.maybe<Execution>(sql`
    with state as materialized (${lockStates(sql`select offer from executions where id = ${id}::bigint`)}),
    waiting as materialized (
      select execution.* from (${lockExecutions(sql`select ${id}::bigint where exists (select from state)`)}) execution
      where (${isWaiting(db, sql`execution`, 'Pending')} or ${isWaiting(db, sql`execution`, 'ReworkRequested')})
        and coalesce(${version}::integer = execution.version, true)
    ),
    withdrawable as materialized (${withKept(sql`select * from waiting`)}),
    moved as (${changeSlots(freedSlots)}),
    freed as materialized (select * from withdrawable where offer = any(array(select offer from moved))),
    given_back as (${stopCountingWithdrawn(db, reservationsOf(sql`freed`))}),
    ended as (${endReservations(db, ofRework, 'Cancelled')}),
    withdrawn as (${setWithdrawn(db)}),
    ${post(db, releases, money)},
    held as (${endHeldRejections(db, overtaken)}),
    audit as (${recordDecisions(db)`${decision}`}),
    event as (${recordEvents(db)`${withdrawnEvent}`})
    select ${executionColumns(sql`withdrawn`)} from withdrawn`)
