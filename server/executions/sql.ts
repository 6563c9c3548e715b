import type { Caller } from '../accounts/caller.ts'
import { callerBy, countDecisions } from '../accounts/steps.ts'
import { post } from '../ledger/steps.ts'
import { completeOffers, lockStates, moveSlots, releaseClosed, stateFigures } from '../offers/steps.ts'
import { isoText } from '../platform/clock.ts'
import type { Need } from '../platform/ctx.ts'
import type { Db } from '../platform/db.ts'
import { recordEvents } from '../platform/events.ts'
import { type Sql, sql } from '../platform/sql.ts'
import { ownProofs } from '../proofs/steps.ts'
import { endReservations, giveBack, lockActive } from '../reservations/steps.ts'
import type { Id } from '../values/id.ts'
import type { Money } from '../values/money.ts'
import type { SubmitRow } from './decide.ts'
import type { Execution } from './execution.ts'
import type { Report } from './report.ts'
import { executionColumns, reportColumns, reportTables } from './sql-report.ts'

export type AskedSubmit = {
  readonly hash: Buffer
  readonly offer: Id<'offer'>
  readonly reservation: Id<'reservation'>
  readonly proofs: readonly string[]
}

/** All that decides a set of submissions, in the order asked. */
export const submitFacts = (db: Db, need: Need, asked: readonly AskedSubmit[]) =>
  db.many<Caller & SubmitRow>(sql`
    select caller.*, nextval('executions_id_seq') as id, offers.id as offer, offers.advertiser, price.details_mode,
      price.execution_details_schema, reservation.id as reservation_id, reservation.status as reservation_status,
      reservation.expires_at as reservation_expires_at, own.id as own_execution, own.status as own_status,
      own.revision as own_revision, own.review_deadline_at as own_review_deadline_at,
      own.content_hash as own_content_hash, pending.id as pending_execution, proofs.found as proofs_found,
      proofs.used as proofs_used
    from unnest(${asked.map(({ hash }) => hash)}::bytea[], ${asked.map(({ offer }) => offer)}::bigint[],
      ${asked.map(({ reservation }) => reservation)}::bigint[], ${asked.map(({ proofs }) => proofs.join(','))}::text[])
      with ordinality as asked (hash, offer, reservation, proofs, place)
    left join lateral (${callerBy(db, need, sql`asked.hash`)}) caller on true
    left join offers on offers.id = asked.offer
    left join prices price on price.id = offers.price
    left join reservations reservation on reservation.id = asked.reservation and reservation.offer = asked.offer
      and reservation.executor = caller.caller_account
    left join executions own on own.reservation = reservation.id
    left join executions pending on pending.executor = caller.caller_account and pending.offer = asked.offer
      and pending.status = 'Pending'
    left join lateral (
      select coalesce(array_agg(proof.id || '.' || proof.extension), '{}') as found,
        coalesce(array_agg(proof.id || '.' || proof.extension) filter (where used.execution <> coalesce(own.id, 0)), '{}')
          as used
      from (${ownProofs(
        sql`caller.caller_account`,
        sql`asked.offer`,
        sql`string_to_array(nullif(asked.proofs, ''), ',')::uuid[]`,
      )}) proof
      left join execution_proofs used on used.proof = proof.id) proofs on true
    order by asked.place`)

/** Work to write down, once the rule allowed it. */
export type NewExecution = {
  readonly id: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly reservation: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly advertiser: Id<'account'>
  readonly alias: string
  readonly contentHash: Buffer
  readonly details: unknown
  readonly proofs: readonly string[]
}

const askedExecutions = (asked: readonly NewExecution[]): Sql => {
  const column = (name: keyof NewExecution) => asked.map((one) => one[name])
  return sql`
    unnest(${column('id')}::bigint[], ${column('offer')}::bigint[], ${column('reservation')}::bigint[],
      ${column('executor')}::bigint[], ${column('advertiser')}::bigint[], ${column('alias')}::text[],
      ${column('contentHash')}::bytea[], ${asked.map(({ details }) => JSON.stringify(details))}::text[],
      ${asked.map(({ proofs }) => proofs.join(','))}::text[])
      as asked (id, offer, reservation, executor, advertiser, alias, content_hash, details, proofs)`
}

const happened = (db: Db, event: string, actor: string, revision: Sql, note: Sql): Sql => sql`
  jsonb_build_array(jsonb_build_object('atUtc', ${isoText(db.now())}, 'event', ${event}::text, 'revision', ${revision},
    'actor', ${actor}::text, 'note', ${note}))`

