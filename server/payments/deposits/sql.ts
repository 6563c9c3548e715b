import { emailOf } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { isoText } from '../../platform/clock.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { every, newestFirst, pageOfList, type Sql, sql, when } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Units } from '../../values/money.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Payer } from '../payment.ts'
import { isClosed } from '../sql-fragments.ts'
import { type Deposit, type DepositStatus, type Method, statuses, voidHours } from './deposit.ts'

const reversals: Sql = sql`
  (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'kind', kind, 'status', status, 'units', units,
      'reason', reason, 'createdAtUtc', ${isoText(sql`created_at`)}) order by id), '[]')
    from reversals where reversals.deposit = deposits.id) as reversals`

const columns = (
  db: Db,
): Sql => sql`deposits.id, deposits.account, accounts.email, method, deposits.status, amount_units, refunded_units,
  (select coalesce(sum(units), 0)::bigint from reversals
    where reversals.deposit = deposits.id and kind = 'Refund' and reversals.status = 'Pending') as refunding_units,
  charged_back_units, currency, mismatch_units, mismatch_currency, reference, note, session, url, payment_intent, expires_at, deposits.created_at, paid_at,
  deposits.created_at > ${db.now()} - ${voidHours}::integer * interval '1 hour' as is_recent,
  ${reversals}`
const tables: Sql = sql`from deposits join accounts on accounts.id = deposits.account`

export type DepositFilter = {
  readonly status?: readonly string[] | undefined
  readonly method?: readonly string[] | undefined
  readonly email?: string | undefined
}

const list = (db: Db, where: Sql) => ({
  columns: columns(db),
  from: sql`${tables} where ${where}`,
  countedFrom: sql`from deposits where ${where}`,
  order: newestFirst(sql`deposits.id`),
})

/** Selects the caller's deposits, newest first. */
export const readOwnDeposits = (db: Db, by: By, page: Page) =>
  forCaller<Deposit & PagedRow>(db, by)`
      ${pageOfList(list(db, sql`deposits.account = caller.caller_account`), page)}`

/** Selects all deposits, for operators. */
export function readAllDeposits(db: Db, by: By, { status = statuses, method, email }: DepositFilter, page: Page) {
  const where = every([
    sql`deposits.status = any(${status}::text[])`,
    ...when(method, sql`deposits.method = any(${method}::text[])`),
    ...when(email, sql`deposits.account = (select id from accounts where email = ${email}::text)`),
  ])
  return forCaller<Deposit & PagedRow>(db, by)`${pageOfList(list(db, where), page)}`
}

export const readOwnDeposit = (db: Db, by: By, deposit: Id<'deposit'>) =>
  forCaller<Deposit>(db, by)`
      select ${columns(db)} ${tables} where deposits.id = ${deposit}::bigint and deposits.account = caller.caller_account`

export const readAnyDeposit = (db: Db, by: By, deposit: Id<'deposit'>) =>
  forCaller<Deposit>(db, by)`select ${columns(db)} ${tables} where deposits.id = ${deposit}::bigint`

/**
 * Locks a deposit, then reads it: a statement that waited for the lock would see the row as it is now, but the reversals of before. Check
 * first that the caller may read it.
 */
export async function lockDeposit(db: Db, deposit: Id<'deposit'>): Promise<Deposit> {
  await db.run(sql`select from deposits where id = ${deposit}::bigint for update`)
  return db.one<Deposit>(sql`select ${columns(db)} ${tables} where deposits.id = ${deposit}::bigint`)
}

/** `payer`: the person who pays, whose address is selected too: the account's holder, or a member. */
export const readDepositByReference = (db: Db, account: Id<'account'>, reference: string, payer = account) =>
  db.one<Deposit & { readonly payerEmail: string }>(
    sql`select ${columns(db)}, ${emailOf(sql`${payer}::bigint`)} as payer_email ${tables} where deposits.account = ${account}::bigint and reference = ${reference}::text`,
  )

export type NewCardDeposit = {
  readonly account: Id<'account'>
  readonly units: Units
  readonly currency: string
  readonly reference: string
  readonly openHours: number
}

