import { countDecisions, countRejections } from '../../accounts/sql-fragments.ts'
import { acceptAnswers, returnSuites } from '../../items/sql-fragments.ts'
import { postCredits, postTransfers, scheduleClearing } from '../../ledger/sql-fragments.ts'
import { paidBook } from '../../ledger/sql-fragments-paid.ts'
import { blockExecutors } from '../../lists/sql-fragments.ts'
import { moveSlots, recordCompletedOffers } from '../../offers/sql-fragments.ts'
import { releaseScreenOuts } from '../../offers/studies/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { stopCounting } from '../../reservations/sql-fragments.ts'
import type { Money } from '../../values/money.ts'
import type { Execution, Undecided } from '../execution.ts'
import { acceptCause, earningsAt, isAutoAcceptedBy, reservationsOf } from '../sql-fragments.ts'
import { executionColumns, recordExecutions } from '../sql-fragments-reports.ts'
import type { AllowedDecision } from './decide.ts'
import {
  batchOf,
  type DecisionBatch,
  endHeldRejection,
  endReworks,
  lockDecided,
  lockRejectionLimits,
  mustBeUndecided,
  recordReview,
  setDecision,
} from './sql-steps.ts'

type DecisionSettings = { readonly from: Undecided; readonly money: Money; readonly appealSeconds: number }

const cost = sql`(decided.reward_units + decided.fee_units + decided.add_on_units)`
const leavingStatus = { Pending: { pending: -1 }, ReworkRequested: { rework: -1 } } as const

/**
 * Accepts a batch in one flight: all of them or, if a concurrent request came first for one, none. Returns them as they are now. Money
 * moves before anything is counted: the executor's record decides whether a reward clears at once. A constraint refuses a hold below zero.
 * `moveSlots` completes offers whose last slot is accepted. `setDecision` follows what reads the old status and flags, and precedes what
 * records the new ones. A job judges items later, when nothing about them is undecided any more.
 */
export const acceptExecutions = (db: Db, reviews: readonly AllowedDecision[], { from, money }: DecisionSettings) => {
  const batch = batchOf(reviews)
  return db.flight<Execution>([
    ...lockDecided(batch),
    mustBeUndecided(db, batch, { from, move: 'accept' }),
    ...moveMoney(db, batch, money),
    scheduleClearing(earningsAt(db, batch.decided, sql`decided`, money)),
    countDecisions(sql`select executor, count(*) as accepted, 0 as rejected from ${batch.decided} group by executor`),
    moveSlots(batch.decided, { ...leavingStatus[from], accepted: 1 }),
    ...(batch.hasItems ? acceptAnswers(db, batch.ids) : []),
    endHeldRejection(db, batch),
    ...endReworks(db, batch),
    setDecision(db, batch, 'Accepted', sql``),
    recordReview(db, batch, 'report.accept', from),
    recordExecutions(
      db,
      'report.accepted',
      batch.ids,
      sql`, 'chargedUnits', execution.reward_units + execution.fee_units + execution.add_on_units`,
    ),
    ...recordCompletedOffers(db, batch.offers),
    selectDecided(batch),
  ])
}

/**
 * Like `acceptExecutions`, for rejections: frees the slots. Until an appeal is no longer possible, closed offers keep the cost in their
 * hold, and open ones when the free slot's money would leave it.
 */
export const rejectExecutions = (
  db: Db,
  reviews: readonly AllowedDecision[],
  { from, appealSeconds }: DecisionSettings,
) => {
  const batch = batchOf(reviews)
  return db.flight<Execution>([
    ...lockRejectionLimits(batch),
    ...lockDecided(batch),
    mustBeUndecided(db, batch, { from, move: 'reject' }),
    countDecisions(sql`select executor, 0 as accepted, count(*) as rejected from ${batch.decided} group by executor`),
    countRejections(sql`
      select account, count(*) as rejected from ${batch.request} where rejections_remaining is not null group by account`),
    moveSlots(withClosed(batch), {
      ...leavingStatus[from],
      rejected: 1,
      remaining: 1,
      kept: sql`is_closed::integer`,
      uncovered: sql`(not is_closed)::integer`,
    }),
    ...(batch.hasItems
      ? returnSuites(db, { which: sql`assignments.execution = any(${batch.ids})`, state: 'Rejected' })
      : []),
    stopCounting(reservationsOf(batch.decided)),
    endHeldRejection(db, batch),
    ...blockExecutors(db, blocked(batch)),
    ...endReworks(db, batch),
    setDecision(db, batch, 'Rejected', keepUntilAppeal(db, appealSeconds)),
    recordReview(db, batch, 'report.reject', from),
    recordExecutions(db, 'report.rejected', batch.ids, sql`, 'chargedUnits', 0`),
    selectDecided(batch),
  ])
}

/** The steps that pay for a batch. If it completes an offer, what was held for further screened-out executors is released. */
const moveMoney = (db: Db, batch: DecisionBatch, money: Money): Sql[] =>
  batch.hasScreenOuts
    ? postCredits(db, sql`${charges(batch, money)} union all ${releaseScreenOuts(batch.decided)}`, money)
    : postTransfers(db, charges(batch, money), money)

/** From the hold: the reward to the executor, fee and add-ons to the platform. */
const charges = ({ decided }: DecisionBatch, money: Money): Sql => sql`
  select ${acceptCause(sql`decided`)} as cause, 'Charge' as kind, null::text as description, decided.offer,
    decided.id as execution, part.book, part.owner, part.account, part.units
  from ${decided} join executors executor on executor.account = decided.executor, lateral (values
    ('advertiser.held', decided.offer, decided.advertiser, -${cost}),
    (${paidBook(sql`executor`, money)}, decided.executor, decided.executor, reward_units),
    ('platform.revenue', 0::bigint, null::bigint, fee_units + add_on_units)) part (book, owner, account, units)
  where part.units <> 0`

const withClosed = ({ decided }: DecisionBatch): Sql => sql`
  (select decided.offer, state.status in ('Completed', 'Archived') as is_closed
    from ${decided} join offer_states state on state.offer = decided.offer) freed`

const blocked = ({ decided, request }: DecisionBatch): Sql => sql`
  select advertiser, executor, executor_alias, request.reason as note
  from ${decided} join ${request} on request.execution = decided.id where request.blocks`

const keepUntilAppeal = (db: Db, appealSeconds: number): Sql => sql`
  appeal_deadline_at = ${db.now()} + ${appealSeconds}::integer * interval '1 second',
  kept_units = executions.reward_units + executions.fee_units + executions.add_on_units,`

const selectDecided = ({ decided }: DecisionBatch): Sql =>
  sql`select ${executionColumns(sql`decided`)} from ${decided} order by id`

export type PastDeadline = Pick<Execution, 'id' | 'offer' | 'executor' | 'hasItems' | 'hasScreenOuts'>

/** Reads executions past a deadline that no job has recorded yet, the longest overdue first. */
export const readPastDeadline = (db: Db, from: Undecided, limit: number) =>
  db.many<PastDeadline>(
    from === 'Pending'
      ? sql`
      select id, offer, executor, has_items, has_screen_outs from executions
      where status = 'Pending' and ${isAutoAcceptedBy(sql`executions`, db.now())}
      order by review_deadline_at limit ${limit}`
      : sql`
      select id, offer, executor, has_items, has_screen_outs from executions where status = 'ReworkRequested' and rework_deadline_at <= ${db.now()}
      order by rework_deadline_at limit ${limit}`,
  )
