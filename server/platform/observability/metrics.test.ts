import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { after, describe, test } from 'node:test'
import { deliverAll, deliveryWorkerFor, openReceiver, webhookTo } from '../../../test/support/fakes/receiver.ts'
import {
  activeOffer,
  advertiser,
  executor,
  expectOk,
  sendProof,
  submittedWork,
  workPath,
} from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { metricsAt } from '../../../test/support/scenarios/stats.ts'
import { checkLedger } from '../../audit/ledger-check/actions.ts'
import { measures } from '../../metrics.ts'
import { dispatchEvents } from '../../webhooks/events/actions-dispatch.ts'
import { startJobs } from '../jobs/jobs.ts'
import { recordMails } from '../mail/mail.ts'
import { openMetrics } from '../metrics-endpoint/metrics-endpoint.ts'
import { withFailureCount } from '../storage/metrics.ts'
import { declaredMetrics, exposeMetrics } from './metrics.ts'

// Before the server is created: otherwise it does not measure.
await exposeMetrics()
const market = await openMarket({ webhookAllowPrivate: true, anonymousRatePerMinute: 1_000 })
const { ctx } = market
const here = { host: '127.0.0.1', port: 0 }
const exposed = await openMetrics(here, ctx.db, measures)
after(exposed.close)
const figures = () => metricsAt(exposed.address)
const owner = await advertiser(market)

describe('requests', () => {
  test('are counted by route template, and refusals by code', async () => {
    const before = await figures()
    expectOk(await owner.b.get('/v1/balance'))
    assert.equal((await owner.b.get('/v1/tasks/4711')).status, 404)
    assert.equal((await market.as('mkt_at_no').get('/v1/balance?secret=planted')).status, 401)
    assert.equal((await market.as().get('/nothing/here/planted')).status, 404)
    const now = await figures()
    const grown = (name: string, ...labels: string[]) =>
      (now.of(name, ...labels) ?? 0) - (before.of(name, ...labels) ?? 0)
    const count = 'market_http_request_duration_seconds_count'
    assert.equal(grown(count, 'method="GET"', 'route="/v1/balance"', 'status="2xx"'), 1)
    assert.equal(grown(count, 'route="/v1/balance"', 'status="4xx"'), 1)
    assert.equal(grown(count, 'route="none"', 'status="4xx"'), 1)
    assert.equal(grown('market_refusals_total', 'code="task_not_found"'), 1)
    // Only in labels: the digits occur in values by chance.
    assert.doesNotMatch(now.text, /\{[^}]*(?:4711|planted)/)
    assert.equal(now.of('market_http_requests_under_way'), 0)
  })

  test('with unknown methods share one label', async () => {
    for (const method of ['PROPFIND', 'MKCOL', 'SEARCH']) await market.as().send(method, '/v1/balance')
    assert.doesNotMatch((await figures()).text, /PROPFIND|MKCOL|SEARCH/)
  })

  test('whose clients disconnect are counted as ended', async () => {
    const socket = connect(Number(new URL(market.url).port), '127.0.0.1')
    socket.write(
      'POST /v1/tasks HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{"a"',
    )
    const shown = async (wanted: number) => {
      for (let tries = 0; tries < 10_000; tries++)
        if ((await figures()).of('market_http_requests_under_way') === wanted) return
      assert.fail(`there are never ${wanted} requests under way`)
    }
    await shown(1)
    socket.destroy()
    await shown(0)
    assert.equal((await figures()).of('market_http_request_duration_seconds_count', 'status="none"'), 1)
  })

  test('with files are counted as uploads', async () => {
    const offer = await activeOffer(market, { advertiser: owner })
    const worker = await executor(market)
    await worker.a.post(`${workPath(offer.id)}/reserve`)
    expectOk(await sendProof(worker, offer.id))
    assert.equal((await figures()).of('market_uploads_total', 'status="2xx"'), 1)
  })
})

