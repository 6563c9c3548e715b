import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { receivedIds, wrongDeliveries } from './deliveries.ts'

const secret = `whsec_${Buffer.alloc(24).toString('base64')}`
const secrets = new Map([[7, secret]])
const bodyOf = (id: number) => JSON.stringify({ id: `evt_${id}`, sequence: id })
const events = [1, 2].map((id) => ({ id, account: 7, sequence: id, body: bodyOf(id) }))

function delivered(id: number, body = bodyOf(id), signedBody = body) {
  const at = 1_800_000_000
  const headers = {
    'webhook-id': `evt_${id}`,
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(secret).sign(`evt_${id}`, new Date(at * 1000), signedBody),
  }
  return { path: '/hooks/7', headers, body, event: JSON.parse(body) }
}

test('deliveries that are repeated with the same bytes are right', () => {
  const received = [delivered(1), delivered(2), delivered(1)]
  assert.deepEqual(wrongDeliveries(received, secrets, events), [])
  assert.deepEqual([...receivedIds(received)], [1, 2])
})

test('a missing, forged, changed or invented delivery is found', () => {
  const wrongOf = (...received: ReturnType<typeof delivered>[]) => String(wrongDeliveries(received, secrets, events))
  assert.match(wrongOf(delivered(1)), /^an event never arrived: 7 evt_2$/)
  assert.match(wrongOf(delivered(1), delivered(2, `${bodyOf(2)} `, bodyOf(2))), /is not signed: 7 evt_2,.*otherwise/)
  assert.match(wrongOf(delivered(1), delivered(2), delivered(2, `${bodyOf(2)} `)), /^an event arrived otherwise/)
  assert.match(wrongOf(delivered(1), delivered(2), delivered(3)), /^what arrived did not happen: 7 evt_3$/)
})
