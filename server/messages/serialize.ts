import { Type } from 'typebox'
import { advertiserAlias } from '../offers/serialize-available.ts'
import type { PageOf } from '../values/requests/page.ts'
import { arrayOf, id, instant, known, nullable, text, whole } from '../values/requests/schema.ts'
import { serializer } from '../values/requests/serializer.ts'
import { proseText } from '../values/requests/texts.ts'
import {
  advertiserAliasIn,
  type Conversation,
  executorIdOf,
  type Message,
  type Side,
  sides,
  textLengthMax,
  writable,
} from './message.ts'

type Context = { readonly secretKey: string }

const canWrite = (conversation: Conversation) => writable(conversation, conversation.now)

const members = {
  id: Type.Integer({ description: 'The id of the reservation' }),
  messageCount: [whole, 'messages'],
  unreadCount: [Type.Integer({ description: 'Messages of the other side that are unread' }), 'unread'],
  lastMessageAtUtc: nullable(instant),
  writableUntilUtc: [
    nullable(Type.String({ format: 'date-time', description: 'null: while the work is open, or not at all' })),
    (conversation: Conversation) => canWrite(conversation).until,
  ],
  allowedActions: [
    arrayOf(text),
    (conversation: Conversation) => (canWrite(conversation).canWrite ? ['Send', 'Read'] : ['Read']),
  ],
} as const

const title = Type.String({ description: 'Title of the task as it was reserved' })

/** Group A: a conversation as its executor reads it. */
export const conversationJson = serializer<Conversation, Context>({ title: 'Conversation' })({
  ...members,
  advertiserAlias: [advertiserAlias, (conversation, { secretKey }) => advertiserAliasIn(secretKey, conversation)],
  offerId: [id, 'offer'],
  offerTitle: [title, 'title'],
  executionId: [nullable(Type.Integer({ description: 'The submitted work; null: none' })), 'execution'],
})

/** Group B: a conversation as its advertiser reads it. */
export const taskConversationJson = serializer<Conversation, Context>({ title: 'TaskConversation' })({
  ...members,
  taskId: [id, 'offer'],
  taskTitle: [title, 'title'],
  reportId: [nullable(Type.Integer({ description: 'The submitted work; null: none' })), 'execution'],
  executorId: [
    Type.String({ description: 'As in reports: ex_…' }),
    (conversation, { secretKey }) => executorIdOf(secretKey, conversation),
  ],
})

export const messageText = proseText({
  minLength: 1,
  maxLength: textLengthMax,
  description: 'Plain text, which is never rendered or run',
})

const messageStates = ['Sent', 'Removed', 'Erased'] as const
const stateOf = ({ body, removedAt }: Message) => (removedAt ? 'Removed' : body === null ? 'Erased' : 'Sent')

/** A message as one side reads it. */
export const messageJson = serializer<Message, { readonly side: Side }>({ title: 'Message' })({
  id,
  conversationId: [id, 'conversation'],
  from: [known('MessageSide', sides), 'side'],
  text: [
    nullable(Type.String({ description: 'Plain text; null: an operator removed it, or its author erased their data' })),
    'body',
  ],
  state: [known('MessageState', messageStates), stateOf],
  sentAtUtc: instant,
  isRead: Type.Boolean({ description: 'Whether the side that received it has read it' }),
  allowedActions: [
    arrayOf(text),
    (message, { side }) => (message.side !== side && stateOf(message) === 'Sent' ? ['Report'] : []),
  ],
})

export const unreadSchema = Type.Object(
  {
    unreadCount: Type.Integer({ description: 'Unread messages, in up to 100 conversations' }),
    conversationCount: Type.Integer({ description: 'Conversations with unread messages, counted up to 100' }),
  },
  { title: 'UnreadMessages' },
)
export const serializeUnread = ({ unread, conversations }: { unread: number; conversations: number }) => ({
  unreadCount: unread,
  conversationCount: conversations,
})

/** The serializer of conversations for a side. */
export const conversationOf = (side: Side) => ({
  schema: side === 'Executor' ? conversationJson.schema : taskConversationJson.schema,
  pageSchema: side === 'Executor' ? conversationJson.pageSchema : taskConversationJson.pageSchema,
  serialize: (conversation: Conversation, context: Context) =>
    side === 'Executor'
      ? conversationJson.serialize(conversation, context)
      : taskConversationJson.serialize(conversation, context),
  serializePage: (page: PageOf<Conversation>, context: Context) =>
    side === 'Executor'
      ? conversationJson.serializePage(page, context)
      : taskConversationJson.serializePage(page, context),
})
