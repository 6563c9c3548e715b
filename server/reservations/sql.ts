import type { Caller } from '../accounts/caller.ts'
import { countReservations, lockExecutors } from '../accounts/sql-fragments.ts'
import { callerBy, forCaller } from '../accounts/sql-fragments-callers.ts'
import { renewSuites } from '../items/sql-fragments.ts'
import { giveSuites } from '../items/sql-fragments-give.ts'
import { shareOf } from '../items/sql-fragments-shares.ts'
import { lockSlots, moveSlots } from '../offers/sql-fragments.ts'
import { shownTitle, titleIn } from '../offers/sql-fragments-content.ts'
import type { By, Requirement } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import type { Facts } from './decide.ts'
import type { ListedReservation, Reservation } from './reservation.ts'
import { type CoolDown, endReservations, lockReservations, reservationColumns } from './sql-fragments.ts'
import { executorFacts, offerFacts, participation } from './sql-fragments-eligibility.ts'
import { recordReservations } from './sql-fragments-events.ts'

/** One request of a batch: the credential's hash and the offer. */
export type ReserveRequest = { readonly hash: Buffer; readonly offer: Id<'offer'> }

const requestedRows = (requests: readonly ReserveRequest[]): Sql => sql`
  unnest(${requests.map(({ hash }) => hash)}::bytea[], ${requests.map(({ offer }) => offer)}::bigint[])
    with ordinality as request (hash, offer, place)`

/** The settings that a reserve depends on. */
export type Settings = CoolDown & { readonly softHoldSeconds: number }

/** Reads the facts for a batch of reserves, in the order of `requests`. Draws the id that each new reservation gets. */
export const reserveFacts = (
  db: Db,
  requirement: Requirement,
  requests: readonly ReserveRequest[],
  settings: Settings,
) =>
  db.many<Caller & Facts>(sql`
    select caller.*, nextval('reservations_id_seq') as id, offers.id as offer, person.*, offered.*, own.*, share.*
    from ${requestedRows(requests)}
    left join lateral (${callerBy(db, requirement, sql`request.hash`)}) caller on true
    left join offers on offers.id = request.offer
    left join offer_states state on state.offer = offers.id
    left join lateral (${executorFacts(db, sql`caller.caller_account`, settings)}) person on true
    left join lateral (${offerFacts(db, sql`caller.caller_account`)}) offered on true
    left join lateral (
      select ${participation(db)} from reservations where executor = caller.caller_account and offer = offers.id) own on true
    left join lateral (${shareOf(sql`caller.caller_account`)}) share on true
    order by request.place`)

export const readReservation = (db: Db, id: Id<'reservation'>) =>
  db.one<Reservation>(sql`select ${reservationColumns} from reservations where id = ${id}`)

/** Locks the executor and the offer's slots until the transaction ends. */
export const lockForReserve = (db: Db, { hash, offer }: ReserveRequest) =>
  db.flight([
    lockExecutors(sql`array(select account from credentials where hash = ${hash}::bytea)`),
    lockSlots(sql`${[offer]}::bigint[]`),
  ])

/** A reservation to insert. `reservationsMade` is the executor's count in the facts; the insert is refused if it has changed since. */
export type NewReservation = {
  readonly id: Id<'reservation'>
  readonly executor: Id<'account'>
  readonly offer: Id<'offer'>
  readonly reservationsMade: number
  /** The own expired reservation whose slot is taken over. */
  readonly renews: Id<'reservation'> | null
  /** The number on an offer with a rate limit; such a reservation is inserted alone, under the offer lock. */
  readonly sequenceNumber: number | null
  readonly hasItems: boolean
  readonly goldPerSlot: number | null
  readonly isQuiz: boolean
  readonly hadSuites: boolean
  /** The numbers of the quotas that its executor fits; null: none. */
  readonly quotaCells: readonly number[] | null
}

