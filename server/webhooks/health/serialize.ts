import { Type } from 'typebox'
import { id, instant, isoOrNull, listOf, nullable, text, whole } from '../../values/requests/schema.ts'
import type { EndpointHealth, HealthPage } from './health.ts'

const endpointHealthSchema = Type.Object(
  {
    id,
    accountId: Type.Integer({ description: 'The account that owns it' }),
    email: text,
    url: text,
    status: Type.String({ description: 'Enabled or Disabled' }),
    disabledBy: nullable(Type.String({ description: 'User, Gone (it answered 410) or Failing (for five days)' })),
    disabledAtUtc: nullable(instant),
    failingSinceUtc: nullable(Type.String({ format: 'date-time', description: 'Unreachable since' })),
    lastDeliveredAtUtc: nullable(instant),
    waitingDeliveries: Type.Integer({ description: 'Pending deliveries' }),
    oldestWaitingAtUtc: nullable(instant),
  },
  { title: 'WatchedWebhook' },
)
const page = listOf(endpointHealthSchema)

export const healthPageSchema = Type.Object({
  ...page.properties,
  totals: Type.Object({
    failing: Type.Integer({ description: 'Failing webhooks' }),
    disabled: Type.Integer({ description: 'Disabled webhooks' }),
    enabled: Type.Integer({ description: 'Healthy webhooks' }),
    waitingDeliveries: whole,
    deliveredIn24Hours: whole,
    failedIn24Hours: Type.Integer({ description: 'Failed deliveries' }),
  }),
})

const serializeOne = (endpoint: EndpointHealth) => ({
  id: endpoint.id,
  accountId: endpoint.account,
  email: endpoint.email,
  url: endpoint.url,
  status: endpoint.status,
  disabledBy: endpoint.disabledBy,
  disabledAtUtc: isoOrNull(endpoint.disabledAt),
  failingSinceUtc: isoOrNull(endpoint.failingSince),
  lastDeliveredAtUtc: isoOrNull(endpoint.lastDeliveredAt),
  waitingDeliveries: endpoint.waiting,
  oldestWaitingAtUtc: isoOrNull(endpoint.oldestWaitingAt),
})

export const serializeHealthPage = ({ traffic, ...list }: HealthPage) => ({
  ...list,
  items: list.items.map(serializeOne),
  totals: {
    failing: traffic.failing,
    disabled: traffic.disabled,
    enabled: traffic.enabled,
    waitingDeliveries: traffic.waiting,
    deliveredIn24Hours: traffic.delivered,
    failedIn24Hours: traffic.failed,
  },
})
