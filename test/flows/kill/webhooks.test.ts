import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { Webhook } from 'standardwebhooks'
import { recordEvents } from '../../../server/platform/database/events.ts'
import { sql } from '../../../server/platform/sql.ts'
import { inFlightMax, leaseSeconds } from '../../../server/webhooks/deliveries/delivery.ts'
import { type Rng, rngOf, times } from '../../properties/rng.ts'
import { kill } from '../../support/embedded-postgres/fixtures.ts'
import { type Hook, openReceiver, type Receiver, webhookTo } from '../../support/fakes/receiver.ts'
import { advertiser, expectOk, type Person } from '../../support/fixtures.ts'
import type { Market } from '../../support/market.ts'
import { freePort, newInstallation, type Program, type TestInstallation } from '../../support/program.ts'
import { type RetryingClient, retryingClientIn } from '../retrying-client.ts'
import { taskPrice } from './kills.ts'

/** A total of 400 events, or ten thousand in the long form. Each kill of the worker can duplicate a few. */
const accounts = times(1, 2)
const tasksEach = times(400, 5000)
const kills = { worker: times(1, 5), postgres: times(1, 8) }
const events = accounts * tasksEach
/** Share of the events after which nothing is killed. */
const lastBlow = 0.8
const clients = 8
const undoneEach = 20
const arriveMsMax = 300_000
const pauseMs = 5

type Subscriber = { readonly person: Person; readonly hook: Hook; readonly receiver: Receiver; readonly price: number }
type Fixtures = {
  readonly installation: TestInstallation
  readonly server: Program
  readonly retryingClient: RetryingClient
  readonly subscribers: readonly Subscriber[]
  worker: Program
  secondsLater: number
}

async function subscriberIn(market: Market): Promise<Subscriber> {
  const [person, receiver] = [await advertiser(market), await openReceiver()]
  const hook = await webhookTo(person, receiver.url)
  return { person, receiver, hook, price: await taskPrice(person.a) }
}

async function scene(t: TestContext): Promise<Fixtures> {
  const installation = newInstallation(t, { WEBHOOK_ALLOW_PRIVATE: 'true', DRAFTS_MAX: '1000' })
  const server = await installation.serve(await freePort(), '--no-jobs')
  const subscribers = await installation.within(server.url, async (market) => {
    const made: Subscriber[] = []
    while (made.length < accounts) made.push(await subscriberIn(market))
    for (const { person } of made) await undo(market, person)
    return made
  })
  const retryingClient = retryingClientIn({ kills: 0, isUp: true })
  return { installation, server, retryingClient, subscribers, worker: await installation.work(), secondsLater: 0 }
}

/** Rolls back work after its event was recorded; the event must not be delivered. */
async function undo({ ctx }: Market, { id }: Person): Promise<void> {
  const row = sql`
    select 'task.created' as kind, ${id}::bigint as account, null::bigint as offer, null::bigint as execution,
      '{}'::jsonb as data, 1 as rank`
  for (let count = 0; count < undoneEach; count++) {
    const undone = ctx.db.transaction(async (db) => {
      assert.equal(await db.run(recordEvents(db)`${row}`), 1)
      throw new Error('undone')
    })
    await assert.rejects(undone, /undone/)
  }
}

