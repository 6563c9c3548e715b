import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { EndpointHealth } from './health.ts'
import { endpointHealthJson, serializeHealthPage, serializeHosts } from './serialize.ts'

const failing: EndpointHealth = {
  id: idOf(61),
  account: idOf(17),
  email: 'anna@example.com',
  url: 'https://anna.example/hooks',
  status: 'Enabled',
  disabledBy: null,
  disabledAt: null,
  disabledReason: null,
  verifiedAt: at('01:00:00'),
  failingSince: at('02:10:00'),
  lastDeliveredAt: at('02:09:00'),
  waiting: 214,
  oldestWaitingAt: at('02:10:00'),
}
const blocked: EndpointHealth = {
  ...failing,
  status: 'Disabled',
  disabledBy: 'Operator',
  disabledAt: at('12:00:00'),
  disabledReason: 'The receiver asked us to stop.',
}
const traffic = { failing: 1, disabled: 2, enabled: 40, waiting: 215, delivered: 9_120, failed: 3 }

export const webhookOperatorDocs = docsIn('Operations', {
  'GET /api/operator/webhooks': {
    id: 'listWatchedWebhooks',
    summary: 'List all webhooks, failing ones first',
    about: '`status` filters by `Failing`, `Disabled` or `Enabled` (and healthy). `totals` always cover all webhooks.',
    answers: { 200: { page: serializeHealthPage({ ...pageWith(failing), traffic }) } },
  },
  'GET /api/operator/webhook-hosts': {
    id: 'listWebhookHosts',
    summary: 'List the hosts that get the most webhook attempts',
    about: 'Up to fifty, by the attempts of the last 24 hours.',
    answers: {
      200: {
        hosts: serializeHosts([
          { host: 'anna.example', endpoints: 1, accounts: 1, attemptsInHour: 40, attemptsInDay: 9_100, failedInDay: 3 },
        ]),
      },
    },
  },
  'POST /api/operator/webhooks/:id/disable': {
    id: 'disableWebhook',
    summary: 'Disable a webhook',
    about: 'Nothing is sent to it, and its owner cannot enable it. The owner is told the reason.',
    body: { flood: { reason: 'The receiver asked us to stop.' } },
    answers: { 200: { disabled: endpointHealthJson.serialize(blocked) } },
    problems: ['webhook_not_found'],
  },
  'POST /api/operator/webhooks/:id/enable': {
    id: 'enableWebhook',
    summary: 'Enable a webhook that an operator disabled',
    about: 'Other webhooks stay as they are. Its pending deliveries resume.',
    body: { again: { reason: 'The owner has repaired the receiver.' } },
    answers: { 200: { enabled: endpointHealthJson.serialize(failing) } },
    problems: ['webhook_not_found'],
  },
})
