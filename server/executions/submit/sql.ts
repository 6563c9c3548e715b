import type { Caller } from '../../accounts/caller.ts'
import { callerBy } from '../../accounts/sql-fragments-callers.ts'
import { priceEdition } from '../../catalog/sql-fragments.ts'
import type { CheckedAnswer } from '../../items/gold.ts'
import type { GivenAnswer } from '../../items/item.ts'
import { itemsOf, storeAnswers } from '../../items/sql-fragments-answers.ts'
import { countGold, knownAnswers } from '../../items/sql-fragments-gold.ts'
import { lockSlots, moveSlots, publicOffers } from '../../offers/sql-fragments.ts'
import { pageIn } from '../../offers/sql-fragments-content.ts'
import type { Requirement } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import { ownProofs } from '../../proofs/sql-fragments.ts'
import { standingOf } from '../../qualifications/sql-fragments.ts'
import { editionOf, endReservations, lockReservations } from '../../reservations/sql-fragments.ts'
import type { Id } from '../../values/id.ts'
import { type Execution, failedCheckFlag, unmetFlag } from '../execution.ts'
import { historyEntry, reviewDeadline } from '../sql-fragments.ts'
import { flagsOfProofs, proofsKnown } from '../sql-fragments-proofs.ts'
import { recordExecutions } from '../sql-fragments-reports.ts'
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
      price.execution_details_schema, price.proofs as proof_count, ${pageIn(sql`reservation.offer_version`)} as page,
      reservation.id as reservation_id, reservation.status as reservation_status, reservation.expires_at as reservation_expires_at, own.id as own_execution, own.status as own_status,
      own.revision as own_revision, own.review_deadline_at as own_review_deadline_at,
      own.content_hash as own_content_hash, reservation.execution as rework_of, pending.first as pending_execution,
      pending.count as pending, offers.per_executor_limit, coalesce(offers.skips_max, 0) as skips_max, offers.requirements, case when offers.requirements is not null then (${standingOf(db, sql`caller.caller_account`, sql`offers.required_qualifications`)}) end as standing, ${itemsOf(sql`reservation`)} as items,
      offers.gold, ${knownAnswers(sql`reservation.id`)} as known_answers, proofs.*
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
      select coalesce(array_agg(proof.id || '.' || proof.extension), '{}') as proofs_found,
        coalesce(array_agg(proof.id || '.' || proof.extension)
          filter (where used.execution <> coalesce(own.id, reservation.execution, 0)), '{}') as proofs_used
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
  /** Whether the executor no longer meets the requirements of the offer. */
  readonly isUnmet: boolean
  /** The answers to the items of the reservation; null: it has none. */
  readonly answers: readonly GivenAnswer[] | null
  /** Those to gold items; null: it was given none. */
  readonly checked: readonly CheckedAnswer[] | null
}

/** The ids of a batch of work, of its reservations and of its offers, as arrays. */
export const idsOfWork = (work: readonly Pick<NewExecution, 'id' | 'reservation' | 'offer'>[]) => ({
  ids: sql`${work.map(({ id }) => id)}::bigint[]`,
  reservations: sql`${work.map(({ reservation }) => reservation)}::bigint[]`,
  offers: sql`${[...new Set(work.map(({ offer }) => offer))]}::bigint[]`,
})

/** The work of a batch: as rows named `request`, and its ids. */
function batchOf(work: readonly NewExecution[]) {
  const column = (name: keyof NewExecution) => work.map((one) => one[name])
  const { ids, reservations, offers } = idsOfWork(work)
  return {
    ids,
    reservations,
    offers,
    request: sql`
      unnest(${ids}, ${column('offer')}::bigint[], ${reservations}, ${column('executor')}::bigint[],
        ${column('advertiser')}::bigint[], ${column('alias')}::text[], ${column('contentHash')}::bytea[],
        ${work.map(({ details }) => JSON.stringify(details))}::jsonb[], ${work.map(({ proofs }) => proofs.join(','))}::text[],
        ${column('isSole')}::boolean[], ${column('isUnmet')}::boolean[])
        as request (id, offer, reservation, executor, advertiser, alias, content_hash, details, proofs, is_sole, is_unmet)`,
  }
}

/**
 * Inserts a batch in one flight: all of it or, if a concurrent request came first for one, nothing. Triggers queue the work for fraud checks
 * and acceptance rules.
 */
export const insertExecutions = (db: Db, work: readonly NewExecution[]) => {
  const { ids, reservations, offers, request } = batchOf(work)
  return db.flight<Pick<Execution, 'id' | 'status' | 'revision' | 'reviewDeadlineAt'>>([
    lockSlots(offers),
    lockReservations(reservations),
    sql`
      select must_hold(count(*) = ${work.length}::bigint) from reservations
      where id = any(${reservations}) and status = 'Active' and expires_at > ${db.now()}`,
    moveSlots(request, { reserved: -1, pending: 1 }),
    endReservations(db, sql`select unnest(${reservations})`, 'Submitted'),
    insertFrom(db, request),
    ...storeAnswers(work, false),
    ...countGold(db, work),
    sql`
      insert into execution_proofs (proof, execution, offer, position)
      select named.proof::uuid, request.id, request.offer, named.position
      from ${request}, unnest(string_to_array(request.proofs, ',')) with ordinality as named (proof, position)`,
    recordExecutions(db, 'report.submitted', ids, sql`, 'resubmission', false`),
    sql`select id, status, revision, review_deadline_at from executions where id = any(${ids})`,
  ])
}

/** The flags of what the study reported about a row `terms` of reservations. */
export const flagsOfReturn: Sql = sql`
  (case when terms.returned = 'failed-check' then array[${failedCheckFlag}::text] else '{}' end)`

/**
 * With the terms of the reservations; older ones do not say how many reworks. `offset 0` makes PostgreSQL compute the proofs once for each
 * row, not once for each use.
 */
const insertFrom = (db: Db, request: Sql): Sql => sql`
  insert into executions (id, offer, advertiser, executor, executor_alias, reservation, content_hash, details,
    reward_units, fee_units, add_on_units, currency, offer_version, max_reworks, reserved_at, submitted_at,
    review_deadline_at, history, proofs, flags, is_sole, has_items, has_screen_outs, created_at, updated_at)
  select request.id, request.offer, request.advertiser, request.executor, request.alias, terms.id, request.content_hash,
    request.details, terms.reward_units, terms.fee_units, terms.add_on_units, terms.currency,
    terms.offer_version, coalesce(terms.max_reworks, 2), coalesce(terms.began_at, terms.created_at), ${db.now()},
    ${reviewDeadline(db, sql`terms.review_seconds`)},
    ${historyEntry(db, 'Submitted', 'Executor', sql`1`, sql`null::text`)}, known.proofs,
    ${flagsOfProofs(sql`known.proofs`)} || (case when request.is_unmet then array[${unmetFlag}::text] else '{}' end)::text[]
      || ${flagsOfReturn}::text[], request.is_sole, terms.has_items,
    coalesce((select screen_out_units is not null from offers where offers.id = terms.offer), false), ${db.now()}, ${db.now()}
  from ${request} join reservations terms on terms.id = request.reservation
  cross join lateral (select ${proofsKnown(sql`request.proofs`, {
    execution: sql`request.id`,
    executor: sql`request.executor`,
  })} as proofs offset 0) known`
