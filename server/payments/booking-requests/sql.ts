import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { BookingRequest, BookingRequestStatus } from './booking-request.ts'

const columns = sql`id, kind, account, (select email from accounts where accounts.id = booking_requests.account) as email,
  deposit, units, currency, method, reference, note, status, requested_by, requested_at, decided_by, decided_at, reason`

const decision = (action: Sql, who: Sql, reason: Sql): Sql => sql`
  select 'operator' as actor, ${who} as account, ${action} as action, 'booking' as subject, id as subject_id,
    account as owner, ${reason} as reason,
    jsonb_build_object('kind', kind, 'units', units, 'reference', reference, 'deposit', deposit) as data from changed`

export type NewBookingRequest = Pick<
  BookingRequest,
  'kind' | 'account' | 'deposit' | 'units' | 'currency' | 'method' | 'reference' | 'note' | 'requestedBy'
>

/** Serializes bookings for one account until the transaction ends, so each counts the earlier ones. */
export const lockBookings = (db: Db, account: number) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('bookings of ' || ${account}::bigint, 0))`)

export type BookedAloneQuery = Pick<BookingRequest, 'kind' | 'account'> & { readonly operator: number }

/**
 * Sums what an operator has booked to an account, or taken from it by refunds and voids, in the last 24 hours without a second
 * operator. Excludes bookings that they approved for another operator.
 */
export const readBookedAlone = (db: Db, { kind, account, operator }: BookedAloneQuery) =>
  db.one<{ units: Units }>(sql`
    select (coalesce((
      select sum((data ->> 'units')::bigint) from deposits join audit_log
        on audit_log.subject = 'deposit' and audit_log.subject_id = deposits.id
      where deposits.account = ${account}::bigint and deposits.updated_at > ${windowStart(db)}
        and audit_log.account = ${operator}::bigint and audit_log.created_at > ${windowStart(db)}
        and audit_log.action = any(${kind === 'Deposit' ? ['deposit.book'] : ['deposit.refund', 'deposit.void']}::text[])), 0)
    - coalesce((
      select sum(units) from booking_requests where account = ${account}::bigint and (kind = 'Deposit') = (${kind}::text = 'Deposit')
        and status = 'Approved' and decided_by = ${operator}::bigint and decided_at > ${windowStart(db)}), 0))::bigint
      as units`)

const windowStart = (db: Db): Sql => sql`${db.now()} - interval '24 hours'`

/** Inserts a request; no row if the same booking is already requested. */
export const insertBookingRequest = (db: Db, made: NewBookingRequest) =>
  db.maybe<BookingRequest>(sql`
    with changed as (
      insert into booking_requests (kind, account, deposit, units, currency, method, reference, note, status,
        requested_by, requested_at)
      values (${made.kind}, ${made.account}::bigint, ${made.deposit}::bigint, ${made.units}::bigint, ${made.currency},
        ${made.method}, ${made.reference}, ${made.note}, 'Requested', ${made.requestedBy}::bigint, ${db.now()})
      on conflict do nothing returning *),
    audit as (${recordDecisions(db)`${decision(sql`'booking.request'`, sql`requested_by`, sql`note`)}`})
    select ${columns} from changed booking_requests`)

export const readSameRequest = (db: Db, { kind, account, deposit, reference }: NewBookingRequest) =>
  db.maybe<BookingRequest>(sql`
    select ${columns} from booking_requests where status = 'Requested' and kind = ${kind} and account = ${account}::bigint
      and case kind when 'Deposit' then reference = ${reference}::text else deposit = ${deposit}::bigint end`)

/** Selects a page of requests, oldest first. */
export const readBookingRequests = (db: Db, by: By, statuses: readonly string[], page: Page) => {
  const from = sql`from booking_requests where status = any(${statuses}::text[])`
  const order = { id: sql`id`, isBackwards: false }
  return forCaller<BookingRequest & PagedRow>(db, by)`${pageOfList({ columns, from, order }, page)}`
}

/** Locks a request until the transaction ends. */
export const lockBookingRequest = (db: Db, by: By, id: Id<'bookingRequest'>) =>
  forCaller<BookingRequest>(db, by)`
      select ${columns} from booking_requests where id = ${id}::bigint for update of booking_requests`

export type RequestDecision = {
  readonly id: Id<'bookingRequest'>
  readonly to: BookingRequestStatus
  /** The operator; null: the command line. */
  readonly by: Id<'account'> | null
  readonly deposit: Id<'deposit'> | null
  readonly reason: string | null
}

/** Records the decision on a request. The request must be locked. */
export const decideBookingRequest = (db: Db, { id, to, by, deposit, reason }: RequestDecision) =>
  db.one<BookingRequest>(sql`
    with changed as (
      update booking_requests set status = ${to}, decided_by = ${by}::bigint, decided_at = ${db.now()},
        deposit = coalesce(${deposit}::bigint, deposit), reason = ${reason}
      where id = ${id}::bigint returning *),
    audit as (${recordDecisions(db)`${decision(
      sql`case status when 'Approved' then 'booking.approve' else 'booking.refuse' end`,
      sql`decided_by`,
      sql`reason`,
    )}`})
    select ${columns} from changed booking_requests`)

/** Whether the account has a deposit with this reference. */
export const isBooked = (db: Db, account: Id<'account'>, reference: string) =>
  db.one<{ isBooked: boolean }>(sql`
    select exists (
      select from deposits where account = ${account}::bigint and reference = ${reference}::text) as is_booked`)
