import { at, pageWith } from '../../values/example.ts'
import { type Docs, docsIn } from '../../values/requests/operation.ts'
import { conversationExample, messageExample } from '../openapi.ts'
import { type ReportedConversation, reportsPerDayMax } from './message-report.ts'
import { messageReportedJson, reportedConversationJson, reportedMessageJson } from './serialize.ts'

const { id, conversation, side, body, sentAt, removedAt } = messageExample
const comment = 'They ask for my password.'
const reported: ReportedConversation = {
  id,
  conversation,
  side,
  body,
  sentAt,
  removedAt,
  code: 'Phishing',
  comment,
  reportedAt: at('11:00:00'),
  offer: conversationExample.offer,
  title: conversationExample.title,
  author: conversationExample.advertiser,
  authorEmail: 'anna@example.com',
  reporter: conversationExample.executor,
  around: [{ id, side, body, sentAt, removedAt }],
}
const made = { id: 5, alreadyExists: false }

const reportDocs = (route: string, operation: string): Docs =>
  docsIn('Messages', {
    [route]: {
      id: operation,
      summary: 'Report a message that you received',
      about: `Once for each message; a second report returns the first with \`alreadyExists\`. Up to ${reportsPerDayMax} in 24 hours. Operators see the message with the conversation around it.`,
      body: { report: { code: 'Phishing', comment } },
      answers: { 200: { made: messageReportedJson.serialize(made as never) } },
      problems: ['message_not_found', 'too_many_message_reports'],
    },
  })
export const messageReportDocs = reportDocs('POST /api/executor/messages/:id/report', 'reportMessageAsExecutor')
export const messageReportDocsV1 = reportDocs('POST /v1/messages/:id/report', 'reportMessage')

const shown = reportedConversationJson.serialize(reported)
const problems = ['message_report_not_found']
export const messageReportOperatorDocs = docsIn('Moderation', {
  'GET /api/operator/message-reports': {
    id: 'listReportedMessages',
    summary: 'List reported messages that await a decision',
    answers: { 200: { page: reportedMessageJson.serializePage(pageWith(reported)) } },
  },
  'GET /api/operator/message-reports/:id': {
    id: 'getReportedMessage',
    summary: 'Get a reported message with the conversation around it',
    about: 'By the id of the message.',
    answers: { 200: { message: shown } },
    problems,
  },
  'POST /api/operator/message-reports/:id/dismiss': {
    id: 'dismissMessageReport',
    summary: 'Dismiss the report of a message',
    body: { decision: { reason: 'It is rude, but breaks no rule.' } },
    answers: { 200: { dismissed: shown } },
    problems,
  },
  'POST /api/operator/message-reports/:id/uphold': {
    id: 'upholdMessageReport',
    summary: 'Uphold the report of a message and remove its text',
    about: 'Neither side can read the text any more. The audit log has the decision, not the text.',
    body: { decision: { reason: 'It asks for a password.' } },
    answers: { 200: { removed: { ...shown, text: null } } },
    problems,
  },
})
