import { Type } from 'typebox'
import { mapItems, type PageOf } from '../values/requests/page.ts'
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
} from '../values/requests/schema.ts'
import { allowedActions } from '../values/transitions/transitions.ts'
import { type Delivery, type DeliveryWithLog, deliveryTransitions, isSuccess, type LoggedAttempt } from './delivery.ts'
import { type Endpoint, endpointActions, endpointTransitions } from './endpoint.ts'
import { shownEvent } from './event.ts'

const health = Type.Object({
  failingSinceUtc: nullable(instant),
  lastDeliveredAtUtc: nullable(instant),
  pausedUntilUtc: nullable(
    Type.String({ format: 'date-time', description: "Paused until then at the endpoint's request" }),
  ),
  pendingDeliveries: Type.Integer({ description: 'Pending deliveries' }),
  failedDeliveries: Type.Integer({ description: 'Failed deliveries of the last 30 days' }),
})

const webhookMembers = {
  id,
  url: text,
  events: arrayOf(text),
  description: nullable(text),
  enabled: Type.Boolean(),
  status: Type.String({ enum: [...new Set(Object.values(endpointTransitions).map(({ to }) => to))] }),
  disabledBy: nullable(Type.String({ description: 'User, Gone (it answered 410) or Failing (for five days)' })),
  disabledAtUtc: nullable(instant),
  apiVersion: text,
  previousSecretExpiresAtUtc: nullable(instant),
  health,
  allowedActions: arrayOf(text),
  createdAtUtc: instant,
  updatedAtUtc: instant,
}
const secret = Type.String({ description: 'Signing secret (Standard Webhooks), returned only once' })

/** A webhook endpoint. */
export const webhookSchema = Type.Object(webhookMembers, { title: 'Webhook' })
export const webhooksSchema = listOf(webhookSchema)
export const newWebhookSchema = Type.Object({ ...webhookMembers, secret }, { title: 'NewWebhook' })
const rotatedMembers = { id, secret, previousSecretExpiresAtUtc: nullable(instant) }
export const rotatedSchema = Type.Object(rotatedMembers, { title: 'RotatedSecret' })

export const serializeWebhook = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.kinds,
  description: endpoint.description,
  enabled: endpoint.status === 'Enabled',
  status: endpoint.status,
  disabledBy: endpoint.disabledBy,
  disabledAtUtc: isoOrNull(endpoint.disabledAt),
  apiVersion: endpoint.apiVersion,
  previousSecretExpiresAtUtc: isoOrNull(endpoint.previousSecretUntil),
  health: {
    failingSinceUtc: isoOrNull(endpoint.failingSince),
    lastDeliveredAtUtc: isoOrNull(endpoint.lastDeliveredAt),
    pausedUntilUtc: isoOrNull(endpoint.notBefore),
    pendingDeliveries: endpoint.pending,
    failedDeliveries: endpoint.failed,
  },
  allowedActions: endpointActions(endpoint),
  createdAtUtc: iso(endpoint.createdAt),
  updatedAtUtc: iso(endpoint.updatedAt),
})

export const serializeWebhooks = (list: PageOf<Endpoint>) => mapItems(list, serializeWebhook)

export const serializeNewWebhook = (made: { endpoint: Endpoint; secret: string }) => ({
  ...serializeWebhook(made.endpoint),
  secret: made.secret,
})

export const serializeRotated = ({ endpoint, secret }: { endpoint: Endpoint; secret: string }) => ({
  id: endpoint.id,
  secret,
  previousSecretExpiresAtUtc: isoOrNull(endpoint.previousSecretUntil),
})

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
  eventId: shownEvent(delivery.event),
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
