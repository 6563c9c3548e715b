import { countDecisions } from '../../accounts/sql-fragments.ts'
import { lockFunds, lowBalance, post, scheduleClearing } from '../../ledger/sql-fragments.ts'
import {
  changeSlots,
  completeOffers,
  lockStates,
  offerNames,
  type SlotCount,
  slotsBy,
  stateSnapshot,
} from '../../offers/sql-fragments.ts'
import { debtUnits } from '../../payments/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { countAgain, stopCounting } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import { completedEvent, executionColumns } from '../sql.ts'
import { disputeSnapshot, earningsOf, historyEntry, paidBook, reservationsOf } from '../sql-fragments.ts'
import { isReleasedAtEnd, type OverturnFunds, type Sources } from './overturn.ts'

/** A rejected execution, with locks on everything that accepting it changes. */
export type Rejected = Execution &
  Pick<OverturnFunds, 'offerStatus' | 'remaining' | 'kept' | 'uncovered' | 'availableUnits'> & {
    readonly debtUnits: Units
    readonly now: Date
  }

/** Locks the executor, the offer's counts, the execution and the advertiser's money until the transaction ends, in the usual order. */
export const lockRejected = (db: Db, id: Id<'execution'>) =>
  db.one<Rejected>(sql`
    with named as materialized (select id, offer, executor from executions where id = ${id}::bigint),
    executor as materialized (
      select account from executors where account = any(array(select executor from named)) for update
    ),
    state as materialized (${lockStates(sql`
      select offer from named where executor = any(array(select account from executor))`)}),
    execution as materialized (
      select * from executions where id = any(array(select id from named where offer = any(array(select offer from state))))
      for update
    ),
    funds as materialized (${lockFunds(sql`select advertiser as account, 0::bigint as taken_units from execution`)})
    select ${executionColumns(sql`execution`)}, state.status as offer_status, state.remaining, state.kept, state.uncovered,
      coalesce((select units from funds), 0) as available_units, ${debtUnits(sql`execution.advertiser`)} as debt_units,
      ${db.now()} as now
    from execution join state on state.offer = execution.offer`)

/** A new decision on a rejected execution: who decides, and their comment. */
export type NewDecision = {
  readonly actor: 'advertiser' | 'operator' | 'system'
  readonly account: Id<'account'> | null
  /** The decider, as the report shows it. */
  readonly by: 'Advertiser' | 'Dispute'
  readonly comment: string | null
  readonly rating: number | null
}

type OverturnWrite = {
  readonly from: Rejected
  readonly sources: Sources
  readonly decision: NewDecision
  readonly money: Money
}

const lockedParts = ({ id, offer, executor }: Rejected): Sql => sql`
  before as materialized (select * from executions where id = ${id}::bigint),
  state as materialized (select * from offer_states where offer = ${offer}::bigint),
  executor as materialized (select * from executors where account = ${executor}::bigint)`

const leavingStatus = ({ status }: Rejected) =>
  (status === 'Disputed' ? { disputed: -1 } : { rejected: -1 }) as SlotChanges
type SlotChanges = Readonly<Partial<Record<SlotCount, -1 | 1>>>

const slotChanges = ({ from, sources }: OverturnWrite): SlotChanges => ({
  ...leavingStatus(from),
  ...(sources.usesSlot ? { remaining: -1, accepted: 1 } : { accepted_by_dispute: 1 }),
  ...(sources.usesKept ? { kept: -1 } : {}),
  ...(sources.wasUncovered ? { uncovered: -1 } : {}),
})

/** One transfer from whatever sources. Its cause is that of every acceptance, so that none is paid twice. */
const payment = ({ from, sources, money }: OverturnWrite): Sql => {
  const kind = sources.guaranteeUnits > 0n ? 'Guarantee' : 'Charge'
  return sql`
  select 'execution:' || before.id || ':accept' as cause, ${kind}::text as kind, null::text as description, before.offer,
    before.id as execution, part.book, part.owner, part.account, part.units
  from before join executor on executor.account = before.executor, lateral (values
    ('advertiser.held', before.offer, before.advertiser, -${sources.heldUnits}::bigint),
    ('advertiser.available', before.advertiser, before.advertiser, -${sources.availableUnits}::bigint),
    ('platform.guarantee', before.advertiser, before.advertiser, -${sources.guaranteeUnits}::bigint),
    (${paidBook(sql`executor`, money)}, before.executor, before.executor, ${from.rewardUnits}::bigint),
    ('platform.revenue', 0::bigint, null::bigint, ${from.feeUnits + from.addOnUnits}::bigint))
    part (book, owner, account, units)
  where part.units <> 0`
}

const note = (text: string | null): Sql => sql`${text}::text`

const decisionRow = (
  action: string,
  { from, decision }: Pick<OverturnWrite, 'from' | 'decision'>,
  data: object,
): Sql => sql`
  select ${decision.actor}::text as actor, ${decision.account}::bigint as account, ${action}::text as action, 'report' as subject,
    id as subject_id, executor as owner, ${note(decision.comment)} as reason,
    ${JSON.stringify({ by: decision.by, from: from.status, ...data })}::jsonb as data from decided`

const sourceUnits = ({ heldUnits, availableUnits, guaranteeUnits }: Sources) => ({
  heldUnits: Number(heldUnits),
  availableUnits: Number(availableUnits),
  guaranteeUnits: Number(guaranteeUnits),
})

