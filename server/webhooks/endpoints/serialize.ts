import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, text } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { allKinds } from '../events/event.ts'
import {
  disablers,
  disablersText,
  type Endpoint,
  endpointActions,
  endpointTransitions,
  type WithSecret,
} from './endpoint.ts'

const healthJson = serializer<Endpoint>()({
  failingSinceUtc: nullable(instant),
  lastDeliveredAtUtc: nullable(instant),
  pausedUntilUtc: [
    nullable(Type.String({ format: 'date-time', description: "Paused until then at the endpoint's request" })),
    'notBefore',
  ],
  pendingDeliveries: [Type.Integer({ description: 'Pending deliveries' }), 'pending'],
  failedDeliveries: [Type.Integer({ description: 'Failed deliveries of the last 30 days' }), 'failed'],
})

const newSecret = Type.String({ description: 'Signing secret (Standard Webhooks), returned only once' })

const disabledBy = known('DisabledBy', disablers, disablersText)

export const webhookJson = serializer<Endpoint>({ title: 'Webhook' })({
  id,
  url: text,
  events: [arrayOf(known('EventType', allKinds)), 'kinds'],
  description: nullable(text),
  enabled: [Type.Boolean(), (endpoint) => endpoint.status === 'Enabled'],
  status: known('WebhookStatus', statusesOf(endpointTransitions)),
  disabledBy: nullable(disabledBy),
  disabledAtUtc: nullable(instant),
  disabledReason: nullable(Type.String({ description: 'The reason of an operator who disabled it' })),
  verifiedAtUtc: nullable(
    Type.String({ format: 'date-time', description: 'null: it gets no events until it answers a challenge' }),
  ),
  apiVersion: text,
  previousSecretExpiresAtUtc: [nullable(instant), 'previousSecretUntil'],
  health: healthJson,
  allowedActions: [arrayOf(text), endpointActions],
  createdAtUtc: instant,
  updatedAtUtc: instant,
})

export const newWebhookJson = serializer<WithSecret>({ title: 'NewWebhook' })({
  ...webhookJson.members,
  secret: newSecret,
})
export const rotatedJson = serializer<WithSecret>({ title: 'RotatedSecret' })({
  id,
  secret: newSecret,
  previousSecretExpiresAtUtc: [nullable(instant), 'previousSecretUntil'],
})
