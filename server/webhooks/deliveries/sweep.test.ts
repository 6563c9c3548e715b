import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, submittedOffer } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { sweepEvents } from '../events/actions.ts'
import { dispatchEvents } from '../events/actions-dispatch.ts'
import { sweptDays } from '../retention.ts'
import { sweepDeliveries } from './actions-worker.ts'

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)
const day = 86_400

const sweep = async () => (await sweepEvents(market.ctx)) + (await sweepDeliveries(market.ctx))

/** Creates one delivered event. Returns the path of its delivery. */
async function delivered() {
  const [owner, receiver] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, receiver.url, { events: ['task.created'] })
  await submittedOffer(market, { advertiser: owner, slots: 1 })
  await dispatchEvents(market.ctx, market.logger)
  await deliverAll(deliveryWorker)
  const [one] = expectOk(await owner.b.get(`/v1/webhooks/${id}/deliveries`)).items
  const path = `/v1/webhooks/${id}/deliveries/${one.id}`
  return { owner, receiver, id, delivery: one.id as number, path }
}

test('a delivery resent at the end of its retention keeps its log for the whole schedule', async () => {
  const { owner, receiver, path } = await delivered()
  market.pass(29.9 * day)
  receiver.reply(500)
  expectOk(await owner.b.post(`${path}/resend`))
  await deliverAll(deliveryWorker)
  market.pass(0.2 * day)
  await sweep()
  receiver.reply(200)
  await deliverAll(deliveryWorker)
  assert.equal(receiver.received.length, 3)
  const { status, attempts, body } = expectOk(await owner.b.get(path))
  assert.deepEqual([status, attempts.length, body], ['Delivered', 3, receiver.received[0]?.body])
  market.pass(29 * day)
  await sweepDeliveries(market.ctx)
  assert.equal(expectOk(await owner.b.get(path)).attempts.length, 3)
  market.pass((sweptDays - 28) * day)
  assert.equal(await sweepDeliveries(market.ctx), 4)
})

test('pending deliveries of a disabled endpoint are kept; those of a deleted one are deleted', async () => {
  const { owner, receiver, id, delivery, path } = await delivered()
  expectOk(await owner.b.post(`${path}/resend`))
  expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: false }))
  market.pass(40 * day)
  await sweep()
  assert.equal(expectOk(await owner.b.get(path)).status, 'Pending')
  expectOk(await owner.b.patch(`/v1/webhooks/${id}`, { enabled: true }))
  await deliverAll(deliveryWorker)
  assert.equal(receiver.received.length, 2)
  expectOk(await owner.b.post(`${path}/resend`))
  expectOk(await owner.b.delete(`/v1/webhooks/${id}`))
  await sweep()
  const left = () =>
    db.one<{ count: number }>(sql`
      select (select count(*) from deliveries where id = ${delivery}::bigint)
        + (select count(*) from attempts where delivery = ${delivery}::bigint and number = 1) as count`)
  assert.deepEqual(await left(), { count: 0 })
})

test('attempts of pending deliveries are scanned in parts, and deletable ones behind them are deleted', async () => {
  const [waiting, gone] = [12_000, 700]
  await sweep()
  await db.run(sql`
    insert into deliveries (id, endpoint, account, event, due_at, created_at)
    select 300000000 + each, 999998, 1, 300000000 + each, ${db.now()} + interval '1 day', ${db.now()}
    from generate_series(1, ${waiting}::integer) each`)
  await db.run(sql`
    insert into attempts (delivery, endpoint, number, url, request, duration_ms, started_at)
    select 300000000 + each, 999998, 1, 'https://example.com', '{}', 1,
      ${db.now()} - interval '100 days' + each / 10 * interval '1 second'
    from generate_series(1, ${waiting + gone}::integer) each`)
  const attempts = async () =>
    (await db.one<{ count: number }>(sql`select count(*) as count from attempts where endpoint = 999998`)).count
  assert.deepEqual([await sweepDeliveries(market.ctx), await sweepDeliveries(market.ctx)], [0, 0])
  assert.equal(await attempts(), waiting + gone, 'so far it has only come by what stays')
  assert.equal(await sweepDeliveries(market.ctx), gone)
  await db.run(sql`delete from deliveries where id <= 300000010 and endpoint = 999998`)
  assert.equal(await sweepDeliveries(market.ctx), 10, 'after the end it begins anew')
  assert.equal(await attempts(), waiting - 10)
})

test('everything expired is deleted in one run, even among many pending deliveries', { timeout: 300_000 }, async () => {
  await db.run(sql`
    insert into events (kind, account, data, created_at, dispatched_at)
    select 'task.created', 1, '{}', told.at, told.at
    from (select ${db.now()} - interval '400 days' as at) told, generate_series(1, 3000)`)
  await db.run(sql`
    insert into deliveries (endpoint, account, event, due_at, created_at)
    select 999999, 1, 100000000 + each, ${db.now()} + interval '1 day', ${db.now()} from generate_series(1, 20000) each`)
  await db.run(sql`
    insert into deliveries (endpoint, account, event, status, created_at, ended_at)
    select 999999, 1, 200000000 + each, 'Delivered', ${db.now()} - interval '400 days', ${db.now()} - interval '400 days'
    from generate_series(1, 3000) each`)
  assert.ok((await sweepEvents(market.ctx)) >= 3000)
  assert.ok((await sweepDeliveries(market.ctx)) >= 3000)
  const { pending } = await db.one<{ pending: number }>(
    sql`select count(*) as pending from deliveries where endpoint = 999999`,
  )
  assert.equal(pending, 20_000)
})
