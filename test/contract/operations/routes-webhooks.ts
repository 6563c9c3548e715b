import { keys, type Operation, operators, webhooks } from './operation.ts'
import { dispatchedEvent, nothing, on, range } from './ready.ts'
import { delivery, toAdd, unverifiedWebhook, webhook, webhookBody } from './ready-webhooks.ts'
import { refusedBy } from './ready-withdrawals.ts'

/** Group B: the feed of events, and webhooks. */
export const webhookOperations: readonly Operation[] = [
  keys('GET /events', 'events:read', nothing),
  keys('GET /events/:id', 'events:read', async (callers) => ({ id: await dispatchedEvent(callers) }), {
    missing: '404 event_not_found',
  }),
  ...webhooks([
    ['GET /webhooks', nothing],
    ['POST /webhooks', toAdd, { answers: 201 }],
    ['GET /webhooks/:id', on(webhook)],
    ['PATCH /webhooks/:id', on(webhook, webhookBody)],
    ['DELETE /webhooks/:id', on(webhook), { again: '404 webhook_not_found' }],
    [
      'POST /webhooks/:id/rotate-secret',
      on(webhook, async () => ({ expirePrevious: false })),
      { again: '409 secret_rotation_under_way' },
    ],
    ['POST /webhooks/:id/test', on(webhook)],
    ['POST /webhooks/:id/verify', on(unverifiedWebhook)],
    ['POST /webhooks/:id/replay', on(webhook, async () => ({ ...range, types: ['task.created'], onlyFailed: true }))],
    ['GET /webhooks/:id/deliveries', on(webhook)],
    ['GET /webhooks/:id/deliveries/:deliveryId', delivery],
    ['POST /webhooks/:id/deliveries/:deliveryId/resend', delivery],
  ]),
  operators('GET /webhook-hosts', nothing),
  ...['disable', 'enable'].map((verb) =>
    operators(`POST /webhooks/:id/${verb}`, on(webhook, refusedBy), {
      parties: ['advertiser'],
      missing: '404 webhook_not_found',
    }),
  ),
]
