import { countDecisions, countRejections } from '../../accounts/sql-fragments.ts'
import { post, scheduleClearing } from '../../ledger/sql-fragments.ts'
import { addToBlockList } from '../../lists/sql-fragments.ts'
import {
  changeSlots,
  completedDecisions,
  completeOffers,
  type LaterChanges,
  lockStates,
  offerNames,
  slotsBy,
  stateSnapshot,
} from '../../offers/sql-fragments.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { endReservations, stopCounting } from '../../reservations/sql-fragments.ts'
import type { Money } from '../../values/money.ts'
import type { Execution } from '../execution.ts'
import { completedEvent, executionColumns } from '../sql.ts'
import {
  earningsOf,
  endHeldRejections,
  executionSnapshot,
  executorSnapshot,
  flagsWithoutHold,
  historyEntry,
  isPastDeadline,
  isRejectionHeld,
  isUndecided,
  isWaiting,
  lockExecutions,
  paidBook,
  reservationsOf,
  type Undecided,
  withLaterCounts,
} from '../sql-fragments.ts'
import type { Review } from './decision.ts'
import { allRequested, withinRejectionLimit } from './sql-requests.ts'

type DecisionSettings = { readonly from: Undecided; readonly money: Money; readonly appealSeconds: number }

type DecisionKind = 'accept' | 'reject'

/**
 * The condition for a decision: it must not contradict an expired deadline or come before it, except that a late acceptance is allowed.
 * Work on fraud hold is not accepted. A rule accepts nothing that was flagged or held meanwhile; an operator confirms no withdrawn
 * rejection.
 */
function isAllowed(db: Db, from: Undecided, move: DecisionKind): Sql {
  const row = sql`execution`
  if (from === 'Pending' && move === 'accept')
    return sql`case request.by when 'AutoAccept' then ${isPastDeadline(db, row, from)}
      when 'Rule' then ${isUndecided(row, from)} and ${row}.flags = '{}' and ${row}.fraud_hold_at is null
      else ${isUndecided(row, from)} and ${row}.fraud_hold_at is null end`
  return sql`case request.by when 'ReworkTimeout' then ${isPastDeadline(db, row, from)}
    when 'Operator' then ${isWaiting(db, row, from)} and ${isRejectionHeld(row)} else ${isWaiting(db, row, from)} end`
}

/**
 * The first parts of a decision: lock executors, slots and executions, in this order. `waiting` holds the executions that may be decided.
 */
const lockedParts = (db: Db, request: Sql, { from, move }: { from: Undecided; move: DecisionKind }): Sql => sql`
  ${request},
  executor as materialized (
    select account, accepted, rejected from executors where account = any(array(select executor from request))
    order by account for update
  ),
  state as materialized (${lockStates(sql`
    select offer from request where executor = any(array(select account from executor))`)}),
  waiting as materialized (
    select execution.*, request.by as request_by, request.account as request_account, request.comment as request_comment,
      request.rating as request_rating, request.reason_code as request_reason_code, request.reason as request_reason,
      request.failed_criteria as request_failed_criteria, request.remaining as request_remaining,
      request.blocks as request_blocks, state.status in ('Completed', 'Archived') as is_closed
    from (${lockExecutions(sql`select execution from request where offer = any(array(select offer from state))`)}) execution
    join request on request.execution = execution.id join state on state.offer = execution.offer
    where ${isAllowed(db, from, move)}
      and coalesce(request.version = execution.version, true)
  )`

/** The decided executions. If the slots changed meanwhile, this is empty: nothing is written and the facts are read again. */
const pendingPart: Sql = sql`
  pending as materialized (select * from waiting where offer = any(array(select offer from moved)))`

