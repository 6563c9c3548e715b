import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  activeOffer,
  advertiser,
  expectOk,
  outcome,
  type Person,
  submittedWork,
  taskBody,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { type ReceivedEvent, receivedBy, tellAll } from '../../../test/support/scenarios/received-events.ts'
import { sql } from '../../platform/sql.ts'
import { sweptDays } from '../retention.ts'
import { sweepEvents } from './actions.ts'
import { waitsOfAccountMax } from './event.ts'

const market = await openMarket()
const { db } = market.ctx
const day = 86_400

/** Returns an advertiser with `count` drafts and as many events. */
async function withDrafts(count: number): Promise<Person> {
  const owner = await advertiser(market)
  const body = await taskBody(market, { draft: true })
  for (let made = 0; made < count; made++) expectOk(await owner.b.post('/v1/tasks', body))
  await tellAll(market)
  return owner
}
const feed = async ({ b }: Person, query = '') => expectOk(await b.get(`/v1/events${query}`))
const numbersOf = ({ items }: { items: ReceivedEvent[] }) => items.map(({ sequence }) => sequence)

describe('the feed of an account', () => {
  test('is empty before anything has happened or been dispatched', async () => {
    const owner = await advertiser(market)
    const none = { items: [], nextAfter: 0, hasMore: false, oldestSequence: 1, newestSequence: 0 }
    assert.deepEqual(await feed(owner), none)
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market)))
    assert.deepEqual(await feed(owner), none)
    assert.deepEqual((await feed(owner, '?after=7')).nextAfter, 7)
  })

  test('continues after the last page, each event once and in order', async () => {
    const owner = await withDrafts(5)
    const parts = []
    for (let after = 0, hasMore = true; hasMore; ) {
      const part = await feed(owner, `?limit=2&after=${after}`)
      parts.push(numbersOf(part))
      ;({ nextAfter: after, hasMore } = part)
    }
    assert.deepEqual(parts, [[1, 2], [3, 4], [5]])
    assert.deepEqual(await feed(owner, '?after=5'), {
      items: [],
      nextAfter: 5,
      hasMore: false,
      oldestSequence: 1,
      newestSequence: 5,
    })
    assert.deepEqual(numbersOf(await feed(owner, '?after=3')), [4, 5])
  })

  test('waits for an event, in a few requests of an account at once', async () => {
    const owner = await advertiser(market)
    const waiting = Array.from({ length: waitsOfAccountMax + 1 }, () => feed(owner, '?wait=20'))
    assert.deepEqual(numbersOf(await Promise.race(waiting)), [], 'one more than may wait is answered at once')
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    await tellAll(market)
    const told = await Promise.all(waiting)
    assert.deepEqual(told.map((each) => numbersOf(each).length).sort(), [0, ...waiting.slice(1).map(() => 1)])
  })

  test('is a stream of Server-Sent Events for those who accept one, which continues after the last id', async () => {
    const owner = await withDrafts(2)
    const accept = { accept: 'text/event-stream' }
    const left = new AbortController()
    const headers = { ...accept, authorization: `Bearer ${owner.key}`, 'last-event-id': '1' }
    const { body: stream } = await fetch(`${market.url}/v1/events`, { headers, signal: left.signal })
    const reader = stream?.pipeThrough(new TextDecoderStream()).getReader()
    const until = async (wanted: string) => {
      for (let text = ''; ; text += (await reader?.read())?.value ?? assert.fail('the stream has ended'))
        if (text.includes(wanted) && text.endsWith('\n\n')) return text
    }
    const second = await until('id: 2')
    assert.equal(second.includes('id: 1'), false)
    const { body } = await owner.b.get('/v1/events?after=1')
    assert.deepEqual(JSON.parse(second.match(/^data: (.*)$/m)?.[1] ?? ''), body.items[0])
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
    await tellAll(market)
    await until('id: 3')
    left.abort()
    const wrong = await owner.b.send('GET', '/v1/events', undefined, { ...accept, 'last-event-id': 'evt_1' })
    assert.deepEqual([outcome(wrong), wrong.body.errors[0].field], ['400 validation_error', 'Last-Event-ID'])
    assert.equal((await owner.b.send('HEAD', '/v1/events', undefined, accept)).status, 200)
  })

  test('filters by kind, and never scans the skipped events again', async () => {
    const { id, advertiser: owner } = await activeOffer(market, { slots: 2 })
    expectOk(await owner.b.post(`/v1/reports/${(await submittedWork(market, id)).id}/accept`))
    await submittedWork(market, id)
    await tellAll(market)
    const types = async (query: string) => (await feed(owner, query)).items.map(({ type }: ReceivedEvent) => type)
    assert.deepEqual(await types('?types=report.accepted,task.created'), ['task.created', 'report.accepted'])
    assert.deepEqual(await types('?types=report.submitted&types=report.accepted&after=3'), [
      'report.accepted',
      'report.submitted',
    ])
    assert.deepEqual(await feed(owner, '?types=balance.low'), {
      items: [],
      nextAfter: 5,
      hasMore: false,
      oldestSequence: 1,
      newestSequence: 5,
    })
    const { nextAfter, hasMore } = await feed(owner, '?types=report.submitted&limit=1')
    assert.deepEqual([nextAfter, hasMore], [3, true])
  })

  test('excludes test events, which have no number', async () => {
    const owner = await withDrafts(1)
    const { id } = await db.one<{ id: number }>(sql`
      insert into events (kind, account, data, body, dispatched_at, created_at)
      values ('webhook.test', ${owner.id}, '{}', '{}', now(), now()) returning id`)
    assert.deepEqual(numbersOf(await feed(owner)), [1])
    assert.equal(outcome(await owner.b.get(`/v1/events/evt_${id}`)), '404 event_not_found')
  })
})

