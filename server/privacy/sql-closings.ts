import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { type Closing, type ClosingStatus, reminderHours } from './closing.ts'
import type { Obligations } from './obstacles.ts'

const columns = sql`account, status, requested_by, gives_up_balance, requested_at, closes_at`

const decision = (db: Db, by: Id<'account'> | null, action: string, actor: Sql): Sql =>
  recordDecisions(db)`
    select ${actor} as actor, ${by}::bigint as account, ${action}::text as action, 'account' as subject, account as subject_id,
      account as owner, reason, '{}'::jsonb as data from changed`

/** The actor's role for the audit log: the holder's role if they act themselves, otherwise operator. */
const actorOf = (by: Id<'account'> | null): Sql => sql`
  (select case when ${by}::bigint is distinct from id then 'operator' when 'Executor' = any(roles) then 'executor'
    when 'Advertiser' = any(roles) then 'advertiser' else 'operator' end from accounts where id = changed.account)`

export type NewClosing = {
  readonly account: Id<'account'>
  readonly by: Id<'account'> | null
  readonly reason: string | null
  readonly givesUpBalance: boolean
  readonly days: number
}

/** Inserts a closing; no row if one is pending. The account must be locked. */
export const requestClosing = (db: Db, { account, by, reason, givesUpBalance, days }: NewClosing) =>
  db.maybe<Closing>(sql`
    with changed as (
      insert into account_closings (account, status, requested_by, reason, gives_up_balance, requested_at, closes_at, due_at)
      values (${account}::bigint, 'Requested', ${by}::bigint, ${reason}::text, ${givesUpBalance}::boolean, ${db.now()},
        ${db.now()} + ${days}::integer * interval '1 day',
        ${db.now()} + greatest(0, ${days}::integer * 24 - ${reminderHours}::integer) * interval '1 hour')
      on conflict (account) do update set status = 'Requested', requested_by = excluded.requested_by,
        reason = excluded.reason, gives_up_balance = excluded.gives_up_balance, requested_at = excluded.requested_at,
        closes_at = excluded.closes_at, due_at = excluded.due_at, reminded_at = null
      where account_closings.status = 'Cancelled' returning *
    ),
    audit as (${decision(db, by, 'account.close_request', actorOf(by))})
    select ${columns} from changed`)

/** Cancels a closing: the holder's own request or, for an operator, anyone's. The account must be locked. */
export const cancelClosing = (db: Db, account: Id<'account'>, by: Id<'account'> | null, isOperator: boolean) =>
  db.maybe<Closing>(sql`
    with changed as (
      update account_closings set status = 'Cancelled', due_at = null
      where account = ${account}::bigint and status = 'Requested'
        and (${isOperator}::boolean or requested_by = account) returning *
    ),
    audit as (${decision(db, by, 'account.close_cancel', actorOf(by))})
    select ${columns} from changed`)

export const readClosing = (db: Db, account: Id<'account'>) =>
  db.maybe<Closing>(sql`select ${columns} from account_closings where account = ${account}::bigint`)

export type DueClosing = Closing & {
  readonly now: Date
  readonly remindedAt: Date | null
  readonly email: string | null
}

/** Selects up to `most` accounts with a due step. */
export const dueClosings = (db: Db, most: number) =>
  db.many<Pick<Closing, 'account'>>(sql`
    select account from account_closings where due_at <= ${db.now()} order by due_at limit ${most}::bigint`)

/** Locks the account and then its closing, if its step is still due. */
export const lockDue = (db: Db, account: Id<'account'>) =>
  db.maybe<DueClosing>(sql`
    with locked as materialized (select id from accounts where id = ${account}::bigint for no key update)
    select ${columns}, reminded_at, email, ${db.now()} as now from account_closings
    where account = (select id from locked) and due_at <= ${db.now()} for update`)

export type Step = {
  /** The action in the audit log. */
  readonly action: string
  readonly status: ClosingStatus
  readonly dueAt: Date | null
  readonly email: string | null
  readonly isReminded: boolean
}

