import { forCaller } from '../accounts/sql-fragments-callers.ts'
import { workOf } from '../executions/sql-fragments.ts'
import { recordDecisions } from '../platform/database/audit.ts'
import type { By } from '../platform/database/ctx.ts'
import type { Db } from '../platform/database/db.ts'
import { recordEvents } from '../platform/database/events.ts'
import { every, name, newestFirst, pageOfList, type Sql, sql, when } from '../platform/sql.ts'
import type { Id } from '../values/id.ts'
import type { Page, PagedRow } from '../values/requests/page.ts'
import {
  type Conversation,
  type ConversationState,
  daysKept,
  type Message,
  type Side,
  type Written,
} from './message.ts'
import { stateColumns, withWork } from './sql-fragments.ts'

/** The columns that belong to a side: `advertiser_unread`, `executor_read` … */
const ownOf = (side: Side, column: 'unread' | 'read'): Sql => name(`${side.toLowerCase()}_${column}`)
const otherOf = (side: Side): Side => (side === 'Advertiser' ? 'Executor' : 'Advertiser')

const accountOf = (side: Side): Sql => (side === 'Advertiser' ? sql`offers.advertiser` : sql`reservation.executor`)

const columns = (db: Db): Sql => sql`
  reservation.id, reservation.offer, offers.advertiser, reservation.executor, ${stateColumns},
  coalesce(talk.messages, 0) as messages, coalesce(talk.unread, 0) as unread, talk.last_message_at, ${db.now()} as now`

/** What the list and `columns` read of a conversation. */
const talkOf = (side: Side): Sql => sql`talk.messages, talk.${ownOf(side, 'unread')} as unread, talk.last_message_at`

/** Reads the caller's conversation on a reservation, with or without messages; no row if they are not on this side of it. */
export const readConversation = (db: Db, by: By, side: Side, id: Id<'reservation'>) =>
  forCaller<Conversation>(db, by)`
    select ${columns(db)} from reservations reservation ${withWork}
    left join lateral (select ${talkOf(side)} from conversations talk where talk.reservation = reservation.id) talk on true
    where reservation.id = ${id}::bigint and reservation.kind = 'Work' and ${accountOf(side)} = caller.caller_account`

export type ConversationFilter = { readonly unread?: true | undefined; readonly offer?: number | undefined }

/** Selects the conversations of the caller's side, the one with the newest message first. */
export const readConversations = (db: Db, by: By, side: Side, { unread, offer }: ConversationFilter, page: Page) => {
  const isWanted = every([
    sql`talk.${name(side.toLowerCase())} = caller.caller_account`,
    ...when(unread, sql`talk.${ownOf(side, 'unread')} > 0`),
    ...when(offer, sql`talk.offer = ${offer}::bigint`),
  ])
  const list = {
    columns: sql`talk.reservation as id, talk.last_message, ${talkOf(side)}`,
    from: sql`from conversations talk where ${isWanted}`,
    order: { key: sql`talk.last_message`, id: sql`talk.reservation`, isBackwards: true },
  }
  return forCaller<Conversation & PagedRow>(db, by)`
    select talk.total_count, talk.place_key, talk.place_id, ${columns(db)}
    from (${pageOfList(list, page)}) talk
    left join reservations reservation on reservation.id = talk.id
    left join offers on offers.id = reservation.offer
    left join executions work on work.id = ${workOf(sql`reservation.id`)}
    order by talk.last_message desc`
}

/** Counts the unread messages of an account on one side, up to `most` conversations. */
export const readUnread = (db: Db, by: By, side: Side, most: number) =>
  forCaller<{ readonly unread: number; readonly conversations: number }>(db, by)`
    select coalesce(sum(unread), 0)::integer as unread, count(*)::integer as conversations from (
      select ${ownOf(side, 'unread')} as unread from conversations
      where ${name(side.toLowerCase())} = caller.caller_account and ${ownOf(side, 'unread')} > 0 limit ${most}::bigint) unread`

const messageColumns: Sql = sql`
  message.id, message.conversation, message.side, message.body, message.sent_at, message.removed_at,
  message.id <= case message.side when 'Advertiser' then talk.executor_read else talk.advertiser_read end as is_read`

/** Selects the messages of a conversation, newest first. The caller's right to it is checked before. */
export const readMessages = (db: Db, id: Id<'reservation'>, page: Page) =>
  db.many<Message & PagedRow>(
    pageOfList(
      {
        columns: messageColumns,
        from: sql`
          from messages message join conversations talk on talk.reservation = message.conversation
          where message.conversation = ${id}::bigint`,
        order: newestFirst(sql`message.id`),
      },
      page,
    ),
  )

export const lockAuthor = (db: Db, author: Id<'account'>) =>
  db.run(sql`select pg_advisory_xact_lock(hashtextextended('messages of ' || ${author}::bigint, 0))`)

