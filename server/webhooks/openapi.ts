import { at, pageWith } from '../values/example.ts'
import { idOf } from '../values/id.ts'
import type { Docs } from '../values/requests/operation.ts'
import type { DeliveryWithLog } from './delivery.ts'
import type { Endpoint } from './endpoint.ts'
import { eventKinds } from './event.ts'
import {
  serializeDeliveries,
  serializeDelivery,
  serializeNewWebhook,
  serializeRotated,
  serializeWebhook,
  serializeWebhooks,
} from './serialize.ts'

const tag = 'Webhooks'
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
  previousSecretUntil: null,
  failingSince: null,
  notBefore: null,
  lastDeliveredAt: at('11:40:01'),
  createdAt: at('08:30:00'),
  updatedAt: at('08:30:00'),
  pending: 0,
  failed: 0,
}
const fresh: Endpoint = { ...endpoint, lastDeliveredAt: null }

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
      url,
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

/** Group B: webhook endpoints. */
export const webhookDocs: Docs = {
  'GET /v1/webhooks': {
    id: 'listWebhooks',
    tag,
    summary: 'List webhooks',
    answers: { 200: { page: serializeWebhooks(pageWith(endpoint)) } },
  },
  'POST /v1/webhooks': {
    id: 'createWebhook',
    tag,
    summary: 'Create a webhook',
    about: 'Returns the `secret` that signs messages (Standard Webhooks). It is returned only once.',
    body: { all: { url, description: 'The shop' }, some: { url, events: ['report.submitted', 'balance.low'] } },
    answers: { 201: { made: serializeNewWebhook({ endpoint: fresh, secret }) } },
    problems: ['invalid_webhook_url', 'too_many_webhooks'],
  },
  'GET /v1/webhooks/:id': {
    id: 'readWebhook',
    tag,
    summary: 'Read a webhook with its delivery health',
    answers: { 200: { webhook: serializeWebhook(endpoint) } },
    problems: own,
  },
  'PATCH /v1/webhooks/:id': {
    id: 'updateWebhook',
    tag,
    summary: 'Update a webhook',
    about: 'Changes only the members present. `enabled: false` disables it; `true` enables it and resets its failures.',
    body: { kinds: { events: ['report.submitted'] }, disable: { enabled: false } },
    answers: { 200: { changed: serializeWebhook({ ...endpoint, kinds: ['report.submitted'] }) } },
    problems: [...own, 'invalid_webhook_url'],
  },
  'DELETE /v1/webhooks/:id': {
    id: 'deleteWebhook',
    tag,
    summary: 'Delete a webhook',
    about: 'Pending deliveries are cancelled.',
    answers: { 200: { deleted: serializeWebhook(endpoint) } },
    problems: own,
  },
  'POST /v1/webhooks/:id/rotate-secret': {
    id: 'rotateWebhookSecret',
    tag,
    summary: 'Rotate the secret',
    about:
      'For 24 hours both secrets sign, so that the receiver can switch. After that only the new one signs, and you can rotate again.',
    answers: {
      200: {
        rotated: serializeRotated({
          endpoint: { ...endpoint, previousSecretUntil: new Date('2026-03-02T12:00:00.000Z') },
          secret,
        }),
      },
    },
    problems: [...own, 'secret_rotation_under_way'],
  },
  'POST /v1/webhooks/:id/test': {
    id: 'testWebhook',
    tag,
    summary: 'Send a test event',
    about: 'Sends a `webhook.test` event, signed and retried like any other. Read its delivery to see the response.',
    answers: { 200: { queued: serializeDelivery({ ...pending, kind: 'webhook.test', sequence: null }) } },
    problems: [...own, 'webhook_disabled'],
  },
  'POST /v1/webhooks/:id/replay': {
    id: 'replayEvents',
    tag,
    summary: 'Replay a range of events',
    about: 'Each keeps its id and gets a new timestamp. At least one bound is required.',
    body: {
      numbers: { fromSequence: 90_000, toSequence: 90_214 },
      time: { since: '2026-03-01T00:00:00Z', types: ['report.accepted'] },
      failed: { onlyFailed: true },
    },
    answers: { 200: { queued: { count: 215, nextFromSequence: null } } },
    problems: [...own, 'webhook_disabled'],
  },
}

/** Group B: deliveries. */
export const deliveryDocs: Docs = {
  'GET /v1/webhooks/:id/deliveries': {
    id: 'listDeliveries',
    tag,
    summary: 'List deliveries of a webhook, newest first',
    about: 'Deliveries are kept for thirty days.',
    answers: { 200: { page: serializeDeliveries(pageWith(delivery)) } },
    problems: own,
  },
  'GET /v1/webhooks/:id/deliveries/:deliveryId': {
    id: 'readDelivery',
    tag,
    summary: 'Read a delivery with its requests and responses',
    answers: { 200: { delivered: serializeDelivery(delivery) } },
    problems: [...own, 'delivery_not_found'],
  },
  'POST /v1/webhooks/:id/deliveries/:deliveryId/resend': {
    id: 'resendDelivery',
    tag,
    summary: 'Retry a delivery',
    about: 'With the same id and body, and a new timestamp.',
    answers: { 200: { queued: serializeDelivery(pending) } },
    problems: [...own, 'delivery_not_found', 'webhook_disabled'],
  },
}
