import { forCaller } from '../accounts/sql-fragments-callers.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { nothing, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { CreditNote, ReceiptFacts, Seller } from './receipt.ts'

/** Selects a deposit with its receipt: the caller's own, or any for an operator. */
export const readReceiptFacts = (db: Db, by: By, deposit: Id<'deposit'>, side: 'own' | 'any') =>
  forCaller<ReceiptFacts>(db, by)`
    select deposits.id as deposit, deposits.account, accounts.email, deposits.method, deposits.status, deposits.amount_units,
      case deposits.status when 'Voided' then amount_units else deposits.refunded_units end + deposits.charged_back_units - (
        select coalesce(sum(units), 0)::bigint from reversals where reversals.deposit = deposits.id and reversals.status = 'Pending')
        as returned_units, deposits.currency, deposits.reference,
      deposits.paid_at, receipts.number, receipts.seller, receipts.buyer_name, receipts.buyer_address, receipts.buyer_tax_id,
      receipts.issued_at, billing.account is not null as has_billing
    from deposits join accounts on accounts.id = deposits.account
    left join lateral (select * from receipts where receipts.deposit = deposits.id limit 1) receipts on true
    left join lateral (select account from billing_details where account = deposits.account limit 1) billing on true
    where deposits.id = ${deposit}::bigint
      ${side === 'own' ? sql`and deposits.account = caller.caller_account` : nothing}`

/** Serializes the numbering of receipts and credit notes until the transaction ends. */
export const lockReceiptNumbers = (db: Db) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('receipt numbers', 0))`)

/** Gives a paid deposit the next receipt number, unless it has one. Expects the numbering locked. */
export const insertReceipt = (db: Db, deposit: Id<'deposit'>, seller: Seller) =>
  db.run(sql`
    insert into receipts (number, deposit, account, seller, issued_at)
    select coalesce((select max(number) from receipts), 0) + 1, id, account, ${JSON.stringify(seller)}::jsonb, ${db.now()}
    from deposits where id = ${deposit}::bigint and paid_at is not null and status <> 'Voided'
    on conflict (deposit) do nothing`)

/** Writes the buyer into a receipt that names none. */
export const nameBuyer = (db: Db, { deposit, account }: Pick<ReceiptFacts, 'deposit' | 'account'>) =>
  db.run(sql`
    update receipts set buyer_name = billing.name, buyer_address = billing.address, buyer_tax_id = billing.tax_id
    from billing_details billing
    where receipts.deposit = ${deposit}::bigint and receipts.buyer_name is null and billing.account = ${account}::bigint`)

/** Gives each amount of a deposit that was returned the next number of credit notes, unless it has one. Expects the numbering locked. */
export const insertCreditNotes = (db: Db, deposit: Id<'deposit'>) =>
  db.run(sql`
    insert into credit_notes (number, reversal, deposit, issued_at)
    select coalesce((select max(number) from credit_notes), 0) + row_number() over (order by id), id, deposit, ${db.now()}
    from reversals where deposit = ${deposit}::bigint and status = 'Done'
      and id <> all(array(select reversal from credit_notes where credit_notes.deposit = ${deposit}::bigint))`)

/** Selects the credit notes of a deposit, in order. */
export const readCreditNotes = (db: Db, deposit: Id<'deposit'>) =>
  db.many<CreditNote>(sql`
    select note.number, kind, status, units, created_at as returned_at, note.issued_at from reversals
    cross join lateral (select number, issued_at from credit_notes where reversal = reversals.id limit 1) note
    where deposit = ${deposit}::bigint order by note.number`)
