import { isSuspended } from '../../accounts/sql-fragments.ts'
import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import { type Conversation, daysKept, openDaysAfter, openWork } from '../message.ts'
import { type BulkMessage, type RecipientStatus, recipientsMax, searchedMax } from './bulk-message.ts'

const columns: Sql = sql`
  id, offer, statuses, body, cardinality(recipients) as recipients, sent, skipped, created_at, ended_at`

export const lockAdvertiser = (db: Db, advertiser: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('bulk messages of ' || ${advertiser}::bigint, 0))`)

/** Reads how many messages to many an advertiser wrote in a day; no row if the offer is not theirs. */
export const readRecent = (db: Db, offer: Id<'offer'>, advertiser: Id<'account'>) =>
  db.maybe<{ ofOffer: number; ofAccount: number }>(sql`
    select (select count(*) from bulk_messages where bulk_messages.offer = offers.id
        and created_at > ${db.now()} - interval '1 day')::integer as of_offer,
      (select count(*) from bulk_messages where bulk_messages.advertiser = offers.advertiser
        and created_at > ${db.now()} - interval '1 day')::integer as of_account
    from offers where id = ${offer}::bigint and advertiser = ${advertiser}::bigint`)

/**
 * Selects the newest conversation of each executor whose work has one of the statuses, one more than the limit. That of a rework belongs to
 * the first submission.
 */
export const readRecipients = (db: Db, offer: Id<'offer'>, statuses: readonly RecipientStatus[]) =>
  db.many<{ id: Id<'reservation'> }>(sql`
    with found as (
      select executor,
        coalesce((select first.reservation from revisions first where first.execution = work.id and first.revision = 1), reservation) as reservation
      from (
        select id, executor, reservation, status, updated_at, appeal_deadline_at from executions where offer = ${offer}::bigint
        order by submitted_at desc, id desc limit ${searchedMax}::bigint) work
      where status = any(${statuses}::text[]) and (status = any(${openWork}::text[])
        or greatest(updated_at + ${openDaysAfter}::integer * interval '1 day',
          case status when 'Rejected' then appeal_deadline_at end) > ${db.now()})
      union all
      select executor, id from reservations where 'Reserved' = any(${statuses}::text[])
        and offer = ${offer}::bigint and status = 'Active' and kind = 'Work' and expires_at > ${db.now()}
    )
    select max(reservation) as id from found group by executor order by id limit ${recipientsMax + 1}::bigint`)

type NewBulkMessage = {
  readonly offer: Id<'offer'>
  readonly advertiser: Id<'account'>
  readonly statuses: readonly RecipientStatus[]
  readonly text: string
  readonly recipients: readonly Id<'reservation'>[]
}

export const insertBulk = (db: Db, { offer, advertiser, statuses, text, recipients }: NewBulkMessage) =>
  db.one<BulkMessage>(sql`
    with made as (
      insert into bulk_messages (offer, advertiser, statuses, body, recipients, created_at)
      values (${offer}::bigint, ${advertiser}::bigint, ${statuses}::text[], ${text}, ${recipients}::bigint[], ${db.now()})
      returning *
    ),
    audit as (${recordDecisions(db)`
      select 'advertiser' as actor, advertiser as account, 'task.message' as action, 'task' as subject, offer as subject_id,
        advertiser as owner, null::text as reason,
        jsonb_build_object('statuses', statuses, 'recipients', cardinality(recipients)) as data from made`})
    select ${columns} from made`)

export const readBulk = (db: Db, by: By, id: Id<'bulkMessage'>) =>
  forCaller<BulkMessage>(db, by)`
    select ${columns} from bulk_messages where id = ${id}::bigint and advertiser = caller.caller_account`

export type BulkBatch = {
  readonly id: Id<'bulkMessage'>
  readonly advertiser: Id<'account'>
  readonly body: string | null
  readonly next: readonly Id<'reservation'>[]
}

/**
 * Locks the oldest message to many that waits, with its next recipients; no row if there is none, or another process has it. Suspended
 * advertisers write nothing: its text is null.
 */
export const claimBulk = (db: Db, limit: number) =>
  db.maybe<BulkBatch>(sql`
    select id, advertiser, case when not ${isSuspended(db, sql`advertiser`)} then body end as body,
      recipients[sent + skipped + 1 : sent + skipped + ${limit}::integer] as next
    from bulk_messages where ended_at is null order by id limit 1 for update skip locked`)

/** Selects the parties of these reservations. */
export const readParties = (db: Db, ids: readonly Id<'reservation'>[]) =>
  db.many<Pick<Conversation, 'id' | 'offer' | 'advertiser' | 'executor'>>(sql`
    select reservation.id, reservation.offer, offers.advertiser, reservation.executor
    from reservations reservation join offers on offers.id = reservation.offer
    where reservation.id = any(${ids}::bigint[]) order by reservation.id`)

/** Counts what was sent and skipped. Ends the message with its last recipient. */
export const countSent = (db: Db, id: Id<'bulkMessage'>, sent: number, skipped: number) =>
  db.run(sql`
    update bulk_messages set sent = sent + ${sent}::integer, skipped = skipped + ${skipped}::integer,
      ended_at = case when sent + skipped + ${sent + skipped}::integer >= cardinality(recipients) then ${db.now()} end
    where id = ${id}::bigint`)

export const deleteOldBulk = (db: Db, limit: number) =>
  db.run(sql`
    delete from bulk_messages where id = any(array(
      select id from bulk_messages where created_at < ${db.now()} - ${daysKept}::integer * interval '1 day'
      order by created_at limit ${limit}::bigint))`)
