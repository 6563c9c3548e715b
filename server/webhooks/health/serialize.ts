import { Type } from 'typebox'
import { id, instant, isoOrNull, listOf, nullable, text, whole } from '../../values/requests/schema.ts'
import type { EndpointsHealth, WatchedEndpoint } from './health.ts'

const watchedSchema = Type.Object(
  {
    id,
    accountId: Type.Integer({ description: 'The account that is told there' }),
    email: text,
    url: text,
    status: Type.String({ description: 'Enabled or Disabled' }),
    disabledBy: nullable(Type.String({ description: 'User, Gone (it answered 410) or Failing (for five days)' })),
    disabledAtUtc: nullable(instant),
    failingSinceUtc: nullable(Type.String({ format: 'date-time', description: 'Nothing has reached it since' })),
    lastDeliveredAtUtc: nullable(instant),
    waitingDeliveries: Type.Integer({ description: 'Not delivered yet, and still tried' }),
    oldestWaitingAtUtc: nullable(instant),
  },
  { title: 'WatchedWebhook' },
)
const page = listOf(watchedSchema)

export const watchedPageSchema = Type.Object({
  ...page.properties,
  totals: Type.Object({
    failing: Type.Integer({ description: 'Webhooks that nothing reaches' }),
    disabled: Type.Integer({ description: 'Webhooks that are disabled' }),
    enabled: Type.Integer({ description: 'Webhooks that are well' }),
    waitingDeliveries: whole,
    deliveredIn24Hours: whole,
    failedIn24Hours: Type.Integer({ description: 'Deliveries that were given up' }),
  }),
})

const serializeOne = (endpoint: WatchedEndpoint) => ({
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

export const serializeWatched = ({ traffic, ...list }: EndpointsHealth) => ({
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
