import { Type } from 'typebox'
import { mapItems, type PageOf } from '../../values/requests/page.ts'
import { arrayOf, id, instant, iso, isoOrNull, listOf, nullable, text } from '../../values/requests/schema.ts'
import { type Endpoint, endpointActions, endpointTransitions } from './endpoint.ts'

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
