import { countDecisions, lockExecutors } from '../accounts/sql-fragments.ts'
import type { Execution } from '../executions/execution.ts'
import {
  acceptCause,
  acceptRejected,
  earningsAt,
  keepNothing,
  lockExecutions,
  rejectFinally,
  reservationsOf,
} from '../executions/sql-fragments.ts'
import { executionColumns, recordExecutions } from '../executions/sql-fragments-reports.ts'
import { acceptOverturned } from '../items/sql-fragments.ts'
import { lockFunds, postCredits, postTransfers, recordLowBalance, scheduleClearing } from '../ledger/sql-fragments.ts'
import { paidBook } from '../ledger/sql-fragments-paid.ts'
import { lockSlots, moveSlots, recordCompletedOffers, type SlotCount } from '../offers/sql-fragments.ts'
import { releaseScreenOuts } from '../offers/studies/sql-fragments.ts'
import { debtUnits } from '../payments/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { countAgain, stopCounting } from '../reservations/sql-fragments.ts'
import type { Id } from '../values/id.ts'
import type { Money, Units } from '../values/money.ts'
import { isReleasedAtEnd, type OverturnFunds, type Sources } from './overturn.ts'

/** A rejected execution, with locks on everything that accepting it changes. */
export type Rejected = Execution &
  Pick<OverturnFunds, 'offerStatus' | 'remaining' | 'kept' | 'uncovered' | 'availableUnits'> & {
    readonly debtUnits: Units
    readonly now: Date
  }

/** Locks the executor, the slots, the execution and the advertiser's money until the transaction ends, then reads what they are now. */
export async function lockRejected(db: Db, id: Id<'execution'>): Promise<Rejected> {
  const { offer, executor, advertiser } = await db.one<Pick<Execution, 'offer' | 'executor' | 'advertiser'>>(sql`
    select offer, executor, advertiser from executions where id = ${id}::bigint`)
  const rows = await db.flight<Rejected>([
    lockExecutors(sql`${[executor]}::bigint[]`),
    lockSlots(sql`${[offer]}::bigint[]`),
    lockExecutions(sql`${[id]}::bigint[]`),
    lockFunds(sql`${[advertiser]}::bigint[]`),
    sql`
      select ${executionColumns(sql`execution`)}, state.status as offer_status,
        case when execution.has_items then least(state.remaining, (
            select missing from suites where id = (select suite from assignments where assignments.execution = execution.id))) else state.remaining end as remaining, state.kept, state.uncovered,
        coalesce(funds.units, 0) as available_units, ${debtUnits(sql`execution.advertiser`)} as debt_units, ${db.now()} as now
      from executions execution join offer_states state on state.offer = execution.offer
      left join balances funds on funds.book = 'advertiser.available' and funds.owner = execution.advertiser
      where execution.id = ${id}::bigint`,
  ])
  return rows[0] as Rejected
}

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

/** The execution as a row named `own`: each statement reads it as it is at its time. */
const own = ({ id }: Rejected): Sql => sql`(select * from executions where id = ${id}::bigint) own`
const idsOf = ({ id }: Rejected): Sql => sql`${[id]}::bigint[]`

const leavingStatus = ({ status }: Rejected) =>
  (status === 'Disputed' ? { disputed: -1 } : { rejected: -1 }) as SlotChanges
type SlotChanges = Readonly<Partial<Record<SlotCount, -1 | 1>>>

const slotChanges = ({ from, sources }: OverturnWrite): SlotChanges => ({
  ...leavingStatus(from),
  ...(sources.usesSlot ? { remaining: -1, accepted: 1 } : { accepted_by_dispute: 1 }),
  ...(sources.usesKept ? { kept: -1 } : {}),
  ...(sources.wasUncovered ? { uncovered: -1 } : {}),
})

/** One transfer from whatever sources. */
const payment = ({ from, sources, money }: OverturnWrite): Sql => {
  const kind = sources.guaranteeUnits > 0n ? 'Guarantee' : 'Charge'
  return sql`
  select ${acceptCause(sql`own`)} as cause, ${kind}::text as kind, null::text as description, own.offer,
    own.id as execution, part.book, part.owner, part.account, part.units
  from ${own(from)} join executors executor on executor.account = own.executor, lateral (values
    ('advertiser.held', own.offer, own.advertiser, -${sources.heldUnits}::bigint),
    ('advertiser.available', own.advertiser, own.advertiser, -${sources.availableUnits}::bigint),
    ('platform.guarantee', own.advertiser, own.advertiser, -${sources.guaranteeUnits}::bigint),
    (${paidBook(sql`executor`, money)}, own.executor, own.executor, own.reward_units),
    ('platform.revenue', 0::bigint, null::bigint, own.fee_units + own.add_on_units)) part (book, owner, account, units)
  where part.units <> 0`
}

/** The steps of the payment. If it completes the offer, what was held for further screened-out executors is released. */
const moveMoney = (db: Db, request: OverturnWrite): Sql[] => {
  const { from, sources, money } = request
  return sources.usesSlot && from.hasScreenOuts
    ? postCredits(db, sql`${payment(request)} union all ${releaseScreenOuts(own(from))}`, money)
    : postTransfers(db, payment(request), money)
}

const takenBy = ({ from, sources }: OverturnWrite): Sql => sql`
  select ${from.advertiser}::bigint as account, ${sources.availableUnits}::bigint as taken_units,
    -${sources.heldUnits}::bigint as held_units, ${sources.guaranteeUnits}::bigint as owed_units`

