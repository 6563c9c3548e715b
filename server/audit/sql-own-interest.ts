import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Statements that select, as `account`, the accounts with an interest in a record. */
const ofRecord = {
  sanction: (id: number): Sql => sql`select account from sanctions where id = ${id}::bigint`,
  offer: (id: number): Sql => sql`select advertiser as account from offers where id = ${id}::bigint`,
  report: (id: number): Sql => sql`
    select party as account from executions cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  heldRejection: (id: number): Sql => sql`
    select party as account from held_rejections join executions on executions.id = held_rejections.execution
    cross join lateral (values (executions.advertiser), (executions.executor)) parties (party)
    where held_rejections.id = ${id}::bigint`,
  dispute: (id: number): Sql => sql`
    select party as account from disputes cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  guaranteePayment: (id: number): Sql => sql`
    select party as account from guarantee_payments cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  deposit: (id: number): Sql => sql`select account from deposits where id = ${id}::bigint`,
  operatorRequest: (id: number): Sql => sql`
    select party as account from operator_requests cross join lateral (values (account), (requested_by)) parties (party)
    where id = ${id}::bigint`,
  bookingRequest: (id: number): Sql => sql`
    select party as account from booking_requests cross join lateral (values (account), (requested_by)) parties (party)
    where id = ${id}::bigint`,
  webhook: (id: number): Sql => sql`select account from endpoints where id = ${id}::bigint`,
  refund: (id: number): Sql => sql`select account from refund_requests where id = ${id}::bigint`,
  withdrawal: (id: number): Sql => sql`select executor as account from withdrawals where id = ${id}::bigint`,
  payout: (id: number): Sql => sql`select distinct executor as account from withdrawals where payout = ${id}::bigint`,
}
export type RecordKind = keyof typeof ofRecord

type Party = { readonly account: number }

export const readParties = (db: Db, kind: RecordKind, id: number) => db.many<Party>(ofRecord[kind](id))

/** Selects the executors whose withdrawals the next payout would include. */
export const readApproved = (db: Db) =>
  db.many<Party>(sql`
    select distinct executor as account from withdrawals where status = 'Processing' and payout is null`)

export const readExecutorsOf = (db: Db, withdrawals: readonly number[]) =>
  db.many<Party>(sql`
    select distinct executor as account from withdrawals where id = any(${withdrawals}::bigint[])`)

export const readByEmail = (db: Db, email: string) =>
  db.many<Party>(sql`select id as account from accounts where email = ${email}`)