/** One guarded statement for a set: slots, reservations, executions, their proofs, the event. Who was late is missing from the answer. */
export const insertExecutions = (db: Db, asked: readonly NewExecution[]) =>
  db.many<Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>>(sql`
    with asked as materialized (select * from ${askedExecutions(asked)}),
    state as materialized (${lockStates(sql`select offer from asked`)}),
    active as materialized (${lockActive(
      sql`select reservation from asked join state on state.offer = asked.offer`,
      sql`expires_at > ${db.now()}`,
    )}),
    moved as (${moveSlots(sql`
      select offer, 0 as remaining, -count(*)::integer as reserved, count(*)::integer as pending, 0 as accepted,
        0 as rejected from active group by offer`)}),
    submitted as (${endReservations(db, sql`select active.id from active join moved on moved.offer = active.offer`, 'Submitted')}),
    execution as (
      insert into executions (id, offer, advertiser, executor, executor_alias, reservation, content_hash, details,
        reward_units, fee_units, add_on_units, currency, offer_version, reserved_at, submitted_at, review_deadline_at,
        history, created_at, updated_at)
      select asked.id, asked.offer, asked.advertiser, asked.executor, asked.alias, submitted.id, asked.content_hash,
        asked.details::jsonb, submitted.reward_units, submitted.fee_units, submitted.add_on_units, submitted.currency,
        submitted.offer_version, submitted.created_at, ${db.now()},
        ${db.now()} + submitted.review_seconds * interval '1 second',
        ${happened(db, 'Submitted', 'Executor', sql`1`, sql`null::text`)}, ${db.now()}, ${db.now()}
      from asked join submitted on submitted.id = asked.reservation
      returning *
    ),
    proof as (
      insert into execution_proofs (proof, execution, offer, position)
      select named.proof::uuid, execution.id, execution.offer, named.position
      from execution join asked on asked.id = execution.id,
        unnest(string_to_array(asked.proofs, ',')) with ordinality as named (proof, position)
    ),
    event as (${recordEvents(
      db,
      sql`
      select 'report.submitted' as kind, execution.advertiser as account, execution.offer, execution.id as execution,
        jsonb_build_object('status', execution.status, 'revision', execution.revision, 'version', execution.version,
          'resubmission', false, 'counts', ${stateFigures(sql`moved`)}) as data, 2 as rank
      from execution join moved on moved.offer = execution.offer`,
    )})
    select id, status, revision, review_deadline_at from execution`)

export type AskedReview = { readonly hash: Buffer; readonly execution: Id<'execution'> }

/** Who reviews and what: the report as it is shown, if it is one of theirs; in the order asked. */
export const reviewFacts = (db: Db, need: Need, asked: readonly AskedReview[]) =>
  db.many<Caller & (Report | { readonly id: null })>(sql`
    select caller.*, report.*
    from unnest(${asked.map(({ hash }) => hash)}::bytea[], ${asked.map(({ execution }) => execution)}::bigint[])
      with ordinality as asked (hash, execution, place)
    left join lateral (${callerBy(db, need, sql`asked.hash`)}) caller on true
    left join lateral (
      select ${reportColumns} ${reportTables} where executions.id = asked.execution and executions.advertiser = caller.caller_account
    ) report on true
    order by asked.place`)

/** A decision to write down, once the rule allowed it. */
export type Review = {
  readonly execution: Id<'execution'>
  readonly offer: Id<'offer'>
  readonly executor: Id<'account'>
  readonly comment: string | null
  readonly rating: number | null
  readonly reasonCode: string | null
  readonly reason: string | null
  readonly failedCriteria: readonly string[] | null
}

const askedReviews = (asked: readonly Review[]): Sql => {
  const column = (name: keyof Review) => asked.map((one) => one[name])
  return sql`
    unnest(${column('execution')}::bigint[], ${column('offer')}::bigint[], ${column('executor')}::bigint[],
      ${column('comment')}::text[], ${column('rating')}::integer[], ${column('reasonCode')}::text[],
      ${column('reason')}::text[], ${asked.map(({ failedCriteria }) => JSON.stringify(failedCriteria))}::text[])
      as asked (execution, offer, executor, comment, rating, reason_code, reason, failed_criteria)`
}

/** The first parts of a review: executors, slots and executions are locked, in this order, and `pending` is what may be decided. */
const reviewed = (asked: readonly Review[]): Sql => sql`
  asked as materialized (select * from ${askedReviews(asked)}),
  executor as materialized (
    select account from executors where account in (select executor from asked) order by account for update
  ),
  state as materialized (${lockStates(sql`select offer from asked join executor on executor.account = asked.executor`)}),
  pending as materialized (
    select executions.*, asked.comment as asked_comment, asked.rating as asked_rating,
      asked.reason_code as asked_reason_code, asked.reason as asked_reason, asked.failed_criteria as asked_failed_criteria
    from executions join asked on asked.execution = executions.id join state on state.offer = executions.offer
    where executions.status = 'Pending' order by executions.id for update of executions
  )`