describe('one event', () => {
  test('is read by its id, byte for byte as in the feed and as delivered', async () => {
    const owner = await withDrafts(2)
    const { raw } = await owner.b.get('/v1/events')
    const rows = await db.many<{ id: number; body: string }>(
      sql`select id, body from events where account = ${owner.id} order by id`,
    )
    for (const { id, body } of rows) {
      const answer = await owner.b.get(`/v1/events/evt_${id}`)
      assert.equal(answer.raw, body)
      assert.match(answer.headers.get('content-type') ?? '', /^application\/json/)
    }
    assert.equal(
      raw,
      `{"items":[${rows.map(({ body }) => body).join(',')}],"nextAfter":2,"hasMore":false,"oldestSequence":1,"newestSequence":2}`,
    )
  })

  test('of another account, unknown or undispatched is not found', async () => {
    const [owner, other] = [await withDrafts(1), await advertiser(market)]
    const [{ id }] = (await receivedBy(market, owner)) as [ReceivedEvent]
    assert.equal(outcome(await owner.b.get(`/v1/events/${id}`)), '200')
    assert.equal(outcome(await other.b.get(`/v1/events/${id}`)), '404 event_not_found')
    expectOk(await owner.b.post('/v1/tasks', await taskBody(market)))
    const { id: untold } = await db.one<{ id: number }>(
      sql`select max(id) as id from events where account = ${owner.id}`,
    )
    for (const unknown of [`evt_${untold}`, 'evt_999999', 'evt_0', id.slice(4), 'evt_x']) {
      assert.equal(outcome(await owner.b.get(`/v1/events/${unknown}`)), '404 event_not_found', unknown)
    }
  })
})

test('events are kept for thirty days, longer if still pending, and their numbers are not reused', async () => {
  const owner = await withDrafts(3)
  const [first] = await receivedBy(market, owner)
  await db.run(sql`
    insert into deliveries (endpoint, account, event, due_at, created_at)
    values (4711, ${owner.id}, ${Number(first?.id.slice(4))}, now(), now())`)
  market.pass(30 * day - 60)
  await sweepEvents(market.ctx)
  assert.deepEqual(numbersOf(await feed(owner)), [1, 2, 3])
  assert.equal((await feed(owner)).oldestSequence, 1)
  market.pass(120)
  assert.equal((await feed(owner)).oldestSequence, 4)
  market.pass((sweptDays - 30) * day)
  assert.ok((await sweepEvents(market.ctx)) >= 2)
  assert.deepEqual(numbersOf(await feed(owner)), [1])
  assert.equal((await feed(owner, '?after=1')).oldestSequence, 4, 'what came after the first is kept no more')
  await db.run(sql`update deliveries set due_at = null, ended_at = now()`)
  assert.equal(await sweepEvents(market.ctx), 1)
  expectOk(await owner.b.post('/v1/tasks', await taskBody(market, { draft: true })))
  await tellAll(market)
  assert.deepEqual(numbersOf(await feed(owner)), [4])
  const narrowed = await feed(owner, '?types=balance.low&after=2')
  assert.deepEqual([narrowed.items, narrowed.nextAfter, narrowed.oldestSequence], [[], 4, 4])
})

test('finds the first available number among many, with gaps', async () => {
  for (const [numbers, oldMax] of [
    [[1], 0],
    [[1], 1],
    [[2, 3, 7, 8, 20, 21, 64], 0],
    [[2, 3, 7, 8, 20, 21, 64], 7],
    [[2, 3, 7, 8, 20, 21, 64], 40],
    [[2, 3, 7, 8, 20, 21, 64], 64],
  ] as const) {
    const owner = await advertiser(market)
    await db.run(sql`
      insert into events (kind, account, data, created_at, sequence, body, dispatched_at)
      select 'task.created', ${owner.id}::bigint, '{}', ${db.now()}, number, '{}',
        ${db.now()} - case when number <= ${oldMax}::integer then 31 else 29 end * interval '1 day'
      from unnest(${numbers}::bigint[]) number`)
    await db.run(sql`
      insert into event_counters (account, last_sequence) values (${owner.id}::bigint, 64)
      on conflict (account) do update set last_sequence = excluded.last_sequence`)
    const { oldestSequence } = await feed(owner, '?after=64')
    assert.equal(oldestSequence, numbers.find((number) => number > oldMax) ?? 65)
  }
})
