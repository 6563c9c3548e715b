import type { Db } from '../platform/database/db.ts'
import { sql } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import { daysKept, type NotificationKind, notificationsMax, subscriptionsMax } from './notification.ts'
import type { PendingNotification } from './pending-notifications.ts'
import type { Choice } from './preference.ts'
import type { SourceIds } from './sql-sources.ts'

/** A recipient's current language, address and preferences. */
export type Recipient = {
  readonly id: Id<'account'>
  readonly email: string
  readonly language: string
  readonly choices: readonly Choice[]
}

export const preferencesOfAccount = sql`
  coalesce((
    select jsonb_agg(jsonb_build_object('kind', kind, 'console', in_console, 'email', by_email, 'push', by_push))
    from notification_choices where account = accounts.id), '[]') as choices`

export const readRecipients = (db: Db, ids: readonly number[]) =>
  db.many<Recipient>(
    sql`select id, email, language, ${preferencesOfAccount} from accounts where id = any(${ids}::bigint[])`,
  )

export type StoredNotification = PendingNotification & {
  readonly account: Id<'account'>
  readonly isShown: boolean
  /** Whether the next digest mail tells of it. */
  readonly awaitsDigest: boolean
}
export type NewNotification = {
  readonly id: Id<'notification'>
  readonly account: Id<'account'>
  readonly kind: NotificationKind
  readonly cause: string
  readonly isNew: boolean
}

/** Inserts notifications, one for each account, kind and cause. A repeated cause adds its reports to the first one and makes it unread. */
export const insertNotifications = (db: Db, values: readonly StoredNotification[]) => {
  const column = (name: keyof StoredNotification) => values.map((one) => one[name])
  return db.many<NewNotification>(sql`
    insert into notifications (account, kind, cause, data, is_shown, awaits_digest, created_at)
    select account, kind, cause, data::jsonb, is_shown, awaits_digest, happened_at
    from unnest(${column('account')}::bigint[], ${column('kind')}::text[], ${column('cause')}::text[],
      ${values.map(({ data }) => JSON.stringify(data))}::text[], ${column('isShown')}::boolean[], ${column('awaitsDigest')}::boolean[],
      ${values.map(({ happenedAt }) => happenedAt.toISOString())}::timestamptz[]) with ordinality
      as new_rows (account, kind, cause, data, is_shown, awaits_digest, happened_at, place)
    order by place
    on conflict (account, kind, cause) do update set read_at = null,
      awaits_digest = excluded.awaits_digest, data = coalesce(jsonb_set(notifications.data, '{reports}',
      ((notifications.data ->> 'reports')::integer + (excluded.data ->> 'reports')::integer)::text::jsonb), notifications.data)
    returning id, account, kind, cause, xmax = 0 as is_new`)
}

/** Queues notifications for the browsers of their accounts that get push messages now. */
export const queuePushes = (db: Db, notifications: readonly Id<'notification'>[]) =>
  db.run(sql`
    insert into push_messages (session, notification, due_at)
    select subscribed.session, notifications.id, ${db.now()}
    from notifications cross join lateral (
      select session from push_subscriptions where account = notifications.account
      order by session limit ${subscriptionsMax}::bigint for key share) subscribed
    where notifications.id = any(${notifications}::bigint[])`)

/** Selects which of these accounts have too many notifications. */
export const readAboveLimit = (db: Db, accounts: readonly number[]) =>
  db.many<{ account: number }>(sql`
    select account from notifications where account = any(${accounts}::bigint[])
    group by account having count(*) > ${notificationsMax}::bigint`)

/** Deletes the oldest notifications of an account above the limit. */
export const trimNotifications = (db: Db, account: number) => {
  const own = sql`${account}::bigint`
  return db.run(sql`
    delete from notifications where account = ${own} and id = any(array(
      select id from notifications where account = ${own} order by id desc offset ${notificationsMax}::bigint))`)
}

export const moveCursor = (db: Db, { decision, event, credential }: SourceIds, dueUntil: Date) =>
  db.run(sql`
    update notification_cursor set decision = ${decision}::bigint, event = ${event}::bigint,
      credential = ${credential}::bigint, due_until = ${dueUntil}`)

export const deleteOld = (db: Db, limit: number) =>
  db.run(sql`
    delete from notifications where id = any(array(
      select id from notifications where created_at < ${db.now()} - ${daysKept}::integer * interval '1 day'
      order by created_at limit ${limit}::bigint))`)