/** Ends the reservation of a rework that is decided meanwhile, without any penalty for its executor. */
const reworkEnded = (db: Db, from: Undecided): Sql =>
  from === 'Pending'
    ? sql``
    : sql`
  ended as (${endReservations(
    db,
    sql`select rework_reservation from pending where request_by <> 'ReworkTimeout'`,
    'Revoked',
  )}),
  missed as (${endReservations(
    db,
    sql`select rework_reservation from pending where request_by = 'ReworkTimeout'`,
    'Expired',
  )}),`

type Outcome = { readonly status: 'Accepted' | 'Rejected'; readonly more: Sql }

const decide = (db: Db, { status, more }: Outcome): Sql => sql`
  update executions set status = ${status}, decided_by = pending.request_by, comment = pending.request_comment,
    rating = pending.request_rating, reason_code = pending.request_reason_code, reason = pending.request_reason,
    failed_criteria = (select array_agg(named.criterion) from jsonb_array_elements_text(
      nullif(pending.request_failed_criteria::jsonb, 'null')) as named (criterion)),
    decided_at = ${db.now()}, updated_at = ${db.now()}, version = executions.version + 1,
    flags = ${flagsWithoutHold(sql`executions`)}, fraud_hold_at = null, ${more}
    history = executions.history || ${historyEntry(
      db,
      status,
      sql`pending.request_by`,
      sql`executions.revision`,
      sql`coalesce(pending.request_reason, pending.request_comment)`,
    )}
  from pending where executions.id = pending.id
  returning executions.*`

/** A held rejection is confirmed by the operator's decision, or overtaken by any other decision. */
const heldEnded = (db: Db): Sql =>
  endHeldRejections(
    db,
    sql`
    select id as execution, case when request_by = 'Operator' then 'Confirmed' else 'Overtaken' end as outcome
    from pending where ${isRejectionHeld(sql`pending`)}`,
  )

type EventChange = { readonly kind: string; readonly rank: number; readonly ago: LaterChanges; readonly charged: Sql }

const decidedEvent = ({ kind, rank, ago, charged }: EventChange): Sql => sql`
  select ${kind}::text as kind, decided.advertiser as account, decided.offer, decided.id as execution,
    jsonb_build_object('execution', ${executionSnapshot(sql`decided`)},
      'executor', ${executorSnapshot(sql`counted`, countsAgo(ago))}, 'offer', ${offerNames(sql`offers`)},
      'counts', ${stateSnapshot(sql`moved`, ago)}, 'chargedUnits', ${charged}) as data, ${rank}::integer as rank
  from (${withLaterCounts(sql`decided`)}) decided join moved on moved.offer = decided.offer
  join state on state.offer = decided.offer join offers on offers.id = decided.offer
  join counted on counted.account = decided.executor`

const countsAgo = ({ move }: LaterChanges): { accepted?: Sql; rejected?: Sql } => ({
  ...(move.accepted ? { accepted: sql`counted.accepted - later_of_executor` } : {}),
  ...(move.rejected ? { rejected: sql`counted.rejected - later_of_executor` } : {}),
})

const leavingStatus = { Pending: { pending: -1 }, ReworkRequested: { rework: -1 } } as const
const acceptedEvent = (from: Undecided): Sql =>
  decidedEvent({
    kind: 'report.accepted',
    rank: 3,
    ago: { later: sql`later`, move: { ...leavingStatus[from], accepted: 1 }, status: sql`state.status` },
    charged: sql`decided.reward_units + decided.fee_units + decided.add_on_units`,
  })
const rejectedEvent = (from: Undecided): Sql =>
  decidedEvent({
    kind: 'report.rejected',
    rank: 4,
    ago: { later: sql`later`, move: { ...leavingStatus[from], rejected: 1, remaining: 1 } },
    charged: sql`0`,
  })

