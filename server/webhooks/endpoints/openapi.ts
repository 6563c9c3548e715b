import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import { eventKinds } from '../events/event.ts'
import type { Endpoint } from './endpoint.ts'
import { newWebhookJson, rotatedJson, webhookJson } from './serialize.ts'

const own = ['webhook_not_found']
const url = 'https://shop.example/hooks/market'
const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='

const endpoint: Endpoint = {
  id: idOf(3),
  account: idOf(17),
  url,
  kinds: eventKinds,
  description: 'The shop',
  apiVersion: 'v1',
  status: 'Enabled',
  disabledBy: null,
  disabledAt: null,
  disabledReason: null,
  verifiedAt: at('08:30:05'),
  previousSecretUntil: null,
  failingSince: null,
  notBefore: null,
  lastDeliveredAt: at('11:40:01'),
  createdAt: at('08:30:00'),
  updatedAt: at('08:30:00'),
  pending: 0,
  failed: 0,
}
const fresh: Endpoint = { ...endpoint, lastDeliveredAt: null, verifiedAt: null, pending: 1 }

export const webhookDocs = docsIn('Webhooks', {
  'GET /v1/webhooks': {
    id: 'listWebhooks',
    summary: 'List webhooks',
    answers: { 200: { page: webhookJson.serializePage(pageWith(endpoint)) } },
  },
  'POST /v1/webhooks': {
    id: 'createWebhook',
    summary: 'Create a webhook',
    about:
      'Returns the `secret` that signs messages (Standard Webhooks), only once, and sends a challenge. Events wait until the answer repeats it.',
    body: { all: { url, description: 'The shop' }, some: { url, events: ['report.submitted', 'balance.low'] } },
    answers: { 201: { made: newWebhookJson.serialize({ ...fresh, secret }) } },
    problems: ['invalid_webhook_url', 'too_many_webhooks', 'webhook_limit_reached'],
  },
  'GET /v1/webhooks/:id': {
    id: 'getWebhook',
    summary: 'Read a webhook with its delivery health',
    answers: { 200: { webhook: webhookJson.serialize(endpoint) } },
    problems: own,
  },
  'PATCH /v1/webhooks/:id': {
    id: 'updateWebhook',
    summary: 'Update a webhook',
    about:
      'Changes only the members present. `enabled: false` disables it; `true` enables it again and resumes its pending deliveries. Its failures are forgotten if it was disabled or the `url` changes, and only then. Another `url` must answer a challenge first.',
    body: { kinds: { events: ['report.submitted'] }, disable: { enabled: false } },
    answers: { 200: { changed: webhookJson.serialize({ ...endpoint, kinds: ['report.submitted'] }) } },
    problems: [...own, 'invalid_webhook_url', 'webhook_blocked', 'webhook_limit_reached'],
  },
  'DELETE /v1/webhooks/:id': {
    id: 'deleteWebhook',
    summary: 'Delete a webhook',
    about: 'Pending deliveries are cancelled.',
    answers: { 200: { deleted: webhookJson.serialize(endpoint) } },
    problems: own,
  },
  'POST /v1/webhooks/:id/rotate-secret': {
    id: 'rotateWebhookSecret',
    summary: 'Rotate the secret',
    about:
      'For 24 hours both secrets sign, so that the receiver can switch. After that only the new one signs, and you can rotate again. With `expirePrevious`, only the new one signs from now on; this is possible at any time.',
    body: { leaked: { expirePrevious: true } },
    answers: {
      200: {
        rotated: rotatedJson.serialize({
          ...endpoint,
          previousSecretUntil: new Date('2026-03-02T12:00:00.000Z'),
          secret,
        }),
        leaked: rotatedJson.serialize({ ...endpoint, previousSecretUntil: null, secret }),
      },
    },
    problems: [...own, 'secret_rotation_under_way'],
  },
})
