import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, membersOf, submittedOffer } from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { tellAll } from '../../../test/support/scenarios/received-events.ts'
import { codeOf } from '../../platform/database/db.ts'
import { sql } from '../../platform/sql.ts'
import { sweepDeliveries } from '../deliveries/actions-worker.ts'
import { sweepEvents } from '../events/actions.ts'
import { partitionDays } from '../retention.ts'
import { keepPartitions } from './actions.ts'

const oldPartitions = jobNamed('drop old partitions')

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const deliveryWorker = deliveryWorkerFor(market)
const day = 86_400
const [owner, receiver] = [await advertiser(market), await openReceiver()]
const { id: endpoint } = await webhookTo(owner, receiver.url, { events: ['task.created'] })

/** Creates a delivered event. Returns the path of its delivery. */
async function delivered(): Promise<string> {
  await submittedOffer(market, { advertiser: owner, slots: 1 })
  await tellAll(market)
  await deliverAll(deliveryWorker)
  const [one] = expectOk(await owner.b.get(`/v1/webhooks/${endpoint}/deliveries`)).items
  return `/v1/webhooks/${endpoint}/deliveries/${one.id}`
}

/** Returns which partitions contain rows. */
const places = async () => {
  const rows = await db.many<{ place: string }>(sql`
    select tableoid::regclass::text as place from events union select tableoid::regclass::text from deliveries
    union select tableoid::regclass::text from attempts order by 1`)
  return rows.map(({ place }) => place)
}

const partitions = async () => {
  const rows = await market.owner.many<{ name: string }>(sql`
    select relname as name from pg_class where relispartition and relkind = 'r' and relname ~ '^(events|deliveries|attempts)_'
    order by relname`)
  return rows.map(({ name }) => name)
}

const numbered = (numbers: readonly (number | string)[]): string[] =>
  ['attempts', 'deliveries', 'events'].flatMap((table) => numbers.map((each) => `${table}_${each}`))

test('new rows go to the next partition each week, which was created ahead', async () => {
  assert.equal(await keepPartitions(market.ctx), 6)
  assert.deepEqual(await partitions(), numbered([0, 1, 2, 'rest']))
  assert.equal(await keepPartitions(market.ctx), 0, 'they are there')
  await delivered()
  market.pass((partitionDays - 1) * day)
  assert.equal(await keepPartitions(market.ctx), 0, 'it is not time yet')
  market.pass(2 * day)
  assert.equal(await oldPartitions.run(market.ctx, market.logger), 0)
  const path = await delivered()
  assert.deepEqual(await places(), numbered([0, 1]))
  const { status, body } = expectOk(await owner.b.get(path))
  assert.deepEqual([status, JSON.parse(body).id], ['Delivered', 'evt_1000000000'])
  assert.equal(await keepPartitions(market.ctx), 3)
  assert.deepEqual(await partitions(), numbered([0, 1, 2, 3, 'rest']))
  assert.equal(await keepPartitions(market.ctx), 0, 'what is done is done')
})

test('rows are read in order across all partitions', async () => {
  const [feed, deliveries] = [await owner.b.get('/v1/events'), await owner.b.get(`/v1/webhooks/${endpoint}/deliveries`)]
  assert.deepEqual(membersOf(expectOk(feed).items, 'sequence'), [1, 2])
  assert.equal(expectOk(deliveries).items.length, 2)
  assert.equal(expectOk(await owner.b.get('/v1/events/evt_1000000000')).sequence, 2)
})

test('a partition is dropped once all its rows have expired, and the sweeps find nothing', async () => {
  market.pass(21 * day)
  assert.equal(await keepPartitions(market.ctx), 2, 'ids go on, and nothing is old enough')
  assert.deepEqual(await places(), numbered([0, 1]))
  market.pass(2 * day)
  assert.equal(await keepPartitions(market.ctx), 6, 'three are made, and three go')
  assert.deepEqual(await places(), numbered([1]))
  assert.equal((await sweepEvents(market.ctx)) + (await sweepDeliveries(market.ctx)), 0)
})

test('a partition with a pending delivery stays, and its expired rows are deleted one by one', async () => {
  await delivered()
  await delivered()
  const [last] = expectOk(await owner.b.get(`/v1/webhooks/${endpoint}/deliveries`)).items
  market.pass(partitionDays * day)
  await keepPartitions(market.ctx)
  expectOk(await owner.b.post(`/v1/webhooks/${endpoint}/deliveries/${last.id}/resend`))
  expectOk(await owner.b.patch(`/v1/webhooks/${endpoint}`, { enabled: false }))
  market.pass(40 * day)
  await keepPartitions(market.ctx)
  assert.ok((await places()).some((place) => place.startsWith('events_')))
  assert.equal(await sweepEvents(market.ctx), 1)
  assert.equal(await sweepDeliveries(market.ctx), 2, 'a delivery and its attempt')
  expectOk(await owner.b.patch(`/v1/webhooks/${endpoint}`, { enabled: true }))
  await deliverAll(deliveryWorker)
  assert.equal(receiver.received.length, 5)
  market.pass(31 * day)
  await keepPartitions(market.ctx)
  assert.deepEqual(await places(), [])
})

/** Repeats until no partition needs to be created or dropped. */
async function keepAll(): Promise<void> {
  while ((await keepPartitions(market.ctx)) > 0);
}

test('a partition stays while a replay in progress creates a delivery of it', async () => {
  await delivered()
  const { id, place } = await db.one<{ id: number; place: string }>(sql`
    select id, tableoid::regclass::text as place from deliveries order by event desc limit 1`)
  market.pass((partitionDays + 1) * day)
  await keepAll()
  market.pass(21 * day)
  await keepAll()
  market.pass(2 * day)
  const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const restarted = db.transaction(async (own) => {
    await own.run(sql`update deliveries set due_at = ${own.now()}, ended_at = null where id = ${id}`)
    begun.resolve()
    await over.promise
  })
  await begun.promise
  let isKept = false
  const kept = keepPartitions(market.ctx)
    // On a slow machine it may have timed out already.
    .catch((error) => assert.equal(codeOf(error), '55P03'))
    .finally(() => {
      isKept = true
    })
  const waits = sql`select exists (select from pg_locks where not granted
    and relation in ('events'::regclass, 'deliveries'::regclass)) as waits`
  while (!isKept && !(await market.owner.one<{ waits: boolean }>(waits)).waits);
  over.resolve()
  await Promise.all([restarted, kept])
  assert.ok((await places()).includes(place))
  await db.run(sql`
    update deliveries set due_at = null, ended_at = ${db.now()} - interval '31 days' where id = ${id}`)
  await keepAll()
  assert.ok(!(await places()).includes(place))
})
