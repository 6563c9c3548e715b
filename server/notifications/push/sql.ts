import { broughtForward } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type NotificationKind, type NotificationValues, subscriptionsMax } from '../notification.ts'
import { keptSeconds, pausesSeconds } from './push.ts'

/** The session of a credential, as a list that is empty if it has ended. */
const sessionOf = (hash: Buffer): Sql =>
  sql`array(select session from credentials where hash = ${hash}::bytea and session is not null)`

/** Counts the subscribed browsers of an account: the one of this session, and the others. */
export const readState = (db: Db, account: Id<'account'>, session: Buffer) =>
  db.one<{ isOn: boolean; others: number }>(sql`
    select coalesce(bool_or(is_own), false) as is_on, count(*) filter (where not is_own) as others
    from (select session = any(${sessionOf(session)}) as is_own from push_subscriptions where account = ${account}::bigint) own`)

/** Ends the subscriptions of other sessions to this browser: someone else signed in there, or the same person again. */
export const endElsewhere = (db: Db, endpointHash: Buffer, session: Buffer) =>
  db.run(sql`
    delete from push_subscriptions where endpoint_hash = ${endpointHash}::bytea and session <> all(${sessionOf(session)})`)

/** Subscribes the browser of a session, in place of what it had; nothing if the session has ended. */
export const saveSubscription = (db: Db, session: Buffer, endpointHash: Buffer, sealed: Buffer) =>
  db.run(sql`
    insert into push_subscriptions (session, account, endpoint_hash, sealed, created_at)
    select id, user_id, ${endpointHash}::bytea, ${sealed}::bytea, ${db.now()}
    from sign_in_sessions where id = any(${sessionOf(session)}) for key share
    on conflict (session) do update set endpoint_hash = excluded.endpoint_hash, sealed = excluded.sealed, created_at = excluded.created_at`)

/** Ends the oldest subscriptions of an account above the limit. */
export const endOldest = (db: Db, account: Id<'account'>) =>
  db.run(sql`
    delete from push_subscriptions where session = any(array(
      select session from push_subscriptions where account = ${account}::bigint
      order by created_at desc, session desc offset ${subscriptionsMax}::bigint))`)

export const endOwn = (db: Db, session: Buffer) =>
  db.run(sql`delete from push_subscriptions where session = any(${sessionOf(session)})`)

/** A notification that is to be pushed to one browser. `isOver`: it is read or too old. */
export type PushMessage = {
  readonly id: number
  readonly session: number
  readonly notification: number
  readonly attempts: number
  readonly kind: NotificationKind
  readonly data: NotificationValues
  readonly language: string
  readonly sealed: Buffer
  readonly isOver: boolean
}

/**
 * Claims due messages, one for each browser, so that a slow one delays no other. The attempt is counted before sending: a message that
 * crashes the process must not be retried forever. Earlier ones are counted, because `not exists` is planned as a join with all messages.
 */
export const claimPushes = (db: Db, limit: number) =>
  db.many<PushMessage>(sql`
    with claimed as (
      update push_messages set attempts = attempts + 1,
        due_at = ${db.now()} + coalesce((${pausesSeconds}::integer[])[attempts + 1], ${pausesSeconds.at(-1)}::integer)
          * interval '1 second'
      where id = any(array(
        select id from push_messages message
        where due_at <= ${db.now()} and 0 = (
          select count(*) from push_messages earlier where earlier.session = message.session
            and earlier.notification < message.notification and earlier.due_at <= ${db.now()})
        order by due_at, id limit ${limit}::bigint for update skip locked))
      returning id, session, notification, attempts
    )
    select claimed.*, what.kind, what.data, whom.language, whom.sealed, what.read_at is not null
      or what.created_at < ${db.now()} - ${keptSeconds}::integer * interval '1 second' as is_over
    from claimed
    cross join lateral (
      select kind, data, read_at, created_at from notifications where id = claimed.notification limit 1) what
    cross join lateral (
      select sealed, (select language from accounts where id = push_subscriptions.account) as language
      from push_subscriptions where session = claimed.session limit 1) whom`)

/** Deletes a message that was sent or given up. */
export const endPush = (db: Db, id: number) => db.run(sql`delete from push_messages where id = ${id}::bigint`)

/** Ends the subscription to which a message went, unless the browser has subscribed anew since. */
export const endSubscription = (db: Db, { session, sealed }: Pick<PushMessage, 'session' | 'sealed'>) =>
  db.run(sql`delete from push_subscriptions where session = ${session}::bigint and sealed = ${sealed}::bytea`)

/** Brings forward the retries after the clock was set back. */
export const bringForward = (db: Db, seconds: number) =>
  db.run(sql`
    update push_messages set due_at = ${broughtForward(db.now(), sql`due_at`, seconds)} where due_at > ${db.now()}`)
