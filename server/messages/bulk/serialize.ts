import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { type BulkMessage, recipientStatuses } from './bulk-message.ts'

export const bulkMessageJson = serializer<BulkMessage>({ title: 'BulkMessage' })({
  id,
  taskId: [id, 'offer'],
  statuses: arrayOf(known('RecipientStatus', recipientStatuses)),
  text: [nullable(text), 'body'],
  recipientCount: [whole, 'recipients'],
  sentCount: [whole, 'sent'],
  skippedCount: [Type.Integer({ description: 'Recipients whose conversation had closed' }), 'skipped'],
  createdAtUtc: instant,
  endedAtUtc: [nullable(Type.String({ format: 'date-time', description: 'null: it is being sent' })), 'endedAt'],
  allowedActions: [arrayOf(text), () => []],
})
