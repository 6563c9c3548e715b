import { workspacesOf } from '../accounts/sql-fragments.ts'
import { deskParties } from '../accounts/sql-fragments-desk.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'

/** Statements that select, as `account`, the accounts with an interest in a record. */
const ofRecord = {
  ...deskParties,
  sanction: (id: number): Sql => sql`select account from sanctions where id = ${id}::bigint`,
  report: (id: number): Sql => sql`
    select party as account from executions cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  heldRejection: (id: number): Sql => sql`
    select party as account from held_rejections join executions on executions.id = held_rejections.execution
    cross join lateral (values (executions.advertiser), (executions.executor)) parties (party)
    where held_rejections.id = ${id}::bigint`,
  guaranteePayment: (id: number): Sql => sql`
    select party as account from guarantee_payments cross join lateral (values (advertiser), (executor)) parties (party)
    where id = ${id}::bigint`,
  deposit: (id: number): Sql => sql`select account from deposits where id = ${id}::bigint`,
  bookingRequest: (id: number): Sql => sql`
    select party as account from booking_requests cross join lateral (values (account), (requested_by)) parties (party)
    where id = ${id}::bigint`,
  message: (id: number): Sql => sql`
    select party as account from messages join conversations talk on talk.reservation = messages.conversation
    cross join lateral (values (talk.advertiser), (talk.executor)) parties (party)
    where messages.id = ${id}::bigint`,
  webhook: (id: number): Sql => sql`select account from endpoints where id = ${id}::bigint`,
  refund: (id: number): Sql => sql`select account from refund_requests where id = ${id}::bigint`,
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

/** Selects the accounts for which a person acts as a member. */
export const readWorkspacesOf = (db: Db, person: number) =>
  db.many<Party>(sql`select unnest(${workspacesOf(sql`${person}::bigint`)}) as account`)