export type ConversationRow = Pick<Conversation, 'id' | 'offer' | 'advertiser' | 'executor'> & {
  readonly executorAlias: string
}

/** Makes a conversation without messages if there is none, and locks it. */
export async function lockConversation(db: Db, { id, offer, advertiser, executor, executorAlias }: ConversationRow) {
  await db.run(sql`
    insert into conversations (reservation, offer, advertiser, executor, executor_alias, last_message, last_message_at, messages)
    values (${id}::bigint, ${offer}::bigint, ${advertiser}::bigint, ${executor}::bigint, ${executorAlias}, 0, ${db.now()}, 0)
    on conflict (reservation) do nothing`)
  await db.run(sql`select from conversations where reservation = ${id}::bigint for update`)
}

/** Reads what decides whether one more message may be written. Expects the locks. */
export const readWritten = (db: Db, id: Id<'reservation'>, side: Side, author: Id<'account'>) =>
  db.one<ConversationState & Written & { readonly now: Date }>(sql`
    select ${stateColumns}, talk.messages, ${db.now()} as now,
      (select count(*) from messages where conversation = talk.reservation and side = ${side}
        and sent_at > ${db.now()} - interval '1 hour')::integer as of_side_in_hour,
      (select count(*) from messages where author = ${author}::bigint and bulk is null
        and sent_at > ${db.now()} - interval '1 hour')::integer as of_account_in_hour
    from conversations talk join reservations reservation on reservation.id = talk.reservation ${withWork}
    where talk.reservation = ${id}::bigint`)

export type NewMessage = {
  readonly conversation: Id<'reservation'>
  readonly side: Side
  readonly author: Id<'account'>
  readonly text: string
  readonly bulk: Id<'bulkMessage'> | null
}

/** Inserts a message, counts it for the other side, and records it. An advertiser gets an event, which has no text: that can be erased. */
export async function insertMessage(db: Db, { conversation, side, author, text, bulk }: NewMessage): Promise<Message> {
  const message = await db.one<Message>(sql`
    insert into messages (conversation, side, author, body, bulk, sent_at)
    values (${conversation}::bigint, ${side}, ${author}::bigint, ${text}, ${bulk}::bigint, ${db.now()})
    returning id, conversation, side, body, sent_at, removed_at, false as is_read`)
  const unread = ownOf(otherOf(side), 'unread')
  await db.run(sql`
    update conversations set last_message = ${message.id}::bigint, last_message_at = ${db.now()}, messages = messages + 1,
      ${unread} = ${unread} + 1
    where reservation = ${conversation}::bigint`)
  await db.run(recordDecisions(db)`
    select lower(${side}) as actor, ${author}::bigint as account, 'conversation.write' as action, 'conversation' as subject, reservation as subject_id,
      case ${side} when 'Advertiser' then executor else advertiser end as owner, null::text as reason,
      jsonb_build_object('messageId', ${message.id}::bigint) as data
    from conversations where reservation = ${conversation}::bigint`)
  if (side === 'Executor') await db.run(received(db, message))
  return message
}

const received = (db: Db, { id, conversation }: Message): Sql => recordEvents(db)`
  select 'message.received' as kind, talk.advertiser as account, talk.offer, null::bigint as execution,
    jsonb_build_object('messageId', ${id}::bigint, 'conversationId', talk.reservation, 'taskId', talk.offer,
      'reportId', ${workOf(sql`talk.reservation`)},
      'executorId', talk.executor_alias) as data, 1 as rank
  from conversations talk where talk.reservation = ${conversation}::bigint`

/** Marks the messages of a conversation as read by a side, up to one of them. Returns how many are left unread. */
export const markRead = (db: Db, id: Id<'reservation'>, side: Side, upTo: number) =>
  db.maybe<{ readonly unread: number }>(sql`
    update conversations set ${ownOf(side, 'read')} = greatest(${ownOf(side, 'read')}, least(${upTo}::bigint, last_message)),
      ${ownOf(side, 'unread')} = (
        select count(*) from messages where conversation = ${id}::bigint and side = ${otherOf(side)}
          and messages.id > greatest(${ownOf(side, 'read')}, least(${upTo}::bigint, last_message)))::integer
    where reservation = ${id}::bigint returning ${ownOf(side, 'unread')} as unread`)

/** Deletes up to `limit` conversations without a message for long, with their messages and the reports of those. */
export async function deleteOld(db: Db, limit: number): Promise<number> {
  const old = sql`${(
    await db.many<{ id: number }>(sql`
      select reservation as id from conversations where last_message_at < ${db.now()} - ${daysKept}::integer * interval '1 day'
      order by last_message_at limit ${limit}::bigint for update`)
  ).map(({ id }) => id)}::bigint[]`
  await db.run(sql`
    delete from message_reports where message = any(array(select id from messages where conversation = any(${old})))`)
  await db.run(sql`delete from messages where conversation = any(${old})`)
  return db.run(sql`delete from conversations where reservation = any(${old})`)
}
