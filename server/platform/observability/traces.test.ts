import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { attributeOf, openCollector, type ReceivedSpan } from '../../../test/support/fakes/collector.ts'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import { activeOffer, advertiser, executor, expectOk, workPath } from '../../../test/support/fixtures.ts'
import { jobNamed } from '../../../test/support/jobs.ts'
import { openMarket } from '../../../test/support/market.ts'
import { summaryOf } from '../database/statements.ts'
import { startJobs } from '../jobs/jobs.ts'
import { traceIn } from './traces.ts'
import { openTraces } from './traces-otlp.ts'

const eventsToDispatch = jobNamed('dispatch events')

const lines: string[] = []
const log = { warn: (...words: unknown[]) => void lines.push(JSON.stringify(words)) }
const always = { basisPoints: 10_000, continues: false, log }
const remote = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' }
const traceparent = `00-${remote.traceId}-${remote.spanId}-01`

/** Returns the spans recorded during the work. */
async function traced(work: () => Promise<unknown>, options: Partial<Parameters<typeof openTraces>[0]> = {}) {
  const collector = await openCollector()
  const close = await openTraces({ ...always, url: collector.url, ...options })
  await work()
  await close()
  return collector
}

const named = (spans: readonly ReceivedSpan[], name: string): ReceivedSpan => {
  const found = spans.find((span) => span.name === name)
  return found ?? assert.fail(`no span ${name} among ${spans.map((span) => span.name).join(', ')}`)
}

describe('a request', () => {
  test('has a span, and a child span for each statement; none contains values', async () => {
    const { spans, raw, headers } = await traced(
      async () => {
        const market = await openMarket()
        const owner = await advertiser(market)
        const answer = await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'Planted words', totalLimit: 1 })
        assert.equal(answer.status, 201)
      },
      { headers: 'authorization=Bearer%20planted,x-tenant=7' },
    )
    const request = named(spans, 'POST /v1/tasks')
    assert.equal(attributeOf(request, 'http.route'), '/v1/tasks')
    assert.equal(Number(attributeOf(request, 'http.response.status_code')), 201)
    assert.match(String(attributeOf(request, 'market.request_id')), /^req_/)
    const parts = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
    assert.ok(
      parts.some(({ name }) => name.startsWith('write ') && name.includes('offers')),
      parts.map(({ name }) => name).join(),
    )
    assert.ok(parts.every(({ traceId }) => traceId === request.traceId))
    assert.doesNotMatch(raw.join(), /Planted words|mkt_|@example/)
    assert.equal(headers[0]?.['authorization'], 'Bearer planted')
    assert.equal(headers[0]?.['path'], '/v1/traces')
  })

  test('is linked to the client’s trace, or continues it if configured', async () => {
    const ask = async () => {
      const market = await openMarket()
      await market.as().send('GET', '/v1/balance', undefined, { traceparent })
      await market.as().send('GET', '/v1/tasks', undefined, { traceparent: `${traceparent}; drop` })
    }
    const linked = (await traced(ask)).spans
    const first = named(linked, 'GET /v1/balance')
    assert.notEqual(first.traceId, remote.traceId)
    assert.equal(first.links?.[0]?.traceId, remote.traceId)
    assert.deepEqual(named(linked, 'GET /v1/tasks').links ?? [], [])
    const continued = named((await traced(ask, { continues: true, basisPoints: 0 })).spans, 'GET /v1/balance')
    assert.deepEqual([continued.traceId, continued.parentSpanId], [remote.traceId, remote.spanId])
  })

  test('that is not sampled leaves no span, whatever its client sends', async () => {
    const { spans } = await traced(
      async () => {
        const market = await openMarket()
        await market.as().send('GET', '/v1/balance', undefined, { traceparent })
      },
      { basisPoints: 0 },
    )
    assert.deepEqual(spans, [])
  })

  test('in a batch: one has the statement’s span, which is linked to the others', async () => {
    const { spans } = await traced(async () => {
      const market = await openMarket()
      const offer = await activeOffer(market, { slots: 10 })
      const workers = await Promise.all(Array.from({ length: 5 }, () => executor(market)))
      await Promise.all(workers.map(({ a }) => a.post(`${workPath(offer.id)}/reserve`)))
    })
    const requests = spans.filter(({ name }) => name === 'POST /api/executor/offers/:offerId/reserve')
    assert.equal(requests.length, 5)
    const shared = spans.find(({ links, name }) => (links?.length ?? 0) > 0 && name.startsWith('write '))
    const ids = new Set(requests.map(({ spanId }) => spanId))
    assert.ok(shared && ids.has(shared.parentSpanId ?? ''))
    assert.ok(shared.links?.every(({ spanId }) => ids.has(spanId)))
  })
})