/** Writes the next step of a closing. The closing must be locked. */
export const writeStep = (db: Db, account: Id<'account'>, { action, status, dueAt, email, isReminded }: Step) =>
  db.run(sql`
    with changed as (
      update account_closings set status = ${status}, due_at = ${dueAt}::timestamptz, email = ${email}::text,
        reminded_at = case when ${isReminded}::boolean then coalesce(reminded_at, ${db.now()}) end,
        ended_at = case when ${status}::text in ('Closed', 'Erased') then coalesce(ended_at, ${db.now()}) end
      where account = ${account}::bigint returning *
    )
    ${decision(db, null, action, sql`'system'`)}`)

/** Stores hashes of the account's present and former addresses if a sanction on it is in force. */
export const barIdentity = (db: Db, account: Id<'account'>, hash: Buffer) =>
  db.run(sql`
    insert into barred_identities (hash, account, created_at)
    select had.hash, ${account}::bigint, ${db.now()} from (
      select ${hash}::bytea as hash
      union select old_hash from email_changes where account = ${account}::bigint and status = 'Changed') had
    where exists (select from sanctions where account = ${account}::bigint and kind <> 'Warning'
      and status in ('InForce', 'Appealed', 'Upheld') and coalesce(ends_at > ${db.now()}, true))
    on conflict (hash) do nothing`)

const units = (account: Sql, book: Sql): Sql => sql`
  coalesce((select units from balances where book = ${book} and owner = ${account}), 0)::bigint`

/** Selects everything that prevents an account from being closed, in one statement. */
export const readObligations = (db: Db, id: Id<'account'>) => {
  const account = sql`${id}::bigint`
  const openReport = sql`status in ('Pending', 'ReworkRequested', 'Disputed')`
  return db.one<Obligations>(sql`
    select ${units(account, sql`'advertiser.available'`)} as balance_units,
      (select coalesce(sum(units), 0)::bigint from holds where advertiser = ${account}) as hold_units,
      ${units(account, sql`'executor.available'`)} as earnings_units,
      (${units(account, sql`'executor.pending'`)} + ${units(account, sql`'executor.withdrawing'`)}) as pending_units,
      (-${units(account, sql`'platform.guarantee'`)}) as debt_units,
      (select count(*) from offers join offer_states on offer_states.offer = offers.id where offers.advertiser = ${account}
        and offer_states.status in ('PendingModeration', 'Active', 'Paused')) as offers,
      (select count(*) from reservations where executor = ${account} and status = 'Active'
        and coalesce(held_until, expires_at) > ${db.now()}) + (
        select coalesce(sum(reserved), 0)::bigint from offers join offer_states on offer_states.offer = offers.id
        where offers.advertiser = ${account}) as reservations,
      (select count(*) from executions where executor = ${account} and ${openReport}) + (
        select count(*) from executions where advertiser = ${account} and ${openReport}) as reports,
      (select count(*) from disputes where executor = ${account} and status <> 'Resolved') + (
        select count(*) from disputes where advertiser = ${account} and status <> 'Resolved') as disputes,
      (select count(*) from deposits where account = ${account} and status = 'Pending') + (
        select count(*) from booking_requests where account = ${account} and status = 'Requested') + (
        select count(*) from reversals where status = 'Pending'
          and deposit = any(array(select id from deposits where account = ${account}))) as deposits,
      (select count(*) from withdrawals where executor = ${account} and status in ('Requested', 'Processing')) as withdrawals,
      (select count(*) from refund_requests where account = ${account} and status in ('Requested', 'Processing')) as refunds,
      (select 'Operator' = any(roles) and not exists (
        select from accounts other where 'Operator' = any(other.roles) and other.id <> accounts.id
          and coalesce(other.suspended_until <= ${db.now()}, true)) from accounts where id = ${account}) as is_last_operator`)
}
