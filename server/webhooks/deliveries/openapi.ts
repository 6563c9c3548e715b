import { at, pageWith } from '../../values/example.ts'
import { idOf } from '../../values/id.ts'
import { docsIn } from '../../values/requests/operation.ts'
import type { DeliveryWithLog } from './delivery.ts'
import { deliveryJson, serializeDeliveries } from './serialize.ts'

const own = ['webhook_not_found']

const delivery: DeliveryWithLog = {
  id: idOf(88_012),
  endpoint: idOf(3),
  event: idOf(1004),
  kind: 'report.accepted',
  sequence: 90_214,
  status: 'Delivered',
  attempts: 1,
  dueAt: null,
  leasedUntil: null,
  createdAt: at('11:40:00'),
  endedAt: at('11:40:01'),
  lastStatusCode: 200,
  lastError: null,
  requestId: 'req_5b1f0c9d8e7a6b5c4d3e2f10',
  body: '{"id":"evt_1004","type":"report.accepted","timestamp":"2026-03-01T11:40:00.000Z","apiVersion":"v1","accountId":17,"sequence":90214,"data":{}}',
  log: [
    {
      number: 1,
      url: 'https://shop.example/hooks/market',
      request: { 'webhook-id': 'evt_1004', 'webhook-timestamp': '1772365200', 'webhook-signature': 'v1,…' },
      statusCode: 200,
      error: null,
      durationMs: 120,
      excerpt: 'ok',
      startedAt: at('11:40:00'),
    },
  ],
}
const pending: DeliveryWithLog = {
  ...delivery,
  status: 'Pending',
  attempts: 0,
  dueAt: at('11:45:00'),
  endedAt: null,
  lastStatusCode: null,
  log: [],
}

export const deliveryDocs = docsIn('Webhooks', {
  'POST /v1/webhooks/:id/test': {
    id: 'testWebhook',
    summary: 'Send a test event',
    about:
      'Sends a `webhook.test` event, signed and retried like any other; once to a webhook that is not verified. Read its delivery to see the response.',
    answers: { 200: { queued: deliveryJson.serialize({ ...pending, kind: 'webhook.test', sequence: null }) } },
    problems: [...own, 'webhook_disabled', 'webhook_limit_reached'],
  },
  'POST /v1/webhooks/:id/verify': {
    id: 'verifyWebhook',
    summary: 'Send a new challenge',
    about:
      'Sends a `webhook.verification` event. The webhook is verified once the answer repeats its challenge; until then its events wait.',
    answers: { 200: { queued: deliveryJson.serialize({ ...pending, kind: 'webhook.verification', sequence: null }) } },
    problems: [...own, 'webhook_disabled', 'webhook_verified', 'webhook_limit_reached'],
  },
  'POST /v1/webhooks/:id/replay': {
    id: 'replayEvents',
    summary: 'Replay a range of events',
    about: 'Each keeps its id and gets a new timestamp. At least one bound is required.',
    body: {
      numbers: { fromSequence: 90_000, toSequence: 90_214 },
      time: { since: '2026-03-01T00:00:00Z', types: ['report.accepted'] },
      failed: { onlyFailed: true },
    },
    answers: { 200: { queued: { count: 215, nextFromSequence: null } } },
    problems: [...own, 'webhook_disabled', 'webhook_not_verified', 'webhook_limit_reached'],
  },
  'GET /v1/webhooks/:id/deliveries': {
    id: 'listDeliveries',
    summary: 'List deliveries of a webhook, newest first',
    about: 'Deliveries are kept for thirty days.',
    answers: { 200: { page: serializeDeliveries(pageWith(delivery)) } },
    problems: own,
  },
  'GET /v1/webhooks/:id/deliveries/:deliveryId': {
    id: 'getDelivery',
    summary: 'Read a delivery with its requests and responses',
    answers: { 200: { delivered: deliveryJson.serialize(delivery) } },
    problems: [...own, 'delivery_not_found'],
  },
  'POST /v1/webhooks/:id/deliveries/:deliveryId/resend': {
    id: 'resendDelivery',
    summary: 'Retry a delivery',
    about: 'With the same id and body, and a new timestamp.',
    answers: { 200: { queued: deliveryJson.serialize(pending) } },
    problems: [...own, 'delivery_not_found', 'webhook_disabled', 'webhook_not_verified', 'webhook_limit_reached'],
  },
})
