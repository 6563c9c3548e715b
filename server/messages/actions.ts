import { foundFor, listedFor } from '../accounts/actions-callers.ts'
import { type Admitted, admitted, mustBeExecutor } from '../accounts/caller.ts'
import { drainInBatches } from '../platform/batching/drain.ts'
import type { Ctx } from '../platform/database/ctx.ts'
import type { Id } from '../values/id.ts'
import { listed, type Page, type PageOf } from '../values/requests/page.ts'
import {
  type Conversation,
  ConversationNotFound,
  executorIdOf,
  type Message,
  mustBeWritable,
  type Side,
  textOf,
} from './message.ts'
import {
  type ConversationFilter,
  deleteOld,
  insertMessage,
  lockAuthor,
  lockConversation,
  markRead,
  type NewMessage,
  readConversation,
  readConversations,
  readMessages,
  readUnread,
  readWritten,
} from './sql.ts'

const deletedMax = 100
/** Conversations in which unread messages are counted. */
const unreadMax = 100

export const ruleOf = (side: Side): ((caller: Admitted) => void) => (side === 'Executor' ? mustBeExecutor : () => {})

/** Returns the caller's conversation on a reservation, even before its first message. Throws ConversationNotFound. */
export const openConversation = (ctx: Ctx, side: Side, id: Id<'reservation'>): Promise<Conversation & Admitted> =>
  foundFor(ctx, readConversation(ctx.db, ctx.by, side, id), ConversationNotFound, ruleOf(side))

export const listConversations = (
  ctx: Ctx,
  side: Side,
  filter: ConversationFilter,
  page: Page,
): Promise<PageOf<Conversation>> =>
  listedFor(ctx, page, readConversations(ctx.db, ctx.by, side, filter, page), ruleOf(side))

/** Returns how many messages of the caller's side are unread, and in how many conversations; both stop at 100 conversations. */
export async function countUnread(ctx: Ctx, side: Side) {
  const { caller, rows } = admitted(ctx.by, await readUnread(ctx.db, ctx.by, side, unreadMax))
  ruleOf(side)(caller)
  return rows[0] ?? { unread: 0, conversations: 0 }
}

export async function listMessages(ctx: Ctx, side: Side, id: Id<'reservation'>, page: Page): Promise<PageOf<Message>> {
  const conversation = await openConversation(ctx, side, id)
  return listed(await readMessages(ctx.db.reads, id, page), page, conversation, ctx.secretKey)
}

/** Writes a message. Throws ConversationNotFound, ConversationClosed, TooManyMessages. */
export async function sendMessage(ctx: Ctx, side: Side, id: Id<'reservation'>, given: string): Promise<Message> {
  const conversation = await openConversation(ctx, side, id)
  const message = { conversation: id, side, author: conversation.callerAccount, text: textOf(given), bulk: null }
  return ctx.db.transaction((db) => writeMessage({ ...ctx, db }, conversation, message))
}

type Parties = Pick<Conversation, 'id' | 'offer' | 'advertiser' | 'executor'>

/** Writes a message under the locks of its author and its conversation. Expects a transaction. */
export async function writeMessage(
  { db, secretKey }: Pick<Ctx, 'db' | 'secretKey'>,
  parties: Parties,
  message: NewMessage,
): Promise<Message> {
  const executorAlias = executorIdOf(secretKey, parties)
  await lockAuthor(db, message.author)
  await lockConversation(db, { ...parties, executorAlias })
  const written = await readWritten(db, parties.id, message.side, message.author)
  mustBeWritable(message.bulk === null ? written : { ...written, ofAccountInHour: 0 }, written.now)
  return insertMessage(db, message)
}

/** Marks messages as read, up to one of them. Returns how many are left unread. */
export async function readUpTo(ctx: Ctx, side: Side, id: Id<'reservation'>, upTo: number): Promise<{ unread: number }> {
  await openConversation(ctx, side, id)
  return (await markRead(ctx.db, id, side, upTo)) ?? { unread: 0 }
}

/** Deletes conversations without a message for a year. Returns how many. */
export const sweepConversations = ({ db }: Pick<Ctx, 'db'>): Promise<number> =>
  drainInBatches(deletedMax, (limit) => db.transaction((db) => deleteOld(db, limit)))
