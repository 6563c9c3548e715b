import type { Caller } from '../../accounts/caller.ts'
import { callerBy } from '../../accounts/sql-fragments-callers.ts'
import { priceEdition } from '../../catalog/sql-fragments.ts'
import { changeSlots, lockStates, publicOffers, slotsBy } from '../../offers/sql-fragments.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { recordEvents } from '../../platform/database/events.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { ownProofs } from '../../proofs/sql-fragments.ts'
import { editionOf, endReservations, lockActive } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import { reviewDeadline } from '../auto-accept/sql-fragments-review-deadline.ts'
import type { Execution } from '../execution.ts'
import { undecidedEvent } from '../sql.ts'
import { historyEntry } from '../sql-fragments.ts'
import { flagsOfProofs, proofsKnown } from '../sql-fragments-proofs.ts'
import type { SubmitRow } from './submit.ts'

export type SubmitRequest = {
  readonly hash: Buffer
  readonly offer: Id<'offer'>
  readonly reservation: Id<'reservation'>
  readonly proofs: readonly string[]
}

/** Reads the facts for a batch of submissions, in the order of `requests`. */
export const submitFacts = (db: Db, requirement: Requirement, requests: readonly SubmitRequest[]) =>
  db.many<Caller & SubmitRow>(sql`
    select caller.*, nextval('executions_id_seq') as id, offers.id as offer, offers.advertiser, price.details_mode,
      price.execution_details_schema, reservation.id as reservation_id, reservation.status as reservation_status,
      reservation.expires_at as reservation_expires_at, own.id as own_execution, own.status as own_status,
      own.revision as own_revision, own.review_deadline_at as own_review_deadline_at,
      own.content_hash as own_content_hash, reservation.execution as rework_of, pending.first as pending_execution,
      pending.count as pending, offers.per_executor_limit,
      proofs.found as proofs_found, proofs.used as proofs_used
    from unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ offer }) => offer)}::bigint[],
      ${requests.map(({ reservation }) => reservation)}::bigint[], ${requests.map(({ proofs }) => proofs.join(','))}::text[])
      with ordinality as request (hash, offer, reservation, proofs, place)
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join (${publicOffers}) known on known.offer = request.offer
    left join offers on offers.id = known.offer
    left join reservations reservation on reservation.id = request.reservation and reservation.offer = request.offer
      and reservation.executor = caller.caller_account
    left join lateral (${priceEdition(sql`offers.price`, editionOf(sql`reservation`))}) price on true
    left join lateral (
      select id, status, revision, review_deadline_at, content_hash from executions
      where executions.reservation = reservation.id
      union all
      select executions.id, status, executions.revision, review_deadline_at, former.content_hash
      from (select execution, content_hash from revisions where revisions.reservation = reservation.id limit 1) former
      join executions on executions.id = former.execution
    ) own on true
    left join lateral (
      select min(id) as first, count(*) as count from executions
      where executor = caller.caller_account and offer = request.offer and status = 'Pending') pending on true
    left join lateral (
      select coalesce(array_agg(proof.id || '.' || proof.extension), '{}') as found,
        coalesce(array_agg(proof.id || '.' || proof.extension)
          filter (where used.execution <> coalesce(own.id, reservation.execution, 0)), '{}') as used
      from (${ownProofs(
        sql`caller.caller_account`,
        sql`request.offer`,
        sql`string_to_array(nullif(request.proofs, ''), ',')::uuid[]`,
      )}) proof
      left join execution_proofs used on used.proof = proof.id) proofs on true
    order by request.place`)

/** Work to insert, after the rules have allowed it. */
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
  /** The offer has a limit of 1 for each executor, so no other work of theirs may be pending. */
  readonly isSole: boolean
}

const requestedExecutions = (requests: readonly NewExecution[]): Sql => {
  const column = (name: keyof NewExecution) => requests.map((one) => one[name])
  return sql`
    unnest(${column('id')}::bigint[], ${column('offer')}::bigint[], ${column('reservation')}::bigint[],
      ${column('executor')}::bigint[], ${column('advertiser')}::bigint[], ${column('alias')}::text[],
      ${column('contentHash')}::bytea[], ${requests.map(({ details }) => JSON.stringify(details))}::text[],
      ${requests.map(({ proofs }) => proofs.join(','))}::text[], ${column('isSole')}::boolean[])
      as request (id, offer, reservation, executor, advertiser, alias, content_hash, details, proofs, is_sole)`
}

const submittedEvent = undecidedEvent(
  'report.submitted',
  sql`execution`,
  { reserved: -1, pending: 1 },
  sql`, 'resubmission', false`,
)

/**
 * Inserts a batch in one guarded statement: slots, reservations, executions, proofs, events. Submissions that lost a race are missing from
 * the result.
 */
export const insertExecutions = (db: Db, requests: readonly NewExecution[]) =>
  db.many<Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>>(sql`
    with request as materialized (select * from ${requestedExecutions(requests)}),
    state as materialized (${lockStates(sql`select offer from request`)}),
    active as materialized (${lockActive(
      sql`select reservation from request where offer = any(array(select offer from state))`,
      sql`expires_at > ${db.now()}`,
    )}),
    moved as (${changeSlots(slotsBy(sql`active`, { reserved: -1, pending: 1 }))}),
    submitted as (${endReservations(db, sql`select id from active where offer = any(array(select offer from moved))`, 'Submitted')}),
    execution as (
      insert into executions (id, offer, advertiser, executor, executor_alias, reservation, content_hash, details,
        reward_units, fee_units, add_on_units, currency, offer_version, max_reworks, reserved_at, submitted_at,
        review_deadline_at, history, proofs, flags, is_sole, created_at, updated_at)
      select request.id, request.offer, request.advertiser, request.executor, request.alias, submitted.id, request.content_hash,
        request.details::jsonb, submitted.reward_units, submitted.fee_units, submitted.add_on_units, submitted.currency,
        submitted.offer_version, coalesce(submitted.max_reworks, 2), submitted.created_at, ${db.now()},
        ${reviewDeadline(db, sql`submitted.review_seconds`)},
        ${historyEntry(db, 'Submitted', 'Executor', sql`1`, sql`null::text`)}, known.proofs,
        ${flagsOfProofs(sql`known.proofs`)}, request.is_sole, ${db.now()}, ${db.now()}
      from request join submitted on submitted.id = request.reservation
      cross join lateral (select ${proofsKnown(sql`request.proofs`, {
        execution: sql`request.id`,
        executor: sql`request.executor`,
      })} as proofs offset 0) known
      returning *
    ),
    proof as (
      insert into execution_proofs (proof, execution, offer, position)
      select named.proof::uuid, execution.id, execution.offer, named.position
      from execution join request on request.id = execution.id,
        unnest(string_to_array(request.proofs, ',')) with ordinality as named (proof, position)
    ),
    event as (${recordEvents(db)`${submittedEvent}`})
    select id, status, revision, review_deadline_at from execution`)
