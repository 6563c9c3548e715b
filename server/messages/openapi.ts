import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import { type Docs, docsIn } from '../values/requests/operation.ts'
import {
  type Conversation,
  type Message,
  openDaysAfter,
  perAccountHourMax,
  perConversationMax,
  perHourMax,
  type Side,
} from './message.ts'
import { conversationOf, messageJson, serializeUnread } from './serialize.ts'

const secretKey = 'example'
export const conversationExample: Conversation = {
  id: idOf(9001),
  offer: idOf(42),
  advertiser: idOf(17),
  executor: idOf(23),
  execution: idOf(501),
  title: 'A short survey',
  reservationStatus: 'Submitted',
  expiresAt: at('12:00:00'),
  endedAt: at('10:40:00'),
  workStatus: 'Pending',
  workUpdatedAt: at('10:40:00'),
  appealDeadlineAt: null,
  isBarred: false,
  messages: 2,
  unread: 1,
  lastMessageAt: at('10:50:00'),
  now: at('11:00:00'),
}
export const messageExample: Message = {
  id: idOf(88),
  conversation: conversationExample.id,
  side: 'Advertiser',
  body: 'The second picture is dark. Can you send it again?',
  sentAt: at('10:50:00'),
  removedAt: null,
  isRead: false,
}

const limits = `Up to ${perHourMax} messages an hour and ${perConversationMax} in all by each side of a conversation, and ${perAccountHourMax} an hour by an account.`

function docsOf(side: Side, prefix: string, name: (id: string) => string): Docs {
  const json = conversationOf(side)
  const other = side === 'Executor' ? 'advertiser' : 'executor'
  const shown = json.serialize(conversationExample, { secretKey })
  return docsIn('Messages', {
    [`GET ${prefix}/conversations`]: {
      id: name('listConversations'),
      summary: 'List your conversations, the one with the newest message first',
      about: `A conversation belongs to a reservation, and has its id. The ${other} of the work is known as offers and reports show them. A list that changes while it is read may show a conversation twice.`,
      answers: { 200: { page: json.serializePage(pageWith(conversationExample), { secretKey }) } },
    },
    [`GET ${prefix}/conversations/unread`]: {
      id: name('getUnreadMessages'),
      summary: 'Count unread messages',
      answers: { 200: { counts: serializeUnread({ unread: 3, conversations: 2 }) } },
    },
    [`GET ${prefix}/conversations/:id`]: {
      id: name('getConversation'),
      summary: 'Get the conversation on a reservation',
      about: `Also before its first message. Messages can be written while the reservation or its work is open, ${openDaysAfter} days longer, and as long as a rejection can be appealed. Not if one side has blocked the other or closed its account.`,
      answers: { 200: { conversation: shown } },
      problems: ['conversation_not_found'],
    },
  })
}

function messageDocsOf(side: Side, prefix: string, name: (id: string) => string): Docs {
  const message = messageJson.serialize(messageExample, { side })
  return docsIn('Messages', {
    [`GET ${prefix}/conversations/:id/messages`]: {
      id: name('listMessages'),
      summary: 'List the messages of a conversation, newest first',
      about: 'Listing marks nothing as read. Messages are kept for a year after the last one.',
      answers: { 200: { page: messageJson.serializePage(pageWith(messageExample), { side }) } },
      problems: ['conversation_not_found'],
    },
    [`POST ${prefix}/conversations/:id/messages`]: {
      id: name('sendMessage'),
      summary: `Write a message as the ${side.toLowerCase()}`,
      about: `Plain text; files cannot be attached. ${limits} Send an \`Idempotency-Key\`, so that a repeated request writes nothing twice.`,
      body: { message: { text: 'The second picture is dark. Can you send it again?' } },
      answers: { 201: { sent: message } },
      problems: ['conversation_not_found', 'conversation_closed', 'too_many_messages'],
    },
    [`POST ${prefix}/conversations/:id/read`]: {
      id: name('markMessagesRead'),
      summary: 'Mark messages as read, up to one of them',
      body: { read: { upToId: 88 } },
      answers: { 200: { left: { unreadCount: 0 } } },
      problems: ['conversation_not_found'],
    },
  })
}

const ofExecutor = (id: string) => `${id}AsExecutor`
const ofAdvertiser = (id: string) => id
export const conversationDocs: Docs = {
  ...docsOf('Executor', '/api/executor', ofExecutor),
  ...messageDocsOf('Executor', '/api/executor', ofExecutor),
}
export const conversationDocsV1: Docs = {
  ...docsOf('Advertiser', '/v1', ofAdvertiser),
  ...messageDocsOf('Advertiser', '/v1', ofAdvertiser),
}
