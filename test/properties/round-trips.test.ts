import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Answer } from '../support/client.ts'
import {
  activeOffer,
  executor,
  expectOk,
  proof,
  readyWork,
  submittedWork,
  theOperator,
  workPath,
} from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()

/** Returns how many statements a request takes. */
async function cost(ask: () => Promise<Answer>): Promise<number> {
  const before = market.ctx.db.sent()
  expectOk(await ask())
  return market.ctx.db.sent() - before
}

const costs = async (asks: Record<string, () => Promise<Answer>>): Promise<Record<string, number>> => {
  const found: Record<string, number> = {}
  for (const [name, ask] of Object.entries(asks)) found[name] = await cost(ask)
  return found
}

test('the most frequent operations take two statements: facts, and one write', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 10 })
  const { a } = await executor(market)
  const [one, two] = [await submittedWork(market, id), await submittedWork(market, id)]
  const worker = await executor(market)
  const body = await readyWork(worker, id)
  assert.deepEqual(
    await costs({
      reserve: () => a.post(`${workPath(id)}/reserve`),
      cancel: () => a.post(`${workPath(id)}/reservation/cancel`),
      submit: () => worker.a.post(`${workPath(id)}/submit-execution`, body),
      accept: () => owner.b.post(`/v1/reports/${one.id}/accept`),
      reject: () => owner.b.post(`/v1/reports/${two.id}/reject`, { reason: 'Not what was asked' }),
    }),
    { reserve: 2, cancel: 2, submit: 2, accept: 2, reject: 2 },
  )
})

test('a repeated request only reads', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 10 })
  const worker = await executor(market)
  const body = await readyWork(worker, id)
  const [one, two] = [await submittedWork(market, id), await submittedWork(market, id)]
  expectOk(await owner.b.post(`/v1/reports/${one.id}/accept`))
  expectOk(await owner.b.post(`/v1/reports/${two.id}/reject`, { reason: 'Not what was asked' }))
  const submit = () => worker.a.post(`${workPath(id)}/submit-execution`, body)
  const reserved = await costs({ reserve: () => worker.a.post(`${workPath(id)}/reserve`) })
  expectOk(await submit())
  const again = await costs({
    submit,
    accept: () => owner.b.post(`/v1/reports/${one.id}/accept`),
    reject: () => owner.b.post(`/v1/reports/${two.id}/reject`, { reason: 'Not what was asked' }),
  })
  assert.deepEqual({ ...reserved, ...again }, { reserve: 2, submit: 1, accept: 1, reject: 1 })
})

test('an expired reservation adds no statement to the next one', async () => {
  const { id } = await activeOffer(market, { slots: 1 })
  const { a } = await executor(market)
  expectOk(await a.post(`${workPath(id)}/reserve`))
  market.pass(3600)
  // One statement for the facts; one that ends the old reservation and inserts the new one.
  assert.equal(await cost(() => a.post(`${workPath(id)}/reserve`)), 2)
})

test('read operations take one statement', async () => {
  const { id, advertiser: owner } = await activeOffer(market, { slots: 10 })
  const work = await submittedWork(market, id)
  const operator = await theOperator(market)
  const fresh = await executor(market)
  expectOk(await fresh.a.post(`${workPath(id)}/reserve`))
  const file = new URL(await proof(fresh, id)).pathname
  const looks = {
    a: ['categories', 'platforms', 'prices', 'countries', 'add-ons', ''].map(
      (part) => `/api/advertiser/offers/${part}`,
    ),
    b: [
      `tasks/${id}`,
      'tasks',
      'reports',
      `reports/${work.id}`,
      `tasks/${id}/reports`,
      'balance',
      'balance/transactions',
    ],
    executor: [`offers/available/${id}`, 'reservations', 'executions', 'balance', 'transactions'],
  }
  const asks = [
    ...looks.a.map((path) => [path.replace(/\/$/, ''), owner.a] as const),
    ...looks.b.map((path) => [`/v1/${path}`, owner.b] as const),
    ...looks.executor.map((path) => [`/api/executor/${path}`, fresh.a] as const),
    [`/api/executor/executions/${work.id}`, work.executor.a] as const,
    [`/api/advertiser/offers/${id}`, owner.a] as const,
    ['/api/operator/offers', operator.a] as const,
    [file, fresh.a] as const,
  ]
  // Callers are cached for one second, and the catalog after the first offer is opened.
  for (const [path, client] of asks) {
    expectOk(await client.get(path))
    const ask = () => client.get(path)
    // Countries are in memory, so nothing is read.
    const expected = path.endsWith('/countries') ? 0 : 1
    assert.equal(Math.min(await cost(ask), await cost(ask)), expected, path)
  }
})

test('the list of available offers takes four statements: index changes, offers of the page, executor, limited offers', async () => {
  await activeOffer(market)
  const { a } = await executor(market)
  const list = () => a.get('/api/executor/offers/available')
  // The first request also loads the caller and the new offer.
  expectOk(await list())
  assert.equal(await cost(list), 4)
})

test('the list of available offers takes no statement within the maximum age of the index', async () => {
  const lagging = await openMarket({ listLagMs: 2000 })
  await activeOffer(lagging)
  lagging.pass(5)
  const { a } = await executor(lagging)
  const list = () => a.get('/api/executor/offers/available')
  expectOk(await list())
  const before = lagging.ctx.db.sent()
  assert.equal(expectOk(await list()).totalCount, 1)
  assert.equal(lagging.ctx.db.sent() - before, 0)
})