const note = (text: string | null): Sql => sql`${text}::text`

const recordDecision = (
  db: Db,
  action: string,
  { from, decision }: Pick<OverturnWrite, 'from' | 'decision'>,
  data: object,
): Sql => recordDecisions(db)`
  select ${decision.actor}::text as actor, ${decision.account}::bigint as account, ${action}::text as action, 'report' as subject,
    id as subject_id, executor as owner, ${note(decision.comment)} as reason,
    ${JSON.stringify({ by: decision.by, from: from.status, ...data })}::jsonb as data from ${own(from)}`

const sourceUnits = ({ heldUnits, availableUnits, guaranteeUnits }: Sources) => ({
  heldUnits: Number(heldUnits),
  availableUnits: Number(availableUnits),
  guaranteeUnits: Number(guaranteeUnits),
})

const decided = async (db: Db, steps: readonly Sql[], from: Rejected): Promise<Execution> => {
  const rows = await db.flight<Execution>([...steps, sql`select ${executionColumns(sql`own`)} from ${own(from)}`])
  return rows[0] as Execution
}

/** Accepts a rejected execution: money, counts, slot, status, events. Expects the locks of `lockRejected`. */
export const overturnExecution = (db: Db, request: OverturnWrite) => {
  const { from, sources, decision, money } = request
  const steps = [
    recordLowBalance(db, takenBy(request), 'Dispute'),
    ...moveMoney(db, request),
    scheduleClearing(earningsAt(db, own(from), sql`own`, money)),
    countDecisions(sql`select executor, 1 as accepted, -1 as rejected from ${own(from)}`),
    moveSlots(own(from), slotChanges(request)),
    ...(from.hasItems ? acceptOverturned(db, from.id) : []),
    countAgain(reservationsOf(own(from))),
    acceptRejected(db, idsOf(from), decision),
    recordDecision(db, 'report.accept', request, sourceUnits(sources)),
    recordExecutions(
      db,
      'report.accepted',
      idsOf(from),
      sql`, 'chargedUnits', execution.reward_units + execution.fee_units + execution.add_on_units`,
    ),
    ...(sources.usesSlot ? recordCompletedOffers(db, sql`${[from.offer]}::bigint[]`) : []),
  ]
  return decided(db, steps, from)
}

/** Makes a rejection final and releases its cost, unless the hold keeps it for another appeal. Expects the same locks. */
export const finalizeRejection = (db: Db, { from, decision, money }: Omit<OverturnWrite, 'sources'>) => {
  const isReleased = isReleasedAtEnd(from)
  const appeal: SlotChanges = isReleased ? { kept: -1 } : from.keptUnits > 0n ? { uncovered: -1 } : {}
  const released = releases(own(from))
  const steps = [
    ...(isReleased ? postCredits(db, released, money) : []),
    moveSlots(own(from), { ...leavingStatus(from), rejected: 1, ...appeal }),
    stopCounting(reservationsOf(own(from))),
    rejectFinally(db, idsOf(from), decision),
    recordDecision(db, 'report.reject', { from, decision }, {}),
    recordExecutions(db, 'report.rejected', idsOf(from), sql`, 'chargedUnits', 0`),
  ]
  return decided(db, steps, from)
}

/** Postings that release the kept costs of rows of executions to their advertisers. */
const releases = (executions: Sql): Sql => sql`
  select 'execution:' || kept.id || ':release' as cause, 'Release' as kind, null::text as description, kept.offer,
    kept.id as execution, part.book, part.owner, kept.advertiser as account, part.units
  from (select * from ${executions}) kept, lateral (values ('advertiser.held', kept.offer, -kept.kept_units),
    ('advertiser.available', kept.advertiser, kept.kept_units)) part (book, owner, units)`

/** Reads up to `limit` executions whose appeal period has passed, oldest first. */
export const readUnappealed = async (db: Db, limit: number) =>
  (
    await db.many<{ id: Id<'execution'> }>(sql`
      select id from executions where status = 'Rejected' and kept_units > 0 and appeal_deadline_at <= ${db.now()}
      order by appeal_deadline_at limit ${limit}`)
  ).map(({ id }) => id)

/**
 * Ends these appeal periods in one flight: all of them or, if one was appealed meanwhile, none. Each releases its cost, except as many as
 * others of the offer for which the hold kept nothing.
 */
export const endAppeals = (db: Db, given: readonly Id<'execution'>[], money: Money) => {
  const ids = sql`${given}::bigint[]`
  const passed = sql`(
    select own.*, row_number() over (partition by own.offer order by own.id) > state.uncovered as is_released
    from executions own join offer_states state on state.offer = own.offer where own.id = any(${ids})) passed`
  const released = releases(sql`${passed} where is_released`)
  return db.flight<{ id: Id<'execution'> }>([
    lockSlots(sql`array(select offer from executions where id = any(${ids}))`),
    lockExecutions(ids),
    sql`
      select must_hold(count(*) = ${given.length}::bigint) from executions
      where id = any(${ids}) and status = 'Rejected' and kept_units > 0`,
    ...postCredits(db, released, money),
    moveSlots(passed, { kept: sql`-is_released::integer`, uncovered: sql`-(not is_released)::integer` }),
    keepNothing(ids),
  ])
}
