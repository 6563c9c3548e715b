import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { makeWebhookSecret, type Signed, signingKeyOf, webhookHeaders } from './signature.ts'

const secret = 'whsec_AQIDBAUGBwgJCgsMDQ4PEBESExQVFhcYGRobHB0eHyA='
const signed = {
  id: 'msg_01JQ7Z0T8F4N6Y2K9V3B5C7D1E',
  at: new Date(1_767_225_600_000),
  body: '{"id":"evt_1001","type":"report.accepted","timestamp":"2026-01-01T00:00:00.000Z","data":{"reportId":501,"taskId":42}}',
}

const headersBy = (secrets: readonly string[], content: Signed) => webhookHeaders(secrets.map(signingKeyOf), content)

test('signs the test vector of Standard Webhooks', () => {
  assert.deepEqual(headersBy([secret], signed), {
    'content-type': 'application/json',
    'user-agent': 'TaskMarket-Webhooks/1',
    'webhook-id': signed.id,
    'webhook-timestamp': '1767225600',
    'webhook-signature': 'v1,B8e76TCIx/yRCWHiwXj5yFVV5B45Yqk23Fc5Y3ovl5k=',
  })
})

test('a secret is 32 random bytes that the public package accepts', () => {
  const made = makeWebhookSecret()
  assert.match(made, /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.notEqual(makeWebhookSecret(), made)
  const [name, key] = made.split('_')
  assert.deepEqual([name, Buffer.from(key ?? '', 'base64').length], ['whsec', 32])
  const at = new Date(1_767_225_600_999)
  const headers = headersBy([made], { id: 'evt_1', at, body: '{"ü":"😀"}' })
  assert.equal(headers['webhook-signature'], new Webhook(made).sign('evt_1', at, '{"ü":"😀"}'))
})

test('two secrets produce two signatures, the newer one first', () => {
  const other = makeWebhookSecret()
  const both = headersBy([other, secret], signed)['webhook-signature']?.split(' ')
  assert.deepEqual(both, [
    headersBy([other], signed)['webhook-signature'],
    headersBy([secret], signed)['webhook-signature'],
  ])
})
