import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { beforeEach, describe, test } from 'node:test'
import { setImmediate, setTimeout } from 'node:timers/promises'
import {
  deliverAll,
  deliveryWorkerFor,
  openReceiver,
  type Receiver,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, type Person, submittedOffer } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createDeliveryWorker } from '../deliveries/actions-deliver.ts'
import type { Attempt, DeliveryStatus } from '../deliveries/delivery.ts'
import { claimAttempts, endAttempts, lockDue } from '../deliveries/sql-attempts.ts'
import { disableFailingEndpoints } from '../endpoints/actions.ts'
import { dispatchEvents } from './actions-dispatch.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)

// Tests share one clock, so each starts without deliveries that are due.
beforeEach(() => db.run(sql`update endpoints set status = 'Deleted', due_at = null`))

const hook = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/webhooks/${id}`))
const log = async ({ b }: Person, id: number, delivery: number) =>
  expectOk(await b.get(`/v1/webhooks/${id}/deliveries/${delivery}`))
const numbers = (shown: { attempts: readonly { number: number }[] }) => shown.attempts.map(({ number }) => number)

/** Makes the receiver leave requests unanswered; resolves when the first one arrives. */
const arrival = (receiver: Receiver) => new Promise<void>((resolve) => receiver.reply(() => resolve()))

/** Returns an advertiser with one webhook and a pending test delivery. */
async function waiting() {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url)
  const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
  return { owner, receiver, id, delivery }
}

/** The same, with the attempt in progress. */
async function hanging() {
  const one = await waiting()
  const arrived = arrival(one.receiver)
  await deliveryWorker.deliver()
  await arrived
  return one
}

async function claimed(): Promise<Attempt> {
  const claim = { limit: 9, perEndpoint: 8, open: [] }
  const attempts = await db.transaction(async (own) => {
    const due = await lockDue(own)
    return claimAttempts(
      own,
      due.map(({ id }) => id),
      claim,
    )
  })
  assert.ok(attempts.length === 1 && attempts[0])
  return attempts[0]
}

const failed = (attempt: Attempt, status: DeliveryStatus) => ({
  attempt,
  headers: {},
  outcome: { statusCode: 500, error: 'Answered 500', durationMs: 1, excerpt: '' },
  decision: { status, waitSeconds: status === 'Retrying' ? 5 : null, pauseSeconds: null, isGone: false },
})

describe('a result from the endpoint’s previous URL', () => {
  test('of 410 does not disable it', async () => {
    const { owner, receiver, id, delivery } = await hanging()
    const fresh = await openReceiver()
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { url: fresh.url }))
    receiver.release(410)
    await deliveryWorker.idle()
    const { url, status, disabledBy, health } = await hook(owner, id)
    assert.deepEqual([url, status, disabledBy, health.failingSinceUtc], [fresh.url, 'Enabled', null, null])
    const { status: delivered, attempts } = await log(owner, id, delivery)
    assert.deepEqual([delivered, attempts[0].statusCode], ['Retrying', 410])
    market.pass(6)
    await deliverAll(deliveryWorker)
    assert.equal(fresh.received.length, 1)
  })

  test('of success or overload does not affect it', async () => {
    for (const [status, headers] of [
      [503, { 'retry-after': '3600' }],
      [200, {}],
    ] as const) {
      const { owner, receiver, id } = await waiting()
      const arrived = Promise.withResolvers<ServerResponse>()
      receiver.reply(arrived.resolve)
      await deliveryWorker.deliver()
      const response = await arrived.promise
      expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { url: `${receiver.url}/new` }))
      response.writeHead(status, headers).end()
      await deliveryWorker.idle()
      const { health } = await hook(owner, id)
      assert.deepEqual([health.pausedUntilUtc, health.lastDeliveredAtUtc], [null, null])
    }
  })

  test('from before it was disabled and enabled is ignored too', async () => {
    const { owner, receiver, id } = await hanging()
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: false }))
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true }))
    receiver.release(500)
    await deliveryWorker.idle()
    assert.equal((await hook(owner, id)).health.failingSinceUtc, null)
  })
})

describe('the result of an attempt', () => {
  test('recorded twice is logged once and does not undo later changes', async () => {
    const { owner, id, delivery } = await waiting()
    const end = failed(await claimed(), 'Retrying')
    await endAttempts(db, [end])
    market.pass(6)
    await deliverAll(deliveryWorker)
    await endAttempts(db, [end, end])
    const shown = await log(owner, id, delivery)
    assert.deepEqual([shown.status, numbers(shown)], ['Delivered', [1, 2]])
    assert.equal((await hook(owner, id)).health.failingSinceUtc, null)
  })

  test('that arrives while the attempt is repeated is logged and changes nothing', async () => {
    const { owner, receiver, id, delivery } = await waiting()
    const attempt = await claimed()
    market.pass(31)
    const arrived = arrival(receiver)
    await deliveryWorker.deliver()
    await arrived
    await endAttempts(db, [failed(attempt, 'Failed')])
    const shown = await log(owner, id, delivery)
    assert.deepEqual([shown.status, numbers(shown)], ['Pending', [1]])
    assert.equal((await hook(owner, id)).health.failingSinceUtc, null)
    receiver.release(200)
    await deliveryWorker.idle()
    await endAttempts(db, [failed({ ...attempt, number: 2 }, 'Failed')])
    const last = await log(owner, id, delivery)
    assert.deepEqual([last.status, last.lastStatusCode, numbers(last)], ['Delivered', 200, [1, 2]])
  })

  test('of a second 410 does not notify the account twice', async () => {
    const { owner, receiver, id } = await waiting()
    expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    const told = () => db.many(sql`select from attempts where endpoint = ${id}::bigint`)
    const first = Promise.withResolvers<ServerResponse>()
    const second = Promise.withResolvers<ServerResponse>()
    receiver.reply((response) => {
      first.resolve(response)
      receiver.reply(second.resolve)
    })
    await deliveryWorker.deliver()
    const answers = await Promise.all([first.promise, second.promise])
    const judged: number[] = []
    for (const response of answers) {
      response.writeHead(410).end()
      while ((await told()).length === judged.length) await setImmediate()
      judged.push(await disableFailingEndpoints(market.ctx))
    }
    await deliveryWorker.idle()
    assert.deepEqual(judged, [1, 0])
  })

  test('is awaited by a stopping worker', async () => {
    const { owner, receiver, id, delivery } = await waiting()
    const stopping = createDeliveryWorker(market.ctx, { log: market.logger })
    const arrived = arrival(receiver)
    await stopping.deliver()
    await arrived
    const stopped = stopping.stop()
    // Longer than an attempt that does not wait.
    await setTimeout(100)
    receiver.release(200)
    await stopped
    assert.equal((await log(owner, id, delivery)).status, 'Delivered')
  })
})

describe('a delivery in progress', () => {
  async function underWay() {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url, { events: ['task.created'] })
    await submittedOffer(market, { advertiser: owner, slots: 1 })
    await dispatchEvents(market.ctx, market.logger)
    const arrived = arrival(receiver)
    await deliveryWorker.deliver()
    await arrived
    const [one] = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries`)).items
    return { owner, receiver, path: `/v1/webhooks/${id}`, delivery: one.id as number }
  }

  for (const [how, path, body] of [
    ['resent', (delivery: number) => `/deliveries/${delivery}/resend`, undefined],
    ['replayed', () => '/replay', { fromSequence: 1 }],
  ] as const)
    test(`that is ${how} is not sent a second time`, async () => {
      const { owner, receiver, path: hookPath, delivery } = await underWay()
      expectOk(await owner.b.post(hookPath + path(delivery), body))
      assert.equal(await deliveryWorker.deliver(), 0)
      receiver.reply(200)
      receiver.release(200)
      await deliveryWorker.idle()
      await deliverAll(deliveryWorker)
      assert.equal(receiver.received.length, 1)
    })
})

test('concurrent changes of one webhook are both kept', async () => {
  const owner = await advertiser(market)
  const { id } = await webhookTo(owner, 'http://127.0.0.1:1/')
  for (let turn = 0; turn < 15; turn++) {
    const [description, enabled] = [`turn ${turn}`, turn % 2 === 1]
    await Promise.all([
      owner.b.patch(`/v1/webhooks/${id}`, { description }),
      owner.b.patch(`/v1/webhooks/${id}`, { enabled }),
    ])
    const changed = await hook(owner, id)
    assert.deepEqual([changed.description, changed.enabled], [description, enabled])
  }
})
