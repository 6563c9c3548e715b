import { recordDecisions } from '../platform/database/audit.ts'
import type { Db } from '../platform/database/db.ts'
import { type Sql, sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Units } from '../values/money.ts'
import { type Closing, type ClosingStatus, type ObstacleCode, obstacleCodes, reminderHours } from './closing.ts'

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

/** Selects up to `limit` accounts with a due step. */
export const dueClosings = (db: Db, limit: number) =>
  db.many<Pick<Closing, 'account'>>(sql`
    select account from account_closings where due_at <= ${db.now()} order by due_at limit ${limit}::bigint`)

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
}

/** Writes the next step of a closing. The closing must be locked. */
export const writeStep = (db: Db, account: Id<'account'>, { action, status, dueAt, email }: Step) =>
  db.run(sql`
    with changed as (
      update account_closings set status = ${status}, due_at = ${dueAt}::timestamptz, email = ${email}::text,
        reminded_at = coalesce(reminded_at, ${db.now()}),
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

/** An obstacle to closing an account: an amount of money, or a number of open records. */
type ObstacleRow = { readonly code: ObstacleCode; readonly units: Units | null; readonly count: number | null }

const balance = (account: Sql, book: string): Sql => sql`
  coalesce((select units from balances where book = ${book} and owner = ${account}), 0)::bigint`

/** Selects everything that prevents an account from being closed, in one statement. */
export const readObstacles = (db: Db, id: Id<'account'>) => {
  const account = sql`${id}::bigint`
  const openReport = sql`status in ('Pending', 'ReworkRequested', 'Disputed')`
  return db.many<ObstacleRow>(sql`
    select code, units, count from (values
      ('AvailableBalance', ${balance(account, 'advertiser.available')}, null::bigint),
      ('MoneyOnHold', (select coalesce(sum(units), 0)::bigint from holds where advertiser = ${account}), null),
      ('AvailableEarnings', ${balance(account, 'executor.available')}, null),
      ('PendingEarnings', ${balance(account, 'executor.pending')} + ${balance(account, 'executor.withdrawing')}, null),
      ('Debt', -${balance(account, 'platform.guarantee')}, null),
      ('OpenOffers', null, (
        select count(*) from offers join offer_states on offer_states.offer = offers.id where offers.advertiser = ${account}
          and offer_states.status in ('PendingModeration', 'Active', 'Paused'))),
      ('RunningReservations', null, (
        select count(*) from reservations where executor = ${account} and status = 'Active'
          and coalesce(held_until, expires_at) > ${db.now()}) + (
        select coalesce(sum(reserved), 0)::bigint from offers join offer_states on offer_states.offer = offers.id
        where offers.advertiser = ${account})),
      ('UndecidedReports', null, (select count(*) from executions where executor = ${account} and ${openReport}) + (
        select count(*) from executions where advertiser = ${account} and ${openReport})),
      ('OpenDisputes', null, (select count(*) from disputes where executor = ${account} and status <> 'Resolved') + (
        select count(*) from disputes where advertiser = ${account} and status <> 'Resolved')),
      ('PendingDeposits', null, (select count(*) from deposits where account = ${account} and status = 'Pending') + (
        select count(*) from booking_requests where account = ${account} and status = 'Requested') + (
        select count(*) from reversals where status = 'Pending'
          and deposit = any(array(select id from deposits where account = ${account})))),
      ('OpenWithdrawals', null, (
        select count(*) from withdrawals where executor = ${account} and status in ('Requested', 'Processing'))),
      ('OpenRefunds', null, (
        select count(*) from refund_requests where account = ${account} and status in ('Requested', 'Processing'))),
      ('LastOperator', null, (
        select count(*) from accounts where id = ${account} and 'Operator' = any(roles) and not exists (
          select from accounts other where 'Operator' = any(other.roles) and other.id <> accounts.id
            and coalesce(other.suspended_until <= ${db.now()}, true))))
    ) obstacles (code, units, count)
    where units > 0 or count > 0 order by array_position(${obstacleCodes}::text[], code)`)
}
