import { Type } from 'typebox'
import { id, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { endpointTransitions } from '../endpoints/endpoint.ts'
import type { EndpointHealth, HealthPage } from './health.ts'

const endpointHealthJson = serializer<EndpointHealth>({ title: 'WatchedWebhook' })({
  id,
  accountId: [Type.Integer({ description: 'The account that owns it' }), 'account'],
  email: text,
  url: text,
  status: known('WebhookStatus', statusesOf(endpointTransitions)),
  disabledBy: nullable(
    known('DisabledBy', ['User', 'Gone', 'Failing'], 'Gone: it answered 410; Failing: for five days'),
  ),
  disabledAtUtc: nullable(instant),
  failingSinceUtc: nullable(Type.String({ format: 'date-time', description: 'Unreachable since' })),
  lastDeliveredAtUtc: nullable(instant),
  waitingDeliveries: [Type.Integer({ description: 'Pending deliveries' }), 'waiting'],
  oldestWaitingAtUtc: nullable(instant),
})

const trafficJson = serializer<HealthPage['traffic']>()({
  failing: Type.Integer({ description: 'Failing webhooks' }),
  disabled: Type.Integer({ description: 'Disabled webhooks' }),
  enabled: Type.Integer({ description: 'Healthy webhooks' }),
  waitingDeliveries: [whole, 'waiting'],
  deliveredIn24Hours: [whole, 'delivered'],
  failedIn24Hours: [Type.Integer({ description: 'Failed deliveries' }), 'failed'],
})

export const healthPageSchema = Type.Object({
  ...endpointHealthJson.pageSchema.properties,
  totals: trafficJson.schema,
})

export const serializeHealthPage = (list: HealthPage) => ({
  ...endpointHealthJson.serializePage(list),
  totals: trafficJson.serialize(list.traffic),
})
