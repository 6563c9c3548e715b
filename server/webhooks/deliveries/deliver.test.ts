import assert from 'node:assert/strict'
import { beforeEach, describe, test } from 'node:test'
import {
  answering,
  deliverAll,
  deliveryWorkerFor,
  isVerified,
  openReceiver,
  silence,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import {
  advertiser,
  expectOk,
  membersOf,
  outcome,
  type Person,
  submittedOffer,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { disableFailingEndpoints, sweepSecrets } from '../endpoints/actions.ts'
import { dispatchEvents } from '../events/actions-dispatch.ts'
import { claimAttempts, lockDue } from './sql-attempts.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)
const day = 86_400
const hour = 3600

// Tests share one clock, so each starts without deliveries that are due.
beforeEach(() => db.run(sql`update endpoints set status = 'Deleted', due_at = null`))

type ListedItem = { readonly status: string; readonly eventType: string; readonly lastStatusCode: number }
type Tried = { readonly startedAtUtc: string }

const tested = async ({ b }: Person, id: number) => expectOk(await b.post(`/v1/webhooks/${id}/test`))
const hook = async ({ b }: Person, id: number) => expectOk(await b.get(`/v1/webhooks/${id}`))
const log = async ({ b }: Person, id: number, delivery: number) =>
  expectOk(await b.get(`/v1/webhooks/${id}/deliveries/${delivery}`))

/** Returns an advertiser with one webhook and a pending test delivery. */
async function waiting() {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id, secret } = await webhookTo(owner, receiver.url)
  const { id: delivery } = await tested(owner, id)
  return { owner, receiver, id, secret, delivery }
}

test('an event arrives once, as in the feed, and the public package verifies it', async () => {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id, secret } = await webhookTo(owner, receiver.url)
  await submittedOffer(market, { advertiser: owner })
  await dispatchEvents(market.ctx, market.logger)
  await deliverAll(deliveryWorker)
  assert.equal(receiver.received.length, 1)
  const [arrived] = receiver.received
  assert.ok(arrived && isVerified(secret, arrived))
  assert.equal(arrived.event.type, 'task.created')
  assert.equal(arrived.headers['webhook-id'], arrived.event.id)
  assert.equal(arrived.headers['content-type'], 'application/json')
  assert.equal(arrived.headers['user-agent'], 'TaskMarket-Webhooks/1')
  assert.deepEqual(expectOk(await owner.b.get('/v1/events')).items, [arrived.event])
  const { items } = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries`))
  const shown = items.map(({ status, eventType, lastStatusCode }: ListedItem) => [status, eventType, lastStatusCode])
  assert.deepEqual(shown, [['Delivered', 'task.created', 204]])
  assert.equal(await deliverAll(deliveryWorker), 0)
})

describe('a signature', () => {
  test('is made with both secrets for 24 hours after a rotation, then with the new one', async () => {
    const { owner, receiver, id, secret } = await waiting()
    const rotated = expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`))
    await deliverAll(deliveryWorker)
    const [both] = receiver.received
    assert.ok(both && isVerified(secret, both) && isVerified(rotated.secret, both))
    assert.equal(
      Date.parse(rotated.previousSecretExpiresAtUtc) - Number(both.headers['webhook-timestamp']) * 1000 > 86_390_000,
      true,
    )
    assert.equal(await sweepSecrets(market.ctx), 0)
    const soon = await owner.b.post(`/v1/webhooks/${id}/rotate-secret`)
    assert.equal(outcome(soon), '409 secret_rotation_under_way')
    assert.equal(soon.body.previousSecretExpiresAtUtc, rotated.previousSecretExpiresAtUtc)
    market.pass(day)
    await tested(owner, id)
    await deliverAll(deliveryWorker)
    const last = receiver.received.at(-1)
    assert.equal(last?.headers['webhook-signature']?.split(' ').length, 1)
    assert.equal((await hook(owner, id)).previousSecretExpiresAtUtc, null)
    assert.equal(await sweepSecrets(market.ctx), 1)
    const kept = await db.one<{ previousSecret: Buffer | null }>(
      sql`select previous_secret from endpoints where id = ${id}::bigint`,
    )
    assert.equal(kept.previousSecret, null)
    expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`))
  })

  test('can be rotated at any time if the key that sealed the secret is lost', async () => {
    const { owner, id } = await waiting()
    expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`))
    await db.run(sql`update endpoints set secret = sha512(secret) where id = ${id}::bigint`)
    expectOk(await owner.b.post(`/v1/webhooks/${id}/rotate-secret`))
  })
})

