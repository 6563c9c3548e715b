import { recordDecisions } from '../../platform/database/audit.ts'
import type { Db } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Money, Units } from '../../values/money.ts'
import type { Deposit, Method } from './deposit.ts'
import { bringingIn } from './sql-reversals.ts'

export type Booked = {
  readonly account: Id<'account'>
  readonly units: Units
  readonly method: Method
  readonly reference: string
  readonly note: string | null
  /** The operator; null: the command line. */
  readonly by: Id<'account'> | null
}

/** Inserts a deposit received outside Stripe, with its postings and the operator; no row if the account has one with this reference. */
export const insertDeposit = (db: Db, { account, units, method, reference, note, by }: Booked, money: Money) =>
  db.maybe<Pick<Deposit, 'id'>>(sql`
    with deposit as (
      insert into deposits (account, method, status, amount_units, currency, reference, note, created_at, paid_at, updated_at)
      values (${account}, ${method}, 'Paid', ${units}, ${money.currency}, ${reference}, ${note}, ${db.now()}, ${db.now()},
        ${db.now()})
      on conflict (account, reference) do nothing
      returning *),
    came as materialized (
      select account, amount_units as units, 'Deposit'::text as kind, 'deposit:' || account || ':' || reference as cause,
        note as description from deposit),
    ${bringingIn(db, money)},
    decision as (${recordDecisions(db)`
      select 'operator'::text as actor, ${by}::bigint as account, 'deposit.book'::text as action,
        'deposit'::text as subject, id as subject_id, account as owner, note as reason,
        jsonb_build_object('units', amount_units, 'reference', reference, 'method', method) as data from deposit`})
    select id from deposit`)

/** Selects the account that a booking names. */
export const accountBooked = (db: Db, email: string | null, id: number | null) =>
  db.maybe<{ account: Id<'account'>; isAdvertiser: boolean }>(sql`
    select id as account, 'Advertiser' = any(roles) as is_advertiser from accounts
    where id = coalesce(${id}::bigint, (select id from accounts where email = ${email}::text))`)
