import { Type } from 'typebox'
import { arrayOf, id, instant, known, nullable, text, whole } from '../../values/requests/schema.ts'
import { serializer } from '../../values/requests/serializer.ts'
import { statusesOf } from '../../values/transitions/transitions.ts'
import { disablers, disablersText, endpointTransitions, watchedActions } from '../endpoints/endpoint.ts'
import type { EndpointHealth, HealthPage, Host } from './health.ts'

export const endpointHealthJson = serializer<EndpointHealth>({ title: 'WatchedWebhook' })({
  id,
  accountId: [Type.Integer({ description: 'The account that owns it' }), 'account'],
  email: text,
  url: text,
  status: known('WebhookStatus', statusesOf(endpointTransitions)),
  disabledBy: nullable(known('DisabledBy', disablers, disablersText)),
  disabledAtUtc: nullable(instant),
  disabledReason: nullable(text),
  verifiedAtUtc: nullable(instant),
  failingSinceUtc: nullable(Type.String({ format: 'date-time', description: 'Unreachable since' })),
  lastDeliveredAtUtc: nullable(instant),
  waitingDeliveries: [Type.Integer({ description: 'Pending deliveries' }), 'waiting'],
  oldestWaitingAtUtc: nullable(instant),
  allowedActions: [arrayOf(text), watchedActions],
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

const hostJson = serializer<Host>({ title: 'WebhookHost' })({
  host: text,
  webhooks: [Type.Integer({ description: 'Webhooks with this host' }), 'endpoints'],
  accounts: [Type.Integer({ description: 'Accounts that own them' }), 'accounts'],
  attemptsInHour: whole,
  attemptsIn24Hours: [whole, 'attemptsInDay'],
  failedIn24Hours: [Type.Integer({ description: 'Attempts that failed' }), 'failedInDay'],
})

export const hostsSchema = Type.Object({ items: Type.Array(hostJson.schema) }, { title: 'WebhookHosts' })
export const serializeHosts = (hosts: readonly Host[]) => ({ items: hosts.map((host) => hostJson.serialize(host)) })