describe('a delivery that fails', () => {
  /** What a busy machine may add to a pause. */
  const slowSeconds = 30

  /** Runs the attempts of a delivery on schedule. Returns the seconds between them. */
  async function attempts({ owner, id, delivery }: Awaited<ReturnType<typeof waiting>>, most = 20): Promise<number[]> {
    for (let made = 0; made < most; made++) {
      await deliverAll(deliveryWorker)
      const { nextAttemptAtUtc } = await log(owner, id, delivery)
      if (nextAttemptAtUtc === null) break
      const { now } = await db.one<{ now: Date }>(sql`select ${db.now()} as now`)
      market.pass((Date.parse(nextAttemptAtUtc) - now.getTime()) / 1000)
    }
    const times = (await log(owner, id, delivery)).attempts.map((each: Tried) => Date.parse(each.startedAtUtc) / 1000)
    return times.map((time: number, index: number) => (index === 0 ? 0 : time - times[index - 1]))
  }

  test('is attempted ten times within 76 hours with the same id, and then fails', async () => {
    const one = await waiting()
    const { owner, receiver, id, delivery } = one
    receiver.reply(500)
    const pauses = await attempts(one)
    const schedule = [0, 5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400]
    assert.equal(pauses.length, schedule.length)
    for (const [index, pause] of pauses.entries()) {
      const wanted = schedule[index] ?? 0
      assert.ok(pause >= wanted * 0.9 - 0.01 && pause <= wanted * 1.1 + slowSeconds, `${pause} for ${wanted}`)
    }
    assert.ok(
      pauses.slice(2).some((pause, index) => Math.abs(pause - (schedule[index + 2] ?? 0)) > 3),
      'no jitter',
    )
    const { status, attemptsMade, endedAtUtc, lastError } = await log(owner, id, delivery)
    assert.deepEqual([status, attemptsMade, lastError], ['Failed', 10, 'Answered 500'])
    assert.ok(endedAtUtc)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 1)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-timestamp'])).size, 10)
    assert.equal(new Set(receiver.received.map(({ body }) => body)).size, 1)
    assert.equal((await hook(owner, id)).health.failedDeliveries, 1)
  })

  test('pauses the whole endpoint if that is overloaded', async () => {
    const { owner, receiver, id } = await waiting()
    receiver.reply(answering(503, { 'retry-after': '120' }))
    await deliverAll(deliveryWorker)
    await tested(owner, id)
    assert.equal(await deliverAll(deliveryWorker), 0)
    assert.ok((await hook(owner, id)).health.pausedUntilUtc)
    receiver.reply(200)
    market.pass(60)
    assert.equal(await deliverAll(deliveryWorker), 0, 'it asked for 120 seconds')
    market.pass(61)
    assert.equal(await deliverAll(deliveryWorker), 2)
    assert.equal((await hook(owner, id)).health.pausedUntilUtc, null)
  })
})