/** Accepts a rejected execution: counts, slot, status, money, events. Expects the locks of `lockRejected`. */
export const overturnExecution = (db: Db, request: OverturnWrite) => {
  const { from, sources, decision, money } = request
  return db.one<Execution>(sql`
    with ${lockedParts(from)},
    moved as (${changeSlots(slotsBy(sql`before`, slotChanges(request)))}),
    counted as (${countDecisions(sql`select executor, 1 as accepted, -1 as rejected from before`)}),
    completed as (${completeOffers(db, sql`select offer from moved where just_completed`)}),
    taken_again as (${countAgain(reservationsOf(sql`before`))}),
    funds as materialized (${lockFunds(sql`
      select advertiser as account, ${sources.availableUnits}::bigint as taken_units from before`)}),
    decided as (
      update executions set status = 'Accepted', decided_by = ${decision.by}, decided_at = ${db.now()}, reason_code = null,
        reason = null, failed_criteria = null, comment = ${decision.comment}, rating = ${decision.rating}::integer,
        appeal_deadline_at = null, kept_units = 0, updated_at = ${db.now()}, version = executions.version + 1,
        history = executions.history || ${historyEntry(db, 'Accepted', decision.by, sql`executions.revision`, note(decision.comment))}
      from moved where executions.id = ${from.id}::bigint and moved.offer = executions.offer
      returning executions.*
    ),
    ${post(db, payment(request), money)},
    aside as (${scheduleClearing(earningsOf(db, money))}),
    audit as (${recordDecisions(db)`${decisionRow('report.accept', request, sourceUnits(sources))}`}),
    event as (${recordEvents(db)`
      ${decidedEvent('report.accepted', sql`${from.rewardUnits + from.feeUnits + from.addOnUnits}::bigint`, 3)}
      union all
      ${completedEvent}
      union all ${lowBalance('Dispute', sql`0`)}`})
    select ${executionColumns(sql`decided`)} from decided`)
}

const decidedEvent = (kind: string, chargedUnits: Sql, rank: number): Sql => sql`
  select ${kind}::text as kind, decided.advertiser as account, decided.offer, decided.id as execution,
    ${disputeSnapshot({
      execution: sql`decided`,
      executor: sql`counted`,
      offer: offerNames(sql`offers`),
      counts: stateSnapshot(sql`moved`),
    })} || jsonb_build_object('chargedUnits', ${chargedUnits}) as data, ${rank}::integer as rank
  from decided join moved on moved.offer = decided.offer join offers on offers.id = decided.offer
  join counted on counted.account = decided.executor`

/** Makes a rejection final and releases its cost, unless the hold keeps it for another appeal. Expects the same locks. */
export const finalizeRejection = (db: Db, { from, decision, money }: Omit<OverturnWrite, 'sources'>) => {
  const isReleased = isReleasedAtEnd(from)
  const appeal: SlotChanges = isReleased ? { kept: -1 } : from.keptUnits > 0n ? { uncovered: -1 } : {}
  return db.one<Execution>(sql`
    with ${lockedParts(from)},
    moved as (${changeSlots(slotsBy(sql`before`, { ...leavingStatus(from), rejected: 1, ...appeal }))}),
    counted as (select * from executor),
    given_back as (${stopCounting(reservationsOf(sql`before`))}),
    decided as (
      update executions set status = 'Rejected', decided_by = ${decision.by}, decided_at = ${db.now()},
        appeal_deadline_at = null, kept_units = 0, updated_at = ${db.now()}, version = executions.version + 1,
        history = executions.history || ${historyEntry(db, 'Rejected', decision.by, sql`executions.revision`, note(decision.comment))}
      from moved where executions.id = ${from.id}::bigint and moved.offer = executions.offer
      returning executions.*
    ),
    ${post(db, releases(sql`select * from before where ${isReleased}::boolean`), money)},
    audit as (${recordDecisions(db)`${decisionRow('report.reject', { from, decision }, {})}`}),
    event as (${recordEvents(db)`${decidedEvent('report.rejected', sql`0`, 4)}`})
    select ${executionColumns(sql`decided`)} from decided`)
}

/** Postings that release the kept costs of rows of executions to their advertisers. */
const releases = (executions: Sql): Sql => sql`
  select 'execution:' || kept.id || ':release' as cause, 'Release' as kind, null::text as description, kept.offer,
    kept.id as execution, part.book, part.owner, kept.advertiser as account, part.units
  from (${executions}) kept, lateral (values ('advertiser.held', kept.offer, -kept.kept_units),
    ('advertiser.available', kept.advertiser, kept.kept_units)) part (book, owner, units)`

/**
 * Ends up to `limit` appeal periods that have passed, oldest first. Each releases its cost, except as many as others of the offer for which
 * the hold kept nothing.
 */
export const endAppeals = (db: Db, limit: number, money: Money) =>
  db.many<{ id: Id<'execution'> }>(sql`
    with due as materialized (
      select id, offer from executions where status = 'Rejected' and kept_units > 0 and appeal_deadline_at <= ${db.now()}
      order by appeal_deadline_at limit ${limit}
    ),
    state as materialized (${lockStates(sql`select offer from due`)}),
    unappealed as materialized (
      select execution.*, row_number() over (partition by execution.offer order by execution.id) as place from (
        select * from executions where id = any(array(select id from due where offer = any(array(select offer from state))))
        order by id for update) execution
      where case execution.status when 'Rejected' then execution.kept_units > 0 else false end
    ),
    passed as materialized (
      select unappealed.*, place > state.uncovered as is_released from unappealed join state on state.offer = unappealed.offer
    ),
    moved as (${changeSlots(
      slotsBy(sql`passed`, { kept: sql`-is_released::integer`, uncovered: sql`-(not is_released)::integer` }),
    )}),
    ended as (
      update executions set kept_units = 0
      where id = any(array(select id from passed where offer = any(array(select offer from moved)))) returning id
    ),
    ${post(db, releases(sql`select * from passed where is_released`), money)}
    select id from ended`)