/**
 * Inserts a deposit, or selects the one with this reference. No row if that was inserted concurrently: retry. The conflict clause
 * names no target because two unique indexes cover references.
 */
export const insertCardDeposit = (db: Db, { account, units, currency, reference, openHours }: NewCardDeposit) =>
  db.maybe<
    Pick<Deposit, 'id' | 'status' | 'amountUnits' | 'url'> & { isNew: boolean; isFresh: boolean; isOld: boolean }
  >(sql`
    with inserted as (
      insert into deposits (account, method, status, amount_units, currency, reference, expires_at, created_at, updated_at)
      values (${account}, 'Stripe', 'Pending', ${units}, ${currency}, ${reference},
        ${db.now()} + ${openHours}::integer * interval '1 hour', ${db.now()}, ${db.now()})
      on conflict do nothing
      returning *),
    found as (
      select inserted.*, true as is_new from inserted union all
      select deposits.*, false from deposits where account = ${account}::bigint and reference = ${reference}::text)
    select id, status, amount_units, url, is_new, created_at > ${db.now()} - interval '30 seconds' as is_fresh,
      created_at <= ${db.now()} - interval '1 day' as is_old
    from found`)

export const storeSession = (
  db: Db,
  deposit: Id<'deposit'>,
  { session, url, expiresSeconds }: { session: string; url: string; expiresSeconds: number },
) =>
  db.run(sql`
    update deposits set session = ${session}, url = ${url}, expires_at = to_timestamp(${expiresSeconds}::float8),
      updated_at = ${db.now()}
    where id = ${deposit}::bigint and status = 'Pending'`)

/** Marks a deposit as failed for which no payment page was created. */
export const failWithoutPage = (db: Db, deposit: Id<'deposit'>) =>
  db.run(sql`
    update deposits set status = 'Failed', updated_at = ${db.now()}
    where id = ${deposit}::bigint and status = 'Pending' and session is null`)

/** How Stripe identifies a payment: by its payment page, our reference in its metadata, or the payment itself. */
export type StripeReferences = {
  readonly session?: string
  readonly reference?: string | null
  readonly paymentIntent?: string | null
}

const isReferenced = ({ session, reference, paymentIntent }: StripeReferences): Sql => sql`
  deposits.id = coalesce(
    (select id from deposits where session = ${session ?? null}::text),
    (select id from deposits where method = 'Stripe' and reference = ${reference ?? null}::text),
    (select id from deposits where payment_intent = ${paymentIntent ?? null}::text order by id limit 1))`

/** Selects whether the deposit of a Stripe event is paid; no row if it is not one of our deposits. */
export const findPaid = (db: Db, by: StripeReferences) =>
  db.maybe<{ id: Id<'deposit'>; isPaid: boolean }>(
    sql`select id, paid_at is not null as is_paid from deposits where ${isReferenced(by)}`,
  )

/** Locks the deposit of a Stripe event, so that concurrent duplicates are applied once. */
export async function lockStripeDeposit(db: Db, by: StripeReferences): Promise<Deposit | undefined> {
  const found = await findPaid(db, by)
  return found && lockDeposit(db, found.id)
}

export type Payment = { readonly session: string; readonly paymentIntent: string | null; readonly units: Units }

export const markPaid = (db: Db, deposit: Id<'deposit'>, { session, paymentIntent, units }: Payment) =>
  db.run(sql`
    with paid as (
      update deposits set status = 'Paid', amount_units = ${units}::bigint, session = ${session},
        payment_intent = coalesce(${paymentIntent}::text, payment_intent), expires_at = null, paid_at = ${db.now()},
        updated_at = ${db.now()}
      where id = ${deposit}::bigint returning *),
    decision as (${recordDecisions(db)`
      select 'system'::text as actor, null::bigint as account, 'deposit.pay'::text as action, 'deposit'::text as subject,
        id as subject_id, account as owner, null::text as reason,
        jsonb_build_object('units', amount_units, 'method', method) as data from paid`})
    select id from paid`)

