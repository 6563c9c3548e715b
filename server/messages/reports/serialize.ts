import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { sides } from '../message.ts'
import {
  codes,
  type MessageAround,
  type ReportedConversation,
  type ReportedMessage,
  type ReportResult,
} from './message-report.ts'

export const messageReportedJson = serializer<ReportResult>({ title: 'MessageReported' })({
  id,
  alreadyExists: Type.Boolean(),
})

const from = known('MessageSide', sides)
const body = nullable(Type.String({ description: 'null: it was removed or erased' }))

const aroundJson = serializer<MessageAround>({ title: 'MessageAround' })({
  id,
  from: [from, 'side'],
  text: [body, 'body'],
  sentAtUtc: instant,
})

const members = {
  id: Type.Integer({ description: 'The id of the message' }),
  conversationId: [id, 'conversation'],
  from: [from, 'side'],
  text: [body, 'body'],
  sentAtUtc: instant,
  code: known('ReportCode', codes),
  comment: nullable(text),
  reportedAtUtc: instant,
  offerId: [id, 'offer'],
  offerTitle: [text, 'title'],
  authorId: [id, 'author'],
  authorEmail: text,
  reporterId: [id, 'reporter'],
  allowedActions: [arrayOf(text), () => ['Dismiss', 'Remove']],
} as const

export const reportedMessageJson = serializer<ReportedMessage>({ title: 'ReportedMessage' })(members)
export const reportedConversationJson = serializer<ReportedConversation>({ title: 'ReportedConversation' })({
  ...members,
  around: [
    arrayOf(aroundJson.schema),
    ({ around }: ReportedConversation) => around.map((each) => aroundJson.serialize(each)),
  ],
})
