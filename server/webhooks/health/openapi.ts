import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { EndpointHealth } from './health.ts'
import { serializeHealthPage } from './serialize.ts'

const failing: EndpointHealth = {
  id: idOf(61),
  account: idOf(17),
  email: 'anna@example.com',
  url: 'https://anna.example/hooks',
  status: 'Enabled',
  disabledBy: null,
  disabledAt: null,
  failingSince: at('02:10:00'),
  lastDeliveredAt: at('02:09:00'),
  waiting: 214,
  oldestWaitingAt: at('02:10:00'),
}
const traffic = { failing: 1, disabled: 2, enabled: 40, waiting: 215, delivered: 9_120, failed: 3 }

export const webhookOperatorDocs = docsIn('Operations', {
  'GET /api/operator/webhooks': {
    id: 'listWatchedWebhooks',
    summary: 'List all webhooks, failing ones first',
    about: '`status` filters by `Failing`, `Disabled` or `Enabled` (and healthy). `totals` always cover all webhooks.',
    answers: { 200: { page: serializeHealthPage({ ...pageWith(failing), traffic }) } },
  },
})