/** The new reservations of a batch: as rows named `request`, and the ids of their executors and offers as arrays. */
function batchOf(reservations: readonly NewReservation[]) {
  const column = (name: keyof NewReservation) => reservations.map((one) => one[name])
  return {
    ids: sql`${column('id')}::bigint[]`,
    executors: sql`${column('executor')}::bigint[]`,
    offers: sql`${[...new Set(column('offer'))]}::bigint[]`,
    request: sql`
      unnest(${column('id')}::bigint[], ${column('executor')}::bigint[], ${column('offer')}::bigint[], ${column('reservationsMade')}::bigint[],
        ${column('renews')}::bigint[], ${column('sequenceNumber')}::integer[], ${reservations.map(({ quotaCells }) => quotaCells && `{${quotaCells.join(',')}}`)}::text[])
        as request (id, executor, offer, reservations_made, renews, sequence_number, quota_cells)`,
    hasQuotas: reservations.some(({ quotaCells }) => quotaCells !== null),
  }
}

type ReservationBatch = ReturnType<typeof batchOf>

/**
 * Inserts a batch in one flight, each executor once: all of them or, if a concurrent request came first for one, none. Limits hold exactly.
 * A block, a sanction or a lost qualification that came after the facts does not refuse: the request came before it.
 */
export const insertReservations = (db: Db, reservations: readonly NewReservation[], settings: Settings) => {
  const batch = batchOf(reservations)
  return db.flight<Reservation>([
    ...lockParticipants(batch),
    mustHaveReservedNothing(batch, reservations.length),
    mustHaveSlots(batch),
    ...(batch.hasQuotas ? [mustFitQuotas(batch)] : []),
    moveSlots(batch.request, { remaining: -1, reserved: 1 }),
    ...giveSuites(
      db,
      reservations.filter(({ hasItems }) => hasItems),
    ),
    countReservations(batch.executors),
    insertFrom(db, batch, settings),
  ])
}

/**
 * Like `insertReservations`, for executors who renew their expired reservation: the new one takes over its slot without freeing it in
 * between. Slot counts do not change.
 */
export const renewReservations = (db: Db, reservations: readonly NewReservation[], settings: Settings) => {
  const batch = batchOf(reservations)
  const expired = sql`${reservations.map(({ renews }) => renews)}::bigint[]`
  return db.flight<Reservation>([
    ...lockParticipants(batch),
    lockReservations(expired),
    mustHaveReservedNothing(batch, reservations.length),
    mustBeActive(batch),
    mustBeExpired(db, expired, reservations.length),
    endReservations(db, sql`select unnest(${expired})`, 'Expired'),
    recordReservations(db, 'reservation.expired', sql`reservations where id = any(${expired})`),
    ...renewSuites(reservations.filter(({ hasItems }) => hasItems)),
    countReservations(batch.executors),
    insertFrom(db, batch, settings),
    // It belongs to the new one: the expired one is no failed attempt.
    sql`update reservations set returned = null, returned_at = null where id = any(${expired}) and returned is not null`,
    sql`select ${reservationColumns} from reservations where id = any(${batch.ids})`,
  ])
}

/** Locks executors, then slots. */
const lockParticipants = ({ executors, offers }: ReservationBatch): Sql[] => [
  lockExecutors(executors),
  lockSlots(offers),
]

/** The executors have reserved nothing since their facts were read, so no other reserve of theirs has used up a limit. */
const mustHaveReservedNothing = ({ request, executors }: ReservationBatch, size: number): Sql => sql`
  select must_hold(count(*) = ${size}::bigint) from executors join ${request} on request.executor = account
  where account = any(${executors}) and executors.reservations_made = request.reservations_made`

const mustBeActive = ({ offers }: ReservationBatch): Sql => sql`
  select must_hold(bool_and(status = 'Active')) from offer_states where offer = any(${offers})`

const mustBeExpired = (db: Db, ids: Sql, size: number): Sql => sql`
  select must_hold(count(*) = ${size}::bigint) from reservations
  where id = any(${ids}) and status = 'Active' and kind = 'Work' and expires_at <= ${db.now()}`

