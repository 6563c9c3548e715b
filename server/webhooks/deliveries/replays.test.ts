import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  answering,
  deliverAll,
  deliveryWorkerFor,
  isVerified,
  openReceiver,
  type Received,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, outcome, type Person, submittedOffer } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { dispatchEvents } from '../events/actions-dispatch.ts'
import { sweptDays } from '../retention.ts'
import { sweepDeliveries } from './actions-worker.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)
const day = 86_400

type ListedItem = { readonly id: number; readonly eventId: string; readonly status: string; readonly eventType: string }

const deliveries = async ({ b }: Person, id: number, query = ''): Promise<ListedItem[]> =>
  expectOk(await b.get(`/v1/webhooks/${id}/deliveries${query}`)).items
const log = async ({ b }: Person, id: number, delivery: number) =>
  expectOk(await b.get(`/v1/webhooks/${id}/deliveries/${delivery}`))

/** Creates and dispatches `count` events of the account. */
async function happen(owner: Person, count: number): Promise<void> {
  for (let made = 0; made < count; made++) await submittedOffer(market, { advertiser: owner, slots: 1 })
  await dispatchEvents(market.ctx, market.logger)
  await deliverAll(deliveryWorker)
}
const sequences = (received: readonly Received[]): number[] => received.map(({ event }) => event.sequence)

describe('the log', () => {
  test('keeps requests and responses', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id, secret } = await webhookTo(owner, receiver.url)
    receiver.reply(answering(500, { 'x-a': 'b' }, `<script>alert(1)</script>\u0000${'x'.repeat(5000)}`))
    const { id: delivery, eventId } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    await deliverAll(deliveryWorker)
    receiver.reply(200)
    market.pass(10)
    await deliverAll(deliveryWorker)
    const shown = await log(owner, id, delivery)
    const { attempts, ...rest } = shown
    const body: string = shown.body
    const [first, second] = attempts
    assert.equal(body, receiver.received[0]?.body)
    assert.equal(JSON.parse(body).id, eventId)
    assert.deepEqual(
      [rest.status, rest.eventType, rest.attemptsMade, rest.lastStatusCode],
      ['Delivered', 'webhook.test', 2, 200],
    )
    assert.deepEqual([first.number, first.statusCode, first.succeeded, first.error], [1, 500, false, 'Answered 500'])
    assert.deepEqual([second.number, second.statusCode, second.succeeded, second.error], [2, 200, true, null])
    assert.equal(first.request.url, receiver.url)
    assert.deepEqual(Object.keys(first.request.headers).sort(), [
      'content-type',
      'user-agent',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
      'x-request-id',
    ])
    assert.ok(isVerified(secret, { body, headers: first.request.headers }))
    assert.ok(!JSON.stringify(shown).includes('whsec_'))
    assert.ok(Buffer.byteLength(first.responseExcerpt) <= 1024 && first.responseExcerpt.startsWith('<script>'))
    assert.ok(!first.responseExcerpt.includes('\u0000'))
    assert.ok(first.durationMs >= 0 && first.durationMs < 60_000)
  })

  test('shows the newest event first and can be filtered', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    await happen(owner, 2)
    receiver.reply(500)
    const { eventId } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    await deliverAll(deliveryWorker)
    const all = await deliveries(owner, id)
    const found = all.map(({ eventType, status }) => `${eventType} ${status}`)
    assert.deepEqual(found, ['webhook.test Retrying', 'task.created Delivered', 'task.created Delivered'])
    const counts: Record<string, number> = {
      '?status=Delivered': 2,
      '?status=Delivered,Retrying': 3,
      '?eventType=webhook.test': 1,
      '?eventType=task.created&eventType=webhook.test': 3,
      [`?eventId=${eventId}`]: 1,
      '?eventId=nonsense': 0,
    }
    assert.equal(outcome(await owner.b.get(`/v1/webhooks/${id}/deliveries?status=Nonsense`)), '400 validation_error')
    for (const [query, count] of Object.entries(counts)) {
      const list = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries${query}`))
      assert.deepEqual([list.totalCount, list.items.length], [count, count], query)
    }
    const page = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries?pageSize=2`))
    const rest = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries?pageSize=2&cursor=${page.nextCursor}`))
    assert.deepEqual([...page.items, ...rest.items], all)
  })

  test('is deleted after the retention period', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    await happen(owner, 1)
    market.pass(29 * day)
    await sweepDeliveries(market.ctx)
    assert.equal((await deliveries(owner, id)).length, 1)
    market.pass((sweptDays - 28) * day)
    assert.ok((await sweepDeliveries(market.ctx)) >= 2)
    assert.equal((await deliveries(owner, id)).length, 0)
    const { count } = await db.one<{ count: number }>(sql`select count(*) from attempts where endpoint = ${id}`)
    assert.equal(count, 0)
  })

  test('shows a delivery whose event is deleted, which then fails', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    await db.run(sql`delete from events where id = (select event from deliveries where id = ${delivery})`)
    await deliverAll(deliveryWorker)
    const { status, body, eventType, lastError } = await log(owner, id, delivery)
    assert.deepEqual([status, body, eventType, lastError], ['Failed', null, null, 'The event is no longer kept'])
    assert.equal(receiver.received.length, 0)
    assert.equal(
      expectOk(await owner.b.get(`/v1/webhooks/${id}`)).health.failingSinceUtc,
      null,
      'no endpoint is to blame',
    )
  })
})

describe('a resent delivery', () => {
  test('has the same id and body and a new time, whatever its status', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    const resend = async () => expectOk(await owner.b.post(`/v1/webhooks/${id}/deliveries/${delivery}/resend`))
    await deliverAll(deliveryWorker)
    market.pass(60)
    assert.deepEqual((({ status, endedAtUtc }) => [status, endedAtUtc])(await resend()), ['Pending', null])
    await resend()
    await deliverAll(deliveryWorker)
    const [first, second] = receiver.received
    assert.equal(receiver.received.length, 2)
    assert.equal(second?.body, first?.body)
    assert.equal(second?.headers['webhook-id'], first?.headers['webhook-id'])
    assert.ok(Number(second?.headers['webhook-timestamp']) >= Number(first?.headers['webhook-timestamp']) + 60)
    const { status, attempts } = await log(owner, id, delivery)
    assert.deepEqual([status, attempts.map(({ number }: { number: number }) => number)], ['Delivered', [1, 2]])
  })

  test('restarts its schedule after it has failed', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${id}/test`))
    receiver.reply(500)
    for (let attempt = 0; attempt < 10; attempt++) {
      await deliverAll(deliveryWorker)
      market.pass(1.2 * day)
    }
    assert.equal((await log(owner, id, delivery)).status, 'Failed')
    expectOk(await owner.b.post(`/v1/webhooks/${id}/deliveries/${delivery}/resend`))
    await deliverAll(deliveryWorker)
    assert.deepEqual((({ status, attemptsMade }) => [status, attemptsMade])(await log(owner, id, delivery)), [
      'Retrying',
      11,
    ])
    receiver.reply(200)
    market.pass(6)
    await deliverAll(deliveryWorker)
    assert.equal((await log(owner, id, delivery)).status, 'Delivered')
  })
})

