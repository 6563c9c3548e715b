import { emailOf } from '../../accounts/sql-fragments.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Payer } from '../payment.ts'
import { isClosed } from '../sql-fragments.ts'
import type { Entry, PaidWithdrawal, Similar } from './bank-statement.ts'

/** Serializes confirmations of one line until the transaction ends. */
export const lockEntry = (db: Db, key: string) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('bank entry ' || ${key}::text, 0))`)

/** Selects what was booked for lines; a request that was approved has made a deposit. */
export const readEntries = (db: Db, keys: readonly string[]) =>
  db.many<Entry>(sql`
    select key, deposit, booking_request, request_status, withdrawal,
      (select status from deposits where deposits.id = entry.deposit) as deposit_status,
      coalesce(request_account, (select account from deposits where deposits.id = entry.deposit)) as account
    from (
      select key, coalesce(bank_entries.deposit, request.deposit) as deposit, booking_request, request.status as request_status,
        request.account as request_account, withdrawal
      from bank_entries left join lateral (
        select deposit, status, account from booking_requests where booking_requests.id = bank_entries.booking_request limit 1
      ) request on true
      where key = any(${keys}::text[])) entry`)

/** Selects the advertisers among these accounts, without those that were closed. */
export const readPayers = (db: Db, accounts: readonly number[]) =>
  db.many<Payer>(sql`
    select id as account, email,
      (select name from billing_details where billing_details.account = accounts.id limit 1) as name
    from accounts
    where id = any(${accounts}::bigint[]) and 'Advertiser' = any(roles) and not ${isClosed(sql`accounts.id`)}`)

export const readPaidWithdrawals = (db: Db, ids: readonly number[]) =>
  db.many<PaidWithdrawal>(sql`
    select id, executor, ${emailOf(sql`withdrawals.executor`)} as email, units, currency, status,
      (select key from bank_entries where bank_entries.withdrawal = withdrawals.id) as key
    from withdrawals where id = any(${ids}::bigint[])`)

export type Sought = {
  readonly keys: readonly string[]
  readonly accounts: readonly number[]
  readonly units: readonly Units[]
  readonly days: readonly string[]
  /** References of the deposits that this file books. */
  readonly own: readonly string[]
}

/**
 * Selects for each line a deposit of the same advertiser and amount that is not of this file, recorded from three days before to a month
 * after the line, or one that waits for a second operator. It may be the same money: recorded by hand, or from a file in another format.
 */
export const readSimilar = (db: Db, { keys, accounts, units, days, own }: Sought) =>
  db.many<{ readonly key: string } & Similar>(sql`
    select line.key, found.deposit, found.booking_request
    from unnest(${keys}::text[], ${accounts}::bigint[], ${units}::bigint[], ${days}::date[]) as line (key, account, units, day)
    cross join lateral (
      select deposit, booking_request from (
        select id as deposit, null::bigint as booking_request, account, amount_units as units, reference, created_at
        from deposits where method in ('Manual', 'Bank') and status <> 'Voided'
        union all
        select null, id, account, units, reference, requested_at
        from booking_requests where kind = 'Deposit' and status = 'Requested') recorded
      where recorded.account = line.account and recorded.units = line.units and recorded.reference <> all(${own}::text[])
        and recorded.created_at >= line.day - interval '3 days' and recorded.created_at < line.day + interval '31 days'
      order by deposit, booking_request limit 1) found`)

export type NewEntry = Pick<Entry, 'key' | 'deposit' | 'bookingRequest' | 'withdrawal'> & {
  readonly by: Id<'account'> | null
}

/** Remembers what a line booked. Replaces a request that was refused; the line must be locked. */
export const writeEntry = (db: Db, { key, deposit, bookingRequest, withdrawal, by }: NewEntry) =>
  db.run(sql`
    insert into bank_entries (key, deposit, booking_request, withdrawal, confirmed_by, confirmed_at)
    values (${key}::text, ${deposit}::bigint, ${bookingRequest}::bigint, ${withdrawal}::bigint, ${by}::bigint, ${db.now()})
    on conflict (key) do update set deposit = excluded.deposit, booking_request = excluded.booking_request,
      withdrawal = excluded.withdrawal, confirmed_by = excluded.confirmed_by, confirmed_at = excluded.confirmed_at`)
