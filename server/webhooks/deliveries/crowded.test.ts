import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import {
  deliveryWorkerFor,
  openReceiver,
  type Receiver,
  silence,
  webhookTo,
} from '../../../test/support/fakes/receiver.ts'
import { advertiser, expectOk, type Person } from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { stopwatch } from '../../platform/clock.ts'
import { type Jobs, startJobs } from '../../platform/jobs/jobs.ts'
import { sql } from '../../platform/sql.ts'
import { inFlightMax } from './delivery.ts'

const eventsToDispatch = jobNamed('dispatch events')
const deliveriesToSend = jobNamed('send deliveries')

const market = await openMarket({ webhookAllowPrivate: true })
const { db } = market.ctx
const waitMsMax = 120_000

beforeEach(() => db.run(sql`update endpoints set status = 'Deleted', due_at = null`))

async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<number> {
  const elapsed = stopwatch()
  while (!(await isTrue())) {
    assert.ok(elapsed() < waitMsMax, `${what} did not come about`)
    await setTimeout(5)
  }
  return elapsed()
}

/** Queues `count` test deliveries for a webhook. */
const pile = async ({ b }: Person, id: number, count: number) => {
  for (let made = 0; made < count; made++) expectOk(await b.post(`/v1/webhooks/${id}/test`))
}

const statuses = (id: number) =>
  db.many<{ status: string; attempts: number }>(
    sql`select status, attempts from deliveries where endpoint = ${id}::bigint order by deliveries.id`,
  )

describe('two concurrent workers', () => {
  const workers = [deliveryWorkerFor(market), deliveryWorkerFor(market)]

  test('have up to eight attempts in progress per endpoint, and send everything once', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    await pile(owner, id, 40)
    receiver.reply(silence)
    await Promise.all(workers.map((worker) => worker.deliver()))
    await until('a full endpoint', () => receiver.open.now === inFlightMax)
    receiver.reply((response) => void setTimeout(20).then(() => response.writeHead(200).end()))
    receiver.release(200)
    const turn = async () => {
      await Promise.all(workers.map((worker) => worker.deliver()))
      await Promise.race(workers.map((worker) => worker.idle()))
    }
    while (receiver.received.length < 40) await turn()
    await Promise.all(workers.map((worker) => worker.idle()))
    assert.equal(receiver.open.most, inFlightMax)
    assert.equal(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size, 40)
    const shown = (await statuses(id)).filter(({ status, attempts }) => status !== 'Delivered' || attempts !== 1)
    assert.deepEqual(shown, [])
  })

  test('have one attempt in progress to a failing endpoint', async () => {
    const [owner, receiver] = [await advertiser(market), await openReceiver()]
    const { id } = await webhookTo(owner, receiver.url)
    await pile(owner, id, 1)
    receiver.reply(500)
    await workers[0]?.deliver()
    await workers[0]?.idle()
    await pile(owner, id, 10)
    receiver.reply(silence)
    const claimed = await Promise.all(workers.map((worker) => worker.deliver()))
    const shown = claimed.reduce((sum, each) => sum + each, 0)
    assert.equal(shown, 1)
    await until('a request', () => receiver.open.now === 1)
    receiver.reply(200)
    receiver.release(200)
    await Promise.all(workers.map((worker) => worker.idle()))
    assert.ok(((await workers[0]?.deliver()) ?? 0) > 1, 'it is well again')
    await workers[0]?.idle()
  })

  test('leave capacity for other endpoints when half of theirs is used', async () => {
    const small = deliveryWorkerFor(market, 16)
    const [owner, hanging] = [await advertiser(market), await openReceiver()]
    hanging.reply(silence)
    for (const path of ['/a', '/b', '/c']) await pile(owner, (await webhookTo(owner, hanging.url + path)).id, 8)
    const counts = () =>
      ['/hooks/a', '/hooks/b', '/hooks/c'].map((path) => hanging.received.filter((one) => one.path === path).length)
    await small.deliver()
    await until('a full house', () => hanging.open.now === 16)
    assert.ok(
      counts().every((count) => count >= 5),
      String(counts()),
    )
    hanging.release(200)
    await small.idle()
  })
})

describe('one hanging endpoint among twenty', () => {
  let jobs: Jobs
  let hanging: Receiver
  before(() => {
    jobs = startJobs([eventsToDispatch, deliveriesToSend], market.ctx, market.logger, { wakeup: market.wakeup })
  })
  after(async () => {
    hanging.release(200)
    await jobs.stop()
  })

  test('does not delay the others', async (t) => {
    const owner = await advertiser(market)
    hanging = await openReceiver()
    hanging.reply(silence)
    const slow = await webhookTo(owner, hanging.url)
    await pile(owner, slow.id, 30)
    await until('requests that hang', () => hanging.open.now === inFlightMax)
    const others = await Promise.all(
      Array.from({ length: 19 }, async () => {
        const [person, receiver] = [await advertiser(market), await openReceiver()]
        return { person, receiver, id: (await webhookTo(person, receiver.url)).id }
      }),
    )
    const delays: number[] = []
    for (const { person, receiver, id } of others) {
      await pile(person, id, 3)
      delays.push(await until('a delivery', () => receiver.received.length === 3))
    }
    const worst = Math.max(...delays)
    t.diagnostic(`the longest delay was ${Math.round(worst)} ms`)
    // One that waits for the hanging ones waits until they are given up after 15 s.
    assert.ok(worst < 10_000, `${worst} ms`)
    assert.equal(hanging.open.most, inFlightMax)
  })
})