describe('an endpoint', () => {
  test('that answers 410 is disabled immediately, and pending deliveries continue when it is enabled', async () => {
    const { owner, receiver, id } = await waiting()
    receiver.reply(410)
    await deliverAll(deliveryWorker)
    const { status, enabled, disabledBy, disabledAtUtc, health } = await hook(owner, id)
    assert.deepEqual([status, enabled, disabledBy, health.pendingDeliveries], ['Disabled', false, 'Gone', 1])
    assert.ok(disabledAtUtc)
    market.pass(hour)
    assert.equal(await deliverAll(deliveryWorker), 0)
    receiver.reply(200)
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true }))
    assert.equal(await deliverAll(deliveryWorker), 1)
    assert.deepEqual((await hook(owner, id)).health.pendingDeliveries, 0)
  })

  test('that fails is reported after three days and disabled after five', async () => {
    const { owner, receiver, id } = await waiting()
    receiver.reply(500)
    await deliverAll(deliveryWorker)
    assert.ok((await hook(owner, id)).health.failingSinceUtc)
    market.pass(3 * day - 60)
    assert.equal(await disableFailingEndpoints(market.ctx), 0)
    market.pass(120)
    assert.equal(await disableFailingEndpoints(market.ctx), 1)
    assert.equal(await disableFailingEndpoints(market.ctx), 0)
    assert.equal((await hook(owner, id)).status, 'Enabled')
    market.pass(2 * day)
    assert.equal(await disableFailingEndpoints(market.ctx), 1)
    assert.equal(await disableFailingEndpoints(market.ctx), 0)
    const { status, disabledBy } = await hook(owner, id)
    assert.deepEqual([status, disabledBy], ['Disabled', 'Failing'])
    const again = expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true }))
    assert.deepEqual([again.status, again.disabledBy, again.health.failingSinceUtc], ['Enabled', null, null])
  })

  test('is no longer failing after a success', async () => {
    const { owner, receiver, id } = await waiting()
    receiver.reply(500)
    await deliverAll(deliveryWorker)
    receiver.reply(200)
    market.pass(6)
    await deliverAll(deliveryWorker)
    const { health } = await hook(owner, id)
    assert.equal(health.failingSinceUtc, null)
    assert.ok(health.lastDeliveredAtUtc)
    market.pass(6 * day)
    assert.equal(await disableFailingEndpoints(market.ctx), 0)
  })

  test('that is disabled or deleted receives nothing', async () => {
    for (const end of ['patch', 'delete'] as const) {
      const { owner, receiver, id } = await waiting()
      if (end === 'patch') expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: false }))
      else expectOk(await owner.b.delete(`/v1/webhooks/${id}`))
      await submittedOffer(market, { advertiser: owner })
      await dispatchEvents(market.ctx, market.logger)
      assert.equal(await deliverAll(deliveryWorker), 0)
      assert.equal(receiver.received.length, 0)
    }
  })

  test('that was changed receives pending deliveries at its new URL', async () => {
    const { owner, receiver, id } = await waiting()
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { url: `${receiver.url}/new` }))
    await deliverAll(deliveryWorker)
    assert.deepEqual(membersOf(receiver.received, 'path'), ['/hooks/new'])
  })
})

test('a delivery claimed by a dead process is sent by another after the lease', async () => {
  const { owner, receiver, id, delivery } = await waiting()
  const claimed = await db.transaction(async (own) => {
    const due = await lockDue(own)
    return claimAttempts(
      own,
      due.map((each) => each.id),
      { limit: 100, perEndpoint: 8, open: [] },
    )
  })
  assert.ok(claimed.some((attempt) => attempt.delivery === delivery))
  assert.equal(await deliverAll(deliveryWorker), 0)
  market.pass(29)
  assert.equal(await deliverAll(deliveryWorker), 0)
  market.pass(2)
  assert.equal(await deliverAll(deliveryWorker), 1)
  const { status, attemptsMade, attempts } = await log(owner, id, delivery)
  assert.deepEqual([status, attemptsMade, attempts.length, attempts[0].number], ['Delivered', 2, 1, 2])
  assert.equal(receiver.received.length, 1)
})

test('a stopping worker releases hanging attempts without counting them', { timeout: 300_000 }, async () => {
  const { owner, receiver, id, delivery } = await waiting()
  const other = deliveryWorkerFor(market)
  receiver.reply(silence)
  await other.deliver()
  await other.stop()
  assert.equal(await other.deliver(), 0)
  const given = await log(owner, id, delivery)
  assert.deepEqual([given.status, given.attemptsMade], ['Pending', 0])
  receiver.reply(200)
  await deliverAll(deliveryWorker)
  const { status, attemptsMade } = await log(owner, id, delivery)
  assert.deepEqual([status, attemptsMade], ['Delivered', 1])
  assert.equal(receiver.received.length, 2)
})

test('a retry schedule may start with a delay', async () => {
  const patient = { ...market.ctx, config: { ...market.ctx.config, webhookRetrySeconds: [60, 60] } }
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url)
  await submittedOffer(market, { advertiser: owner })
  await dispatchEvents(patient, market.logger)
  assert.equal(await deliverAll(deliveryWorker), 0)
  assert.equal((await hook(owner, id)).health.pendingDeliveries, 1)
  market.pass(60)
  assert.equal(await deliverAll(deliveryWorker), 1)
})
