import { forCaller } from '../../accounts/sql-fragments-callers.ts'
import { shownTitle } from '../../offers/sql-fragments-content.ts'
import { recordDecisions } from '../../platform/database/audit.ts'
import type { By } from '../../platform/database/ctx.ts'
import type { Db } from '../../platform/database/db.ts'
import { name, pageOfList, type Sql, sql } from '../../platform/sql.ts'
import type { Id } from '../../values/id.ts'
import type { Page, PagedRow } from '../../values/requests/page.ts'
import type { Side } from '../message.ts'
import { aroundMax, type MessageAround, type ReportedMessage, type ReportInput } from './message-report.ts'

export const lockReporter = (db: Db, reporter: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('message reports of ' || ${reporter}::bigint, 0))`)

/** Reads a message that an account received on a side, with its earlier report of it and how many it made in a day; no row if there is none. */
export const readReceived = (db: Db, message: Id<'message'>, side: Side, reporter: Id<'account'>) =>
  db.maybe<{ existing: Id<'messageReport'> | null; recent: number }>(sql`
    select (select id from message_reports where message = messages.id and reporter = ${reporter}::bigint) as existing,
      (select count(*) from message_reports where reporter = ${reporter}::bigint
        and created_at > ${db.now()} - interval '1 day')::integer as recent
    from messages join conversations talk on talk.reservation = messages.conversation
    where messages.id = ${message}::bigint and messages.side <> ${side}
      and talk.${name(side.toLowerCase())} = ${reporter}::bigint`)

type NewReport = Omit<ReportInput, 'side'> & {
  readonly message: Id<'message'>
  readonly reporter: Id<'account'>
  readonly side: Side
}

export const insertReport = (db: Db, { message, reporter, code, comment, side }: NewReport) =>
  db.one<{ id: Id<'messageReport'> }>(sql`
    with made as (
      insert into message_reports (message, reporter, code, comment, created_at)
      values (${message}::bigint, ${reporter}::bigint, ${code}, ${comment}, ${db.now()}) returning *
    ),
    audit as (${recordDecisions(db)`
      select lower(${side}) as actor, reporter as account, 'message_report.make' as action, 'message' as subject, message as subject_id,
        reporter as owner, null::text as reason, jsonb_build_object('code', code) as data from made`})
    select id from made`)

const tables: Sql = sql`
  from message_reports report join messages message on message.id = report.message
  join conversations talk on talk.reservation = message.conversation
  join offers on offers.id = talk.offer join accounts on accounts.id = message.author`

const columns: Sql = sql`
  message.id, message.conversation, message.side, message.body, message.sent_at, message.removed_at, report.code, report.comment,
  report.created_at as reported_at, talk.offer, ${shownTitle(sql`offers.title`)} as title, message.author,
  accounts.email as author_email, report.reporter`

/** Selects the reported messages that await a decision, by message. */
export const readReported = (db: Db, by: By, page: Page) =>
  forCaller<ReportedMessage & PagedRow>(db, by)`${pageOfList(
    {
      columns,
      from: sql`${tables} where report.outcome is null`,
      order: { id: sql`report.message`, isBackwards: false },
    },
    page,
  )}`

export const readReportedMessage = (db: Db, by: By, id: Id<'message'>) =>
  forCaller<ReportedMessage>(db, by)`
    select ${columns} ${tables} where report.message = ${id}::bigint and report.outcome is null`

/** Selects the messages around one, oldest first. */
export const readAround = (db: Db, conversation: Id<'reservation'>, id: Id<'message'>) =>
  db.many<MessageAround>(sql`
    select id, side, body, sent_at, removed_at from (
      (select * from messages where conversation = ${conversation}::bigint and id <= ${id}::bigint
        order by id desc limit ${aroundMax + 1}::bigint)
      union all
      (select * from messages where conversation = ${conversation}::bigint and id > ${id}::bigint
        order by id limit ${aroundMax}::bigint)) around
    order by id`)

type Decision = {
  readonly message: Id<'message'>
  readonly outcome: 'Dismissed' | 'Upheld'
  readonly by: Id<'account'> | null
  readonly reason: string
}

/** The messages with this text: one, or all copies of one to many. */
const copiesOf = (message: Id<'message'>): Sql => sql`array(
  select id from messages where id = ${message}::bigint
  union select copy.id from messages one join messages copy on copy.bulk = one.bulk where one.id = ${message}::bigint)`

/**
 * Decides on the open report of a message. An upheld one removes the text, from all who got it as one to many, and decides their reports
 * too. Returns how many reports there were.
 */
export async function endReport(db: Db, { message, outcome, by, reason }: Decision): Promise<number> {
  const isUpheld = outcome === 'Upheld'
  const { ended } = await db.one<{ ended: number }>(sql`
    with ended as (
      update message_reports set outcome = ${outcome}, decided_by = ${by}::bigint, reason = ${reason}, decided_at = ${db.now()}
      where message = any(${isUpheld ? copiesOf(message) : sql`${[message]}::bigint[]`}) and outcome is null returning *
    ),
    audit as (${recordDecisions(db)`
      select 'operator' as actor, ${by}::bigint as account,
        ${isUpheld ? 'message_report.uphold' : 'message_report.dismiss'}::text as action,
        'message' as subject, messages.id as subject_id, messages.author as owner, ${reason}::text as reason,
        jsonb_build_object('conversationId', messages.conversation) as data
      from messages where messages.id = any(array(select ended.message from ended))`})
    select count(*)::integer as ended from ended`)
  if (ended > 0 && isUpheld) await removeText(db, message)
  return ended
}

/** Removes the text of a message for both sides. Who has not got it yet as one to many does not get it. */
async function removeText(db: Db, message: Id<'message'>): Promise<void> {
  await db.run(sql`
    update bulk_messages set body = null where id = (select bulk from messages where id = ${message}::bigint)`)
  await db.run(sql`
    update messages set body = null, removed_at = ${db.now()} where id = any(${copiesOf(message)}) and removed_at is null`)
}