/** Postings of acceptances from the hold: the reward to the executor, fee and add-ons to the platform. */
const charges = (money: Money): Sql => sql`
  select 'execution:' || pending.id || ':accept' as cause, 'Charge' as kind, null::text as description, pending.offer,
    pending.id as execution, part.book, part.owner, part.account, part.units
  from pending join executor on executor.account = pending.executor, lateral (values
    ('advertiser.held', pending.offer, pending.advertiser, -(reward_units + fee_units + add_on_units)),
    (${paidBook(sql`executor`, money)}, pending.executor, pending.executor, reward_units),
    ('platform.revenue', 0::bigint, null::bigint, fee_units + add_on_units)) part (book, owner, account, units)
  where part.units <> 0`

const decisionsOf = (action: string): Sql => sql`
    select case request_by when 'Advertiser' then 'advertiser' when 'Operator' then 'operator' else 'system' end as actor,
      request_account as account, ${action}::text as action, 'report' as subject, id as subject_id, executor as owner,
      coalesce(request_reason, request_comment) as reason,
      jsonb_build_object('by', request_by, 'reasonCode', request_reason_code, 'from', status) as data
    from pending`

/** Accepts a batch in one guarded statement: counts, slots, statuses, money, events, and the completion of full offers. */
export const acceptExecutions = (db: Db, requests: readonly Review[], { from, money }: DecisionSettings) =>
  db.many<Execution>(sql`
    with ${lockedParts(db, allRequested(requests), { from, move: 'accept' })},
    moved as (${changeSlots(slotsBy(sql`waiting`, { ...leavingStatus[from], accepted: 1 }))}),
    ${pendingPart},
    held as (${heldEnded(db)}),
    counted as (${countDecisions(sql`
      select executor, count(*) as accepted, 0 as rejected from pending group by executor`)}),
    completed as (${completeOffers(db, sql`select offer from moved where just_completed`)}),
    ${reworkEnded(db, from)}
    decided as (${decide(db, { status: 'Accepted', more: sql`` })}),
    ${post(db, charges(money), money)},
    aside as (${scheduleClearing(earningsOf(db, money))}),
    audit as (${recordDecisions(db)`${decisionsOf('report.accept')} union all ${completedDecisions(sql`completed`)}`}),
    event as (${recordEvents(db)`
      ${acceptedEvent(from)}
      union all
      ${completedEvent}`})
    select ${executionColumns(sql`decided`)} from decided`)

/**
 * Like `acceptExecutions`, for rejections: frees the slots. Until an appeal is no longer possible, closed offers keep the cost in their
 * hold, and open ones when the free slot's money would leave it.
 */
export const rejectExecutions = (db: Db, requests: readonly Review[], { from, appealSeconds }: DecisionSettings) =>
  db.many<Execution>(sql`
    with ${lockedParts(db, withinRejectionLimit(requests), { from, move: 'reject' })},
    moved as (${changeSlots(
      slotsBy(sql`waiting`, {
        ...leavingStatus[from],
        rejected: 1,
        remaining: 1,
        kept: sql`is_closed::integer`,
        uncovered: sql`(not is_closed)::integer`,
      }),
    )}),
    ${pendingPart},
    counted as (${countDecisions(sql`
      select executor, 0 as accepted, count(*) as rejected from pending group by executor`)}),
    rejections as (${countRejections(sql`
      select request_account as account, count(*) as rejected from pending
      where request_remaining is not null group by request_account`)}),
    held as (${heldEnded(db)}),
    ${addToBlockList(
      db,
      sql`
      select advertiser, executor, executor_alias, request_reason as note from pending
      where request_blocks`,
    )},
    given_back as (${stopCounting(reservationsOf(sql`pending`))}),
    ${reworkEnded(db, from)}
    decided as (${decide(db, {
      status: 'Rejected',
      more: sql`
        appeal_deadline_at = ${db.now()} + ${appealSeconds}::integer * interval '1 second', 
        kept_units = pending.reward_units + pending.fee_units + pending.add_on_units,`,
    })}),
    audit as (${recordDecisions(db)`${decisionsOf('report.reject')}`}),
    event as (${recordEvents(db)`${rejectedEvent(from)}`})
    select ${executionColumns(sql`decided`)} from decided`)
