import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import {
  arrayOf,
  id,
  instant,
  iso,
  isoOrNull,
  listOf,
  nullable,
  openObject,
  text,
  whole,
} from '../../values/requests/schema.ts'
import { allowedActions } from '../../values/transitions/transitions.ts'
import { publicEventId } from '../events/event.ts'
import { type Delivery, type DeliveryWithLog, deliveryTransitions, isSuccess, type LoggedAttempt } from './delivery.ts'

const deliveryMembers = {
  id,
  webhookId: id,
  eventId: Type.String({ description: 'Also the header webhook-id, the same in every attempt' }),
  eventType: nullable(text),
  sequence: nullable(whole),
  status: text,
  attemptsMade: whole,
  nextAttemptAtUtc: nullable(instant),
  lastStatusCode: nullable(whole),
  lastError: nullable(text),
  requestId: nullable(Type.String({ description: 'The request that caused the event; null for deadlines and jobs' })),
  createdAtUtc: instant,
  endedAtUtc: nullable(instant),
  allowedActions: arrayOf(text),
}
const attempt = Type.Object({
  number: whole,
  startedAtUtc: instant,
  request: Type.Object({ url: text, headers: openObject }),
  statusCode: nullable(whole),
  succeeded: Type.Boolean(),
  error: nullable(text),
  durationMs: whole,
  responseExcerpt: nullable(Type.String({ description: 'The beginning of the response, up to 1 kB' })),
})

export const deliveriesSchema = listOf(Type.Object(deliveryMembers, { title: 'ListedDelivery' }))
/** A delivery with its requests and responses. */
const deliveryLogMembers = {
  ...deliveryMembers,
  body: nullable(Type.String({ description: 'The exact body sent; null once the event is no longer kept' })),
  attempts: arrayOf(attempt),
}
export const deliverySchema = Type.Object(deliveryLogMembers, { title: 'Delivery' })

const serializeListed = (delivery: Delivery) => ({
  id: delivery.id,
  webhookId: delivery.endpoint,
  eventId: publicEventId(delivery.event),
  eventType: delivery.kind,
  sequence: delivery.sequence,
  status: delivery.status,
  attemptsMade: delivery.attempts,
  nextAttemptAtUtc: delivery.leasedUntil === null ? isoOrNull(delivery.dueAt) : null,
  lastStatusCode: delivery.lastStatusCode,
  lastError: delivery.lastError,
  requestId: delivery.requestId,
  createdAtUtc: iso(delivery.createdAt),
  endedAtUtc: isoOrNull(delivery.endedAt),
  allowedActions: allowedActions(deliveryTransitions, delivery.status, 'advertiser'),
})

export const serializeDeliveries = (list: PageOf<Delivery>) => mapItems(list, serializeListed)

const serializeAttempt = (made: LoggedAttempt) => ({
  number: made.number,
  startedAtUtc: iso(made.startedAt),
  request: { url: made.url, headers: made.request },
  statusCode: made.statusCode,
  succeeded: isSuccess(made.statusCode),
  error: made.error,
  durationMs: made.durationMs,
  responseExcerpt: made.excerpt,
})

export const serializeDelivery = (delivery: DeliveryWithLog) => ({
  ...serializeListed(delivery),
  body: delivery.body,
  attempts: delivery.log.map(serializeAttempt),
})

const replayedMembers = {
  count: Type.Integer({ description: 'Deliveries created' }),
  nextFromSequence: nullable(Type.Integer({ description: 'Cursor for the next call; null when all are scheduled' })),
}
export const replayedSchema = Type.Object(replayedMembers, { title: 'Replayed' })