type Mismatch = { readonly units: Units; readonly currency: string }

/** Records what Stripe reported in another amount or currency than the deposit's, which is not booked. */
export const writeMismatch = (db: Db, deposit: Id<'deposit'>, { units, currency }: Mismatch) =>
  db.run(sql`
    with changed as (
      update deposits set mismatch_units = ${units}::bigint, mismatch_currency = ${currency}, updated_at = ${db.now()}
      where id = ${deposit}::bigint returning *)
    ${recordDecisions(db)`
      select 'system'::text as actor, null::bigint as account, 'deposit.mismatch'::text as action, 'deposit'::text as subject,
        id as subject_id, account as owner, null::text as reason,
        jsonb_build_object('units', mismatch_units, 'currency', mismatch_currency) as data from changed`}`)

/** Marks a deposit as processing: the payer is done and the payment is in progress. */
export const markPaymentPending = (db: Db, deposit: Id<'deposit'>, session: string, paymentIntent: string | null) =>
  db.run(sql`
    update deposits set session = ${session}, payment_intent = coalesce(${paymentIntent}::text, payment_intent),
      expires_at = null, updated_at = ${db.now()}
    where id = ${deposit}::bigint`)

export const markEnded = (db: Db, deposit: Id<'deposit'>, status: DepositStatus) =>
  db.run(sql`update deposits set status = ${status}, updated_at = ${db.now()} where id = ${deposit}::bigint`)

export const writeReversed = (
  db: Db,
  {
    id,
    status,
    refundedUnits,
    chargedBackUnits,
  }: Pick<Deposit, 'id' | 'status' | 'refundedUnits' | 'chargedBackUnits'>,
) =>
  db.run(sql`
    update deposits set status = ${status}, refunded_units = ${refundedUnits}::bigint,
      charged_back_units = ${chargedBackUnits}::bigint, updated_at = ${db.now()}
    where id = ${id}::bigint`)

/** Expires payment pages that closed an hour ago without a report from Stripe. */
export const expireOpen = (db: Db, limit: number) =>
  db.run(sql`
    update deposits set status = 'Expired', updated_at = ${db.now()}
    where id = any(array(
      select id from deposits where status = 'Pending' and expires_at < ${db.now()} - interval '1 hour'
      order by expires_at limit ${limit}::bigint for update skip locked))`)

export type NewBooking = {
  readonly account: Id<'account'>
  readonly units: Units
  readonly method: Method
  readonly reference: string
  readonly note: string | null
  readonly currency: string
  /** The operator; null: the command line. */
  readonly by: Id<'account'> | null
}

/** Inserts a deposit received outside Stripe, and records the operator; no row if the account has one with this reference. */
export const insertDeposit = (db: Db, { account, units, method, reference, note, by, currency }: NewBooking) =>
  db.maybe<Pick<Deposit, 'id'>>(sql`
    with deposit as (
      insert into deposits (account, method, status, amount_units, currency, reference, note, created_at, paid_at, updated_at)
      values (${account}, ${method}, 'Paid', ${units}, ${currency}, ${reference}, ${note}, ${db.now()}, ${db.now()},
        ${db.now()})
      on conflict (account, reference) do nothing
      returning *),
    decision as (${recordDecisions(db)`
      select 'operator'::text as actor, ${by}::bigint as account, 'deposit.book'::text as action,
        'deposit'::text as subject, id as subject_id, account as owner, note as reason,
        jsonb_build_object('units', amount_units, 'reference', reference, 'method', method) as data from deposit`})
    select id from deposit`)

/** Selects the account for which a deposit is booked; no row for one that was closed. */
export const accountBooked = (db: Db, email: string | null, id: number | null) =>
  db.maybe<Payer & { readonly isAdvertiser: boolean }>(sql`
    select id as account, email, 'Advertiser' = any(roles) as is_advertiser,
      (select name from billing_details where billing_details.account = accounts.id limit 1) as name
    from accounts
    where id = coalesce(${id}::bigint, (select id from accounts where email = ${email}::text)) and not ${isClosed(sql`accounts.id`)}`)