const mustHaveSlots = ({ request }: ReservationBatch): Sql => sql`
  select must_hold(bool_and(coalesce(status = 'Active' and remaining >= wanted.slots
    and coalesce(screened_out + reserved + wanted.slots <= screen_out_max, true), false)))
  from (select offer, count(*) as slots from ${request} group by offer) wanted
  left join offer_states state on state.offer = wanted.offer`

/** Each quota has room for those of the batch that fit it, counted under the locks on the slots. */
const mustFitQuotas = ({ request }: ReservationBatch): Sql => sql`
  select must_hold(coalesce(bool_and(coalesce(taken.people, 0) + wanted.people <= (offers.quotas -> wanted.cell ->> 'max')::bigint), true))
  from (
    select offer, cell, count(*) as people from ${request} cross join unnest(quota_cells::integer[]) as numbered (cell)
    group by offer, cell) wanted
  join offers on offers.id = wanted.offer
  left join (
    select offer, cell, count(*) as people from reservations cross join unnest(quota_cells) as numbered (cell)
    where offer in (select offer from ${request} where quota_cells is not null) and quota_cells is not null and is_taken
    group by offer, cell) taken on taken.offer = wanted.offer and taken.cell = wanted.cell`

/**
 * Inserts the reservations (by default of kind Work, Active and taken), renewed ones too, with the offers' current terms and price editions,
 * and records their events. A renewed one keeps its quotas, what its study reported, and when it began. The column `turn` is the sequence
 * number. Without a soft hold, `held_until` is null.
 */
const insertFrom = (
  db: Db,
  { request }: ReservationBatch,
  { softHoldSeconds }: Pick<Settings, 'softHoldSeconds'>,
): Sql => sql`
  with made as (insert into reservations (id, offer, executor, reward_units, fee_units, add_on_units, currency, review_seconds,
    offer_version, acceptance_criteria, max_reworks, rework_seconds, price_edition, turn, has_items, quota_cells, returned, returned_at, began_at, created_at, expires_at,
    held_until)
  select request.id, request.offer, request.executor, offers.reward_units, offers.fee_units, offers.add_on_units, offers.currency,
    offers.review_seconds, offers.version, nullif(offers.acceptance_criteria, '[]'), offers.max_reworks,
    offers.rework_seconds, (select edition from prices where prices.id = offers.price), request.sequence_number,
    offers.overlap is not null, case when request.renews is null then request.quota_cells::smallint[] else renewed.quota_cells end,
    renewed.returned, renewed.returned_at, coalesce(renewed.began_at, renewed.created_at), ${db.now()},
    ${db.now()} + offers.reservation_seconds * interval '1 second',
    ${db.now()} + (offers.reservation_seconds + ${softHoldSeconds || null}::integer) * interval '1 second'
  from ${request} join offers on offers.id = request.offer left join reservations renewed on renewed.id = request.renews
  returning *), told as (${recordReservations(db, 'reservation.created', sql`made`)})
  select ${reservationColumns} from made`

const ownOf = (status: readonly string[] | undefined, now: Sql): Sql =>
  every([sql`executor = caller.caller_account`, ...when(status, sql`${statusBy(now)} = any(${status}::text[])`)])

/** An expired reservation counts as Expired, whether or not the sweeper has processed it. */
const statusBy = (now: Sql): Sql =>
  sql`case when status = 'Active' and expires_at <= ${now} then 'Expired' else status end`

/** Reads a page of the caller's reservations, newest first. */
export const readReservations = (db: Db, by: By, status: readonly string[] | undefined, page: Page) => {
  const columns = sql`${reservationColumns}, (select ${shownTitle(titleIn(sql`offer_version`))} from offers where offers.id = offer) as offer_title`
  const from = sql`from reservations where ${ownOf(status, db.now())}`
  return forCaller<ListedReservation & PagedRow>(db, by)`
      ${pageOfList({ columns, from, order: newestFirst(sql`id`) }, page)}`
}