describe('metrics of the database', () => {
  test('include queues, slots, ledger and mails', async () => {
    const offer = await activeOffer(market, { advertiser: owner, slots: 3 })
    await submittedWork(market, offer.id)
    await recordMails(ctx.db, [{ recipient: 'a@example.com', subject: 'Hi', body: 'Text' }])
    await checkLedger(ctx)
    const own = await openMetrics(here, ctx.db, measures)
    const now = await metricsAt(own.address)
    assert.equal(now.of('market_database_up'), 1)
    assert.ok((now.of('market_slots', 'state="open"') ?? 0) >= 2)
    assert.equal(now.of('market_executions_to_review'), 1)
    assert.equal(now.of('market_books_balanced'), 1)
    assert.equal(now.of('market_mails_waiting'), 1)
    assert.ok((now.of('market_events_waiting') ?? 0) > 0)
    assert.ok((now.of('market_database_size_bytes') ?? 0) > 1_000_000)
    assert.ok((now.of('market_database_connections', 'state="idle"') ?? 0) > 0)
    assert.ok((now.of('market_database_statement_duration_seconds_count') ?? 0) > 0)
  })

  test('report the age of a queue by the clock of the installation', async () => {
    const { url } = await openReceiver()
    await dispatchEvents(ctx, market.logger)
    await webhookTo(owner, url, { events: ['task.created'] })
    expectOk(await owner.b.post('/v1/tasks', { offerPriceId: 1, title: 'One', totalLimit: 1, draft: true }))
    market.pass(100)
    await dispatchEvents(ctx, market.logger)
    market.pass(50)
    for (const one of measures) await one.read(ctx.db)
    const now = await figures()
    assert.equal(now.of('market_events_waiting'), 0)
    assert.equal(now.of('market_deliveries_due'), 1)
    assert.equal(Math.round(now.of('market_deliveries_oldest_age_seconds') ?? 0), 50)
    await deliverAll(deliveryWorkerFor(market))
    assert.equal((await figures()).of('market_delivery_attempts_total', 'status="Delivered"'), 1)
    assert.equal((await figures()).of('market_delivery_delay_seconds_count'), 1)
  })
})

test('a job reports its last success, its failures and its items', async () => {
  const rung = Promise.withResolvers<void>()
  let runs = 0
  const run = async () => {
    if (++runs === 1) throw new Error('as planned')
    if (runs === 3) rung.resolve()
    return 2
  }
  const jobs = startJobs([{ name: 'a job of this test', everySeconds: 0.001, run }], ctx, market.logger)
  await rung.promise
  await jobs.stop()
  const now = await figures()
  assert.equal(now.of('market_job_failures_total', 'name="a job of this test"'), 1)
  assert.ok((now.of('market_job_done_total', 'name="a job of this test"') ?? 0) >= 4)
  assert.ok((now.of('market_job_last_success_timestamp_seconds', 'name="a job of this test"') ?? 0) > 1.7e9)
  assert.equal(now.of('market_job_interval_seconds', 'name="a job of this test"'), 0.001)
  assert.ok((now.of('market_job_duration_seconds_count', 'name="a job of this test"') ?? 0) >= 3)
})

test('a storage failure is counted and still thrown', async () => {
  const broken = withFailureCount({ ...ctx.storage, open: () => Promise.reject(new Error('away')) })
  await assert.rejects(broken.open('x'), /away/)
  assert.equal((await figures()).of('market_storage_failures_total', 'operation="open"'), 1)
})

test('every metric follows the conventions and is exposed', async () => {
  const { text } = await figures()
  for (const { name, kind, help } of declaredMetrics()) {
    assert.match(text, new RegExp(`^# TYPE ${name} ${kind}$`, 'm'))
    assert.match(help, /^[A-Z].*\.$/)
    assert.equal(name.endsWith('_total'), kind === 'counter', name)
    if (kind === 'histogram') assert.match(name, /_seconds$/)
  }
})

describe('the listener', () => {
  test('serves only /metrics, and refuses POST', async () => {
    const status = async (path: string, method = 'GET') =>
      (await fetch(new URL(path, exposed.address), { method })).status
    assert.deepEqual(
      [await status('/'), await status('/v1/balance'), await status('/metrics', 'POST')],
      [404, 404, 405],
    )
  })

  test('reports a port that is in use', async () => {
    const { port } = new URL(exposed.address)
    await assert.rejects(openMetrics({ ...here, port: Number(port) }, ctx.db, []), /Set METRICS_PORT to another one/)
  })
})