test('a job run that did work has a span, and its delivery a traceparent', async () => {
  const receiver = await openReceiver()
  const { spans } = await traced(async () => {
    const market = await openMarket({ webhookAllowPrivate: true })
    const owner = await advertiser(market)
    await webhookTo(owner, receiver.url, { events: ['task.created'] })
    expectOk(await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'One', totalLimit: 1, draft: true }))
    const idle = Promise.withResolvers<void>()
    const run: typeof eventsToDispatch.run = async (...words) => {
      const done = await eventsToDispatch.run(...words)
      if (done === 0) idle.resolve()
      return done
    }
    const jobs = startJobs([{ ...eventsToDispatch, everySeconds: 0.01, run }], market.ctx, market.logger)
    await idle.promise
    await jobs.stop()
    assert.equal(await deliverAll(deliveryWorkerFor(market)), 1)
  })
  const runs = spans.filter(({ name }) => name === 'job dispatch events')
  assert.equal(runs.length, 1)
  assert.ok(spans.some(({ parentSpanId }) => parentSpanId === runs[0]?.spanId))
  const attempt = named(spans, 'POST webhook')
  assert.equal(receiver.received[0]?.headers['traceparent'], `00-${attempt.traceId}-${attempt.spanId}-01`)
  assert.equal(
    attributeOf(attempt, 'market.request_id'),
    attributeOf(named(spans, 'POST /v1/tasks'), 'market.request_id'),
  )
  assert.equal(attributeOf(attempt, 'market.status'), 'Delivered')
  assert.doesNotMatch(JSON.stringify(attempt), /127\.0\.0\.1/)
})

test('an unreachable trace receiver delays no request, and is logged once', async () => {
  lines.length = 0
  const close = await openTraces({ ...always, url: 'http://127.0.0.1:1' })
  const market = await openMarket()
  const owner = await advertiser(market)
  for (let count = 0; count < 20; count++) expectOk(await owner.b.get('/v1/balance'))
  await close()
  assert.equal(lines.filter((line) => line.includes('traces cannot be sent')).length, 1)
  assert.ok(lines.every((line) => !line.includes(owner.key)))
})

test('a statement is named by its tables, without values', () => {
  const text = `with asked as materialized (select * from unnest($1::bigint[])), gone as (delete from holds where id = 1)
    insert into entries select * from asked join accounts on note = 'from secrets' where x = 'it''s from within'`
  assert.equal(summaryOf(text), 'write holds entries')
  assert.equal(
    summaryOf("select * from offers join prices on true where title = E'a\\' from hidden'"),
    'select offers prices',
  )
  assert.equal(summaryOf('select 1'), 'select')
})

test('parses a valid traceparent', () => {
  assert.deepEqual(traceIn(traceparent), { ...remote, traceFlags: 1, isRemote: true })
  const wrong = [
    undefined,
    '',
    `01${traceparent.slice(2)}`,
    traceparent.toUpperCase(),
    `${traceparent}-x`,
    ` ${traceparent}`,
  ]
  for (const text of [
    ...wrong,
    `00-${'0'.repeat(32)}-${remote.spanId}-01`,
    `00-${remote.traceId}-${'0'.repeat(16)}-01`,
  ])
    assert.equal(traceIn(text), undefined, text)
})