const decide = (db: Db, status: 'Accepted' | 'Rejected'): Sql => sql`
  update executions set status = ${status}, decided_by = 'Advertiser', comment = pending.asked_comment,
    rating = pending.asked_rating, reason_code = pending.asked_reason_code, reason = pending.asked_reason,
    failed_criteria = (select array_agg(named.criterion) from jsonb_array_elements_text(
      nullif(pending.asked_failed_criteria::jsonb, 'null')) as named (criterion)),
    decided_at = ${db.now()}, updated_at = ${db.now()}, version = executions.version + 1,
    history = executions.history || ${happened(
      db,
      status,
      'Advertiser',
      sql`executions.revision`,
      sql`coalesce(pending.asked_reason, pending.asked_comment)`,
    )}
  from pending join moved on moved.offer = pending.offer where executions.id = pending.id
  returning executions.*`

const decidedEvent = (kind: string, rank: number, charged: Sql): Sql => sql`
  select ${kind}::text as kind, decided.advertiser as account, decided.offer, decided.id as execution,
    jsonb_build_object('status', decided.status, 'revision', decided.revision, 'version', decided.version,
      'decidedBy', decided.decided_by, 'reasonCode', decided.reason_code, 'chargedUnits', ${charged},
      'counts', ${stateFigures(sql`moved`)}) as data, ${rank}::integer as rank
  from decided join moved on moved.offer = decided.offer`

/** Pays: out of the hold, to the executor, and what is on top to the platform. */
const charges = sql`
  select 'execution:' || pending.id || ':accept' as cause, 'Charge' as kind, null::text as description, pending.offer,
    pending.id as execution, part.book, part.owner, part.account, part.units
  from pending, lateral (values
    ('advertiser.held', pending.offer, pending.advertiser, -(reward_units + fee_units + add_on_units)),
    ('executor.available', pending.executor, pending.executor, reward_units),
    ('platform.revenue', 0::bigint, null::bigint, fee_units + add_on_units)) part (book, owner, account, units)
  where part.units <> 0`

/** One guarded statement for a set of acceptances: counts, slots, statuses, money, events, and the end of offers that are full. */
export const acceptExecutions = (db: Db, asked: readonly Review[], money: Money) =>
  db.many<Execution>(sql`
    with ${reviewed(asked)},
    moved as (${moveSlots(sql`
      select offer, 0 as remaining, 0 as reserved, -count(*)::integer as pending, count(*)::integer as accepted,
        0 as rejected from pending group by offer`)}),
    counted as (${countDecisions(sql`
      select executor, count(*) as accepted, 0 as rejected from pending group by executor`)}),
    completed as (${completeOffers(db, sql`select offer from moved where just_completed`)}),
    decided as (${decide(db, 'Accepted')}),
    ${post(db, charges, money)},
    event as (${recordEvents(
      db,
      sql`
      ${decidedEvent('report.accepted', 3, sql`decided.reward_units + decided.fee_units + decided.add_on_units`)}
      union all
      select 'task.completed', moved.advertiser, moved.offer, null::bigint,
        jsonb_build_object('reason', 'LimitReached', 'version', completed.version, 'counts', ${stateFigures(sql`moved`)}), 5
      from moved join completed on completed.id = moved.offer`,
    )})
    select ${executionColumns(sql`decided`)} from decided`)

/** The same for refusals: the slots come back, and on closed offers the money that was held for them. */
export const rejectExecutions = (db: Db, asked: readonly Review[], money: Money) =>
  db.many<Execution>(sql`
    with ${reviewed(asked)},
    moved as (${moveSlots(sql`
      select offer, count(*)::integer as remaining, 0 as reserved, -count(*)::integer as pending, 0 as accepted,
        count(*)::integer as rejected from pending group by offer`)}),
    counted as (${countDecisions(sql`
      select executor, 0 as accepted, count(*) as rejected from pending group by executor`)}),
    given_back as (${giveBack(sql`select reservation from pending`)}),
    decided as (${decide(db, 'Rejected')}),
    ${post(
      db,
      releaseClosed(sql`
        select 'execution:' || id || ':release' as cause, offer, id as execution,
          reward_units + fee_units + add_on_units as units from pending`),
      money,
    )},
    event as (${recordEvents(db, decidedEvent('report.rejected', 4, sql`0`))})
    select ${executionColumns(sql`decided`)} from decided`)