const [owner, receiver] = [await advertiser(market), await openReceiver()]

describe('a replayed range', () => {
  let id = 0
  const replay = async (body: object) => {
    receiver.received.length = 0
    const answer = expectOk(await owner.b.post(`/v1/webhooks/${id}/replay`, body))
    await deliverAll(deliveryWorker)
    return answer
  }
  before(async () => {
    await happen(owner, 2)
    id = (await webhookTo(owner, receiver.url)).id
    market.pass(day)
    await happen(owner, 3)
  })

  test('arrives with the same ids, including events from before the webhook existed', async () => {
    assert.deepEqual(sequences(receiver.received), [3, 4, 5])
    const ids = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.deepEqual(await replay({ fromSequence: 2, toSequence: 4 }), { count: 3, nextFromSequence: null })
    assert.deepEqual(sequences(receiver.received).sort(), [2, 3, 4])
    const again = receiver.received.map(({ headers }) => headers['webhook-id'])
    assert.ok(ids.slice(0, 2).every((each) => again.includes(each)))
    assert.equal((await deliveries(owner, id)).length, 4)
  })

  test('can be given by time', async () => {
    const { since } = await db.one<{ since: Date }>(sql`select ${db.now()} - interval '1 hour' as since`)
    await replay({ since: since.toISOString() })
    assert.deepEqual(sequences(receiver.received).sort(), [3, 4, 5])
    await replay({ until: since.toISOString() })
    assert.deepEqual(sequences(receiver.received).sort(), [1, 2])
  })

  test('contains only the subscribed kinds', async () => {
    assert.equal((await replay({ fromSequence: 1, types: ['report.accepted'] })).count, 0)
    assert.equal((await replay({ fromSequence: 1, types: ['task.created'] })).count, 5)
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { events: ['balance.low'] }))
    assert.equal((await replay({ fromSequence: 1 })).count, 0)
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { events: ['task.created'] }))
  })

  test('can be limited to failed deliveries', async () => {
    assert.equal((await replay({ onlyFailed: true })).count, 0)
    await db.run(sql`
      update deliveries set status = 'Failed' where endpoint = ${id} and event = (
        select id from events where account = ${owner.id} and sequence = 4)`)
    assert.equal((await replay({ onlyFailed: true })).count, 1)
    assert.deepEqual(sequences(receiver.received), [4])
  })

  test('contains only the account’s own events', async () => {
    const stranger = await advertiser(market)
    const other = await webhookTo(stranger, receiver.url)
    receiver.received.length = 0
    assert.equal(expectOk(await stranger.b.post(`/v1/webhooks/${other.id}/replay`, { fromSequence: 1 })).count, 0)
    await deliverAll(deliveryWorker)
    assert.equal(receiver.received.length, 0)
  })

  test('is limited to ten thousand, and returns where to continue', async () => {
    await db.run(sql`
      insert into events (kind, account, data, created_at, dispatched_at, sequence, body)
      select 'task.created', ${owner.id}, '{}', ${db.now()}, ${db.now()}, number, '{}' from generate_series(6, 10010) number`)
    expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true }))
    const answer = expectOk(await owner.b.post(`/v1/webhooks/${id}/replay`, { fromSequence: 1 }))
    assert.deepEqual(answer, { count: 10_000, nextFromSequence: 10_001 })
    const rest = expectOk(await owner.b.post(`/v1/webhooks/${id}/replay`, { fromSequence: answer.nextFromSequence }))
    assert.deepEqual(rest, { count: 10, nextFromSequence: null })
    assert.equal(expectOk(await owner.b.get(`/v1/webhooks/${id}`)).health.pendingDeliveries, 10_010)
  })
})