/** Creates every task once, retrying as needed; includes refused requests and dry runs. */
async function offerAll({ retryingClient }: Fixtures, { person, price }: Subscriber): Promise<void> {
  const left = Array.from({ length: tasksEach }, (_, index) => `task-${index}`).values()
  const headers = (key: string) => ({ 'content-type': 'application/json', 'idempotency-key': `${person.id}-${key}` })
  const offer = async (externalId: string, members: object) => {
    const body = JSON.stringify({ offerPriceId: price, title: externalId, totalLimit: 1, externalId, ...members })
    return (await retryingClient.retry('offer', () => person.b.send('POST', '/v1/tasks', body, headers(externalId))))
      .answer
  }
  const client = async () => {
    for (const externalId of left) {
      expectOk(await offer(externalId, { draft: true }))
      if (!externalId.endsWith('00')) continue
      assert.equal((await offer(`${externalId}-poor`, { totalLimit: 100_000 })).body.code, 'insufficient_funds')
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
}

/** Moves the clock past the lease, so that the next worker repeats what a killed one left. */
async function nextWorker(here: Fixtures, signal: NodeJS.Signals): Promise<void> {
  await here.worker.end(signal)
  here.secondsLater += leaseSeconds + 1
  here.worker = await here.installation.work(here.secondsLater)
}

const arrived = ({ subscribers }: Fixtures): number =>
  subscribers.reduce((sum, { receiver }) => sum + receiver.received.length, 0)

/** Kills at random points, counted by arrived events. */
async function strikeAll(here: Fixtures, rng: Rng): Promise<void> {
  const blows = Object.entries(kills).flatMap(([what, count]) => Array.from({ length: count }, () => what))
  const moments = blows.map((what) => ({ what, after: rng.whole(events * lastBlow) }))
  for (const { what, after } of moments.sort((a, b) => a.after - b.after)) {
    await until(`${after} deliveries`, () => arrived(here) >= after)
    if (what === 'worker') await nextWorker(here, 'SIGKILL')
    else kill(here.installation.postgres())
  }
}

/** Waits as long as events keep arriving. */
async function until(what: string, isTrue: () => boolean | Promise<boolean>): Promise<void> {
  const late = AbortSignal.timeout(arriveMsMax)
  while (!(await isTrue())) {
    assert.ok(!late.aborted, `${what} did not come about`)
    await setTimeout(pauseMs)
  }
}

const idsOf = ({ receiver }: Subscriber) => new Set(receiver.received.map(({ headers }) => headers['webhook-id']))

/** Asserts that repeated deliveries have identical bytes and a fresh signature. Returns how many there were. */
function mustBeConstant({ receiver, hook }: Subscriber): number {
  const bodies = new Map<string, string>()
  const signer = new Webhook(hook.secret)
  for (const { headers, body, event } of receiver.received) {
    const [id = '', at = ''] = [headers['webhook-id'], headers['webhook-timestamp']]
    assert.equal(event.id, id)
    assert.equal(headers['webhook-signature'], signer.sign(id, new Date(Number(at) * 1000), body))
    assert.equal(bodies.get(id) ?? body, body)
    bodies.set(id, body)
  }
  return receiver.received.length - bodies.size
}

/** Asserts that the deliveries equal the feed byte for byte without gaps, and that each task has its event. */
async function mustBeWhole({ retryingClient }: Fixtures, { person, receiver }: Subscriber): Promise<void> {
  const bodies = new Map(receiver.received.map(({ body, event }) => [event.sequence as number, body]))
  const names = new Set(receiver.received.map(({ event }) => event.data.task.externalId))
  assert.deepEqual([bodies.size, names.size], [tasksEach, tasksEach])
  for (let after = 0; after < tasksEach; after += 100) {
    const path = `/v1/events?after=${after}&limit=100`
    const { answer } = await retryingClient.retry('feed', () => person.b.get(path))
    const expected = Array.from({ length: 100 }, (_, index) => bodies.get(after + index + 1))
    assert.equal(
      answer.raw,
      `{"items":[${expected.join(',')}],"nextAfter":${after + 100},"hasMore":${after + 100 < tasksEach},"oldestSequence":1,"newestSequence":${tasksEach}}`,
    )
  }
}

async function mustBeRecordedOnce({ installation, server }: Fixtures, { person }: Subscriber): Promise<void> {
  const counts = await installation.within(server.url, ({ ctx }) =>
    ctx.db.one<Record<string, number>>(sql`
      select (select count(*) from events where account = ${person.id}::bigint
          and kind <> 'webhook.verification') as events,
        (select count(*) from offers where advertiser = ${person.id}::bigint) as offers,
        (select count(*) from deliveries where account = ${person.id}::bigint and status = 'Delivered'
          and not is_trial) as delivered`),
  )
  assert.deepEqual(counts, { events: tasksEach, offers: tasksEach, delivered: tasksEach })
}

test('with random kills of worker and database every committed event arrives with the same content each time', async (t) => {
  const rng = rngOf(t)
  const here = await scene(t)
  const all = Promise.all(here.subscribers.map((subscriber) => offerAll(here, subscriber)))
  await Promise.all([all, strikeAll(here, rng)])
  await until('most deliveries', () => arrived(here) >= events * 0.95)
  // Claims committed while the connection broke also wait for their lease.
  await nextWorker(here, 'SIGTERM')
  await until('every delivery', () => here.subscribers.every((each) => idsOf(each).size >= tasksEach))
  await here.worker.end('SIGTERM')
  const again = here.subscribers.map(mustBeConstant)
  for (const subscriber of here.subscribers) {
    await mustBeWhole(here, subscriber)
    await mustBeRecordedOnce(here, subscriber)
  }
  const sum = again.reduce((total, count) => total + count, 0)
  t.diagnostic(
    `${arrived(here)} requests, ${sum} of them again; ${JSON.stringify(here.retryingClient.results.outcomes)}`,
  )
  // A kill repeats no more deliveries than were in flight.
  assert.ok(sum <= (kills.worker + kills.postgres) * accounts * inFlightMax, `${sum} arrived again`)
  assert.deepEqual(here.retryingClient.results.wrong, [])
})
