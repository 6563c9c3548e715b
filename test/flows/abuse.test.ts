import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { deliveryWorkerFor, openReceiver, type Receiver, webhookTo } from '../support/fakes/receiver.ts'
import {
  abuses,
  answering,
  openRawReceiver,
  outcomesOf,
  type RawReceiver,
  type ReceiverBehavior,
} from '../support/fakes/receivers.ts'
import { advertiser, expectOk, type Person } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const secondsMax = 15
/** Tolerance for a busy machine, in milliseconds. */
const marginMs = 30_000
const rssMax = 150 * 1024 * 1024
const secret = 'https://internal.example.com/?token=secret'

/** No retry is due during the test, however slow the machine is. */
const market = await openMarket({ webhookAllowPrivate: true, webhookRetrySeconds: [0, 3600] })
const deliveryWorker = deliveryWorkerFor(market)
const victim = await openRawReceiver(answering('200 OK'))
after(victim.close)

/** Receivers that waste only their own time, or redirect. */
const more: Readonly<Record<string, readonly [ReceiverBehavior, number]>> = {
  slow: [(socket) => void setTimeout(1000).then(() => answering('200 OK', 'at last')(socket)), 200],
  failing: [answering('500 Internal Server Error', 'Traceback: line 1'), 500],
  redirecting: [answering('307 Temporary Redirect', '', `location: ${victim.url}`), 307],
  redirectingToMetadata: [answering('302 Found', '', 'location: http://169.254.169.254/latest/meta-data/'), 302],
  leaking: [answering('404 Not Found', secret.repeat(100)), 404],
}
const speeches: Readonly<Record<string, ReceiverBehavior>> = {
  ...abuses,
  ...Object.fromEntries(Object.entries(more).map(([name, [speech]]) => [name, speech])),
}
const outcomes: Readonly<Record<string, number | string>> = {
  ...outcomesOf(secondsMax),
  ...Object.fromEntries(Object.entries(more).map(([name, [, outcome]]) => [name, outcome])),
}

type SentDelivery = {
  readonly owner: Person
  readonly webhook: number
  readonly delivery: number
  readonly receiver: RawReceiver
}

async function sendTo(url: string) {
  const owner = await advertiser(market)
  const { id: webhook } = await webhookTo(owner, url)
  const { id: delivery } = expectOk(await owner.b.post(`/v1/webhooks/${webhook}/test`))
  return { owner, webhook, delivery }
}

const sent = new Map<string, SentDelivery>()
for (const [name, speech] of Object.entries(speeches)) {
  const receiver = await openRawReceiver(speech)
  after(receiver.close)
  sent.set(name, { ...(await sendTo(receiver.url)), receiver })
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  const late = AbortSignal.timeout(2 * secondsMax * 1000)
  while (!isTrue()) {
    assert.ok(!late.aborted, `${what} did not come about`)
    await setTimeout(5)
  }
}

describe('receivers that waste time, memory or trust', () => {
  let isOver = false
  let ending = Promise.resolve()
  let rss = 0

  before(async () => {
    rss = process.memoryUsage().rss
    assert.equal(await deliveryWorker.deliver(), sent.size)
    ending = deliveryWorker.idle().then(() => {
      isOver = true
    })
  })

  test('do not delay deliveries to other receivers', async () => {
    await until('a request that hangs', () => sent.get('hang')?.receiver.seen.requests === 1)
    const honest: Receiver[] = []
    for (let count = 0; count < 10; count++) {
      const receiver = await openReceiver()
      honest.push(receiver)
      await sendTo(receiver.url)
    }
    await deliveryWorker.deliver()
    await until('deliveries to the others', () => honest.every(({ received }) => received.length === 1))
    assert.equal(isOver, false)
  })

  test(`are all finished after ${secondsMax} seconds with little memory`, async (t) => {
    await ending
    const grown = process.memoryUsage().rss - rss
    t.diagnostic(`${Math.round(grown / 1024 / 1024)} MB more, those of the receivers among them`)
    assert.ok(grown < rssMax)
    assert.equal(victim.seen.connections, 0)
  })

  for (const [name, outcome] of Object.entries(outcomes))
    test(`${name}: logged as ${outcome}`, async () => {
      const { owner, webhook, delivery } = sent.get(name) ?? assert.fail()
      const told = expectOk(await owner.b.get(`/v1/webhooks/${webhook}/deliveries/${delivery}`))
      const isDelivered = outcome === 200
      assert.equal(told.status, isDelivered ? 'Delivered' : 'Retrying')
      assert.equal(told.attempts.length, 1)
      const [{ statusCode, error, durationMs, responseExcerpt, succeeded }] = told.attempts
      assert.equal(succeeded, isDelivered)
      if (typeof outcome === 'string') assert.deepEqual([statusCode, error], [null, outcome])
      else assert.equal(statusCode, outcome)
      assert.ok(durationMs < secondsMax * 1000 + marginMs)
      assert.ok(Buffer.byteLength(responseExcerpt ?? '') <= 1024)
      assert.doesNotMatch(responseExcerpt ?? '', /\p{C}/u)
    })
})
