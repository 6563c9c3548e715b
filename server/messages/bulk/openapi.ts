import { at } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { type BulkMessage, perDayMax, perOfferDayMax, recipientsMax } from './bulk-message.ts'
import { bulkMessageJson } from './serialize.ts'

const text = 'The address in the task has changed. Please use the new one.'
const example: BulkMessage = {
  id: idOf(12),
  offer: idOf(42),
  statuses: ['Reserved', 'Pending'],
  body: text,
  recipients: 120,
  sent: 0,
  skipped: 0,
  createdAt: at('11:00:00'),
  endedAt: null,
}
const done = { ...example, sent: 118, skipped: 2, endedAt: at('11:00:05') }

export const bulkMessageDocs = docsIn('Messages', {
  'POST /v1/tasks/:id/messages': {
    id: 'sendMessageToMany',
    summary: 'Write to the executors of a task',
    about: `Each gets a message of their own, in the conversation on their newest reservation, and cannot see the other recipients. It is sent in the background. Up to ${recipientsMax} recipients, ${perOfferDayMax} times for a task and ${perDayMax} times for the account in 24 hours.`,
    body: { message: { text, statuses: ['Reserved', 'Pending'] } },
    answers: { 201: { accepted: bulkMessageJson.serialize(example) } },
    problems: ['task_not_found', 'no_recipients', 'too_many_recipients', 'too_many_bulk_messages'],
  },
  'GET /v1/bulk-messages/:id': {
    id: 'getBulkMessage',
    summary: 'Get a message to many, and how many have got it',
    answers: { 200: { done: bulkMessageJson.serialize(done) } },
    problems: ['bulk_message_not_found'],
  },
})
