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
const attemptsMax = 10
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

type HonestReceiver = { readonly received: Receiver['received']; send(): Promise<unknown> }

async function openHonest(): Promise<HonestReceiver> {
  const [owner, { received, url }] = [await advertiser(market), await openReceiver()]
  const { id } = await webhookTo(owner, url)
  return { received, send: async () => expectOk(await owner.b.post(`/v1/webhooks/${id}/test`)) }
}

/** Lets a request hang, sends to the honest receivers, and returns whether they all received it while it was hanging. */
async function arrivesDuringHang(honest: readonly HonestReceiver[]): Promise<boolean> {
  const hanging = await openRawReceiver(abuses.hang ?? assert.fail())
  after(hanging.close)
  const { owner, webhook, delivery } = await sendTo(hanging.url)
  await deliveryWorker.deliver()
  await until('a request that hangs', () => hanging.seen.requests === 1)
  const before = honest.map(({ received }) => received.length)
  await Promise.all(honest.map(({ send }) => send()))
  await deliveryWorker.deliver()
  await until('deliveries to the others', () =>
    honest.every(({ received }, at) => received.length === (before[at] ?? 0) + 1),
  )
  return expectOk(await owner.b.get(`/v1/webhooks/${webhook}/deliveries/${delivery}`)).attempts.length === 0
}

const sent = new Map<string, SentDelivery>()
for (const [name, speech] of Object.entries(speeches)) {
  const receiver = await openRawReceiver(speech)
  after(receiver.close)
  sent.set(name, { ...(await sendTo(receiver.url)), receiver })
}

async function until(what: string, isTrue: () => boolean): Promise<void> {
  const late = AbortSignal.timeout(8 * secondsMax * 1000)
  while (!isTrue()) {
    assert.ok(!late.aborted, `${what} did not come about`)
    await setTimeout(5)
  }
}

describe('receivers that waste time, memory or trust', () => {
  let ending = Promise.resolve()
  let rss = 0

  before(async () => {
    rss = process.memoryUsage().rss
    assert.equal(await deliveryWorker.deliver(), sent.size)
    ending = deliveryWorker.idle()
  })

  test('do not delay deliveries to other receivers', async () => {
    const honest = await Promise.all(Array.from({ length: 10 }, openHonest))
    // A busy machine may need longer for the honest ones than a request may hang.
    for (let attempt = 1; !(await arrivesDuringHang(honest)); attempt++)
      assert.ok(attempt < attemptsMax, 'each time, the others waited for the end of a request that hung')
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
