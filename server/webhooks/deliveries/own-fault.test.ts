import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  deliverAll,
  deliveryWorkerFor,
  isVerified,
  openReceiver,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { disableFailingEndpoints } from '../endpoints/actions.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)
const day = 86_400

const spoil = (id: number) => db.run(sql`update endpoints set secret = '\\x00'::bytea where id = ${id}::bigint`)

/** Returns a webhook with a pending test delivery. */
async function waiting() {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url)
  const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
  const hook = async () => expectOk(await owner.b.get(`/v1/webhooks/${id}`))
  const log = async () => expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries/${delivery}`))
  const rotate = async () => expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`)).secret as string
  return { id, receiver, hook, log, rotate }
}

// This test comes first because the public package compares timestamps with the real time.
test('a delivery that waits for an unreadable secret is sent after a rotation, signed only with the new one', async () => {
  const { id, receiver, log, rotate } = await waiting()
  await spoil(id)
  await deliverAll(deliveryWorker)
  const secret = await rotate()
  market.pass(61)
  await deliverAll(deliveryWorker)
  assert.equal((await log()).status, 'Delivered')
  const [arrived] = receiver.received
  assert.ok(arrived && isVerified(secret, arrived))
  assert.equal(String(arrived.headers['webhook-signature']).split(' ').length, 1)
})

test('an unreadable secret counts no attempts and does not mark the endpoint as failing', async () => {
  const { id, hook, log } = await waiting()
  await spoil(id)
  assert.equal(await deliverAll(deliveryWorker), 1, 'it does not come back at once')
  for (let tries = 0; tries < 12; tries++) {
    market.pass(61)
    assert.equal(await deliverAll(deliveryWorker), 1)
  }
  market.pass(5 * day)
  await deliverAll(deliveryWorker)
  await disableFailingEndpoints(market.ctx)
  const { status, health } = await hook()
  assert.deepEqual([status, health.failingSinceUtc], ['Enabled', null])
  const { status: waits, attemptsMade, attempts } = await log()
  assert.deepEqual([waits, attemptsMade, attempts], ['Pending', 0, []])
})
