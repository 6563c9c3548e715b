import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { refundsToDo } from '../../payments/sql-fragments.ts'
import { isoText } from '../../platform/clock.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { join, name, nothing, type Sql, sql } from '../../platform/sql.ts'
import { countedMax } from '../../values/requests/page.ts'
import { checkSeconds } from '../ledger-check/ledger-check.ts'
import { type MoneyQueueKind, moneyQueueKinds, type QueueKind, type QueueRow, queueKinds } from './stats.ts'

const isOpenDispute = sql`status in ('Open', 'AdvertiserReplied', 'UnderReview')`

type WaitingRecords = {
  readonly from: Sql
  /** Since when a record waits. */
  readonly since: Sql
  readonly count?: Sql
}

/** The records of each queue, as its list has them by default. */
const waiting: Readonly<Record<QueueKind, WaitingRecords>> = {
  offers: {
    from: sql`offer_states state join offers on offers.id = state.offer where state.status = 'PendingModeration'`,
    since: sql`submitted_at`,
  },
  offerChanges: {
    from: sql`offers where pending_change ->> 'status' = 'Pending'`,
    since: sql`(pending_change ->> 'requestedAtUtc')::timestamptz`,
  },
  reportedOffers: {
    from: sql`offer_reports where outcome is null`,
    since: sql`created_at`,
    count: sql`count(distinct offer)`,
  },
  reportedMessages: {
    from: sql`message_reports where outcome is null`,
    since: sql`created_at`,
    count: sql`count(distinct message)`,
  },
  disputes: { from: sql`disputes where ${isOpenDispute}`, since: sql`opened_at` },
  guaranteePayments: { from: sql`guarantee_payments where status = 'Waiting'`, since: sql`requested_at` },
  heldRejections: { from: sql`held_rejections where ended_at is null`, since: sql`held_at` },
  fraudHolds: {
    from: sql`executions where fraud_hold_at is not null and status = 'Pending'`,
    since: sql`fraud_hold_at`,
  },
  withdrawals: { from: sql`withdrawals where status = 'Requested'`, since: sql`requested_at` },
  refunds: { from: refundsToDo, since: sql`requested_at` },
  bookingRequests: { from: sql`booking_requests where status = 'Requested'`, since: sql`requested_at` },
  operatorRequests: { from: sql`operator_requests where status = 'Requested'`, since: sql`requested_at` },
  appeals: { from: sql`sanctions where status = 'Appealed'`, since: sql`appealed_at` },
}

const units: Readonly<Record<MoneyQueueKind, Sql>> = {
  guaranteePayments: sql`requested_units`,
  withdrawals: sql`units`,
  refunds: sql`units`,
  bookingRequests: sql`units`,
}

const hasMoney = (kind: QueueKind): kind is MoneyQueueKind => kind in units
const part = (kind: QueueKind): Sql => name(kind.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`))

const counted = queueKinds.map((kind) => {
  const { from, since, count = sql`count(*)` } = waiting[kind]
  const sum = hasMoney(kind) ? sql`, coalesce(sum(${units[kind]}), 0)::bigint as units` : nothing
  return sql`(select ${count} as count, min(${since}) as since${sum} from ${from}) ${part(kind)}`
})

/** A JSON object with a member for each kind. */
const eachOf = <Kind extends QueueKind>(kinds: readonly Kind[], memberOf: (kind: Kind) => Sql): Sql =>
  sql`jsonb_build_object(${join(
    kinds.map((kind) => sql`${kind}::text, ${memberOf(kind)}`),
    sql`, `,
  )})`

/** How long a webhook that was disabled counts. */
const faultKeptDays = 1
/** The check of the ledger is late after this many intervals. */
const checksMissed = 3

/** Faults of mails, webhooks and jobs: how many there are, and since when. Mails to one address alone may be that address's fault. */
const faults = (db: Db): Sql => sql`
  (select case when count(distinct recipient) > 1 then count(*) else 0 end as count,
      case when count(distinct recipient) > 1 then min(created_at) end as since from (
    select recipient, created_at from mails where due_at is not null and error is not null limit ${countedMax}::bigint) unsent) mail,
  (select count(*) as count, min(coalesce(disabled_at, failing_since)) as since from endpoints
    where (status = 'Enabled' and failing_since is not null)
      or (status = 'Disabled' and disabled_by in ('Gone', 'Failing')
        and disabled_at > ${db.now()} - ${faultKeptDays}::integer * interval '1 day')) webhook,
  (select count(distinct name) as count, min(since_at) as since from failing_jobs where expires_at >= ${db.now()}) job`

const fact = (from: Sql): Sql =>
  sql`jsonb_build_object('count', ${from}.count, 'sinceUtc', ${isoText(sql`${from}.since`)})`

/** Counts what waits for operators, through partial indexes, and what the database knows of faults. */
export const readQueue = (db: Db, by: By) =>
  forCaller<QueueRow>(db, by)`
    select ${join(
      queueKinds.map((kind) => sql`${part(kind)}.count as ${part(kind)}`),
      sql`, `,
    )},
      ${eachOf(queueKinds, (kind) => isoText(sql`${part(kind)}.since`))} as oldest,
      ${eachOf(moneyQueueKinds, (kind) => sql`${part(kind)}.units::text`)} as units,
      jsonb_build_object(
        'disputes', ${isoText(sql`(select min(decide_by_at) from disputes where ${isOpenDispute})`)},
        'heldRejections', ${isoText(sql`(select min(review_deadline_at) from executions
          where id = any(array(select execution from held_rejections where ended_at is null)))`)}) as next_deadlines,
      jsonb_build_object('mails', ${fact(sql`mail`)}, 'webhooks', ${fact(sql`webhook`)}, 'jobs', ${fact(sql`job`)}) as failing,
      books.ok as books_ok, ${isoText(sql`books.checked_at`)} as books_checked_at_utc,
      coalesce(books.checked_at < ${db.now()} - ${checksMissed * checkSeconds}::integer * interval '1 second', false) as is_check_late
    from ${join(counted, sql`, `)}, ${faults(db)} left join book_checks books on books.id = 1`
