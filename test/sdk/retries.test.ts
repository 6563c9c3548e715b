import assert from 'node:assert/strict'
import { describe, mock, test } from 'node:test'
import {
  ConnectionError,
  Marketplace,
  type MarketplaceOptions,
  ProblemError,
  TimeoutError,
} from '../../sdk/src/index.ts'
import { rngOf } from '../properties/rng.ts'
import { advertiser, membersOf, type Person, taskBody } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'

const market = await openMarket()
// Without jitter, retries follow at once.
mock.method(Math, 'random', () => 0)

type Fetch = typeof fetch
const clientOf = (person: Person, options: Partial<MarketplaceOptions> = {}) =>
  new Marketplace({ baseUrl: market.url, apiKey: person.key, ...options })

const answerOf = (status: number, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify({ code: 'temporarily_unavailable', status }), {
    status,
    headers: { 'content-type': 'application/problem+json', ...headers },
  })

/** Returns a fetch whose first requests end as the list says; later ones are sent. */
function faulty(faults: readonly ((send: () => Promise<Response>) => Promise<Response>)[]) {
  const keys: (string | null)[] = []
  const fetchWithFaults: Fetch = async (url, init) => {
    const fault = faults[keys.length]
    keys.push(new Headers(init?.headers).get('idempotency-key'))
    return fault ? fault(() => fetch(url, init)) : fetch(url, init)
  }
  return { fetch: fetchWithFaults, keys }
}

const refused = () => Promise.reject(new TypeError('fetch failed'))
const answerLost = async (send: () => Promise<Response>): Promise<never> => {
  await (await send()).text()
  throw new TypeError('terminated')
}
const truncated = async (send: () => Promise<Response>) => {
  const { status, headers } = await send()
  return new Response('{"id":', { status, headers: { 'content-type': headers.get('content-type') ?? '' } })
}
const overloaded = async () => answerOf(503, { 'retry-after': '0' })

describe('a request that got no answer', () => {
  test('is repeated with the same key, and takes effect once', async () => {
    const anna = await advertiser(market)
    const network = faulty([refused, answerLost, overloaded, truncated])
    const { tasks } = clientOf(anna, { fetch: network.fetch })
    const body = (await taskBody(market)) as Parameters<typeof tasks.create>[0]
    const task = await tasks.create(body)
    assert.deepEqual([network.keys.length, new Set(network.keys).size], [5, 1])
    const { items } = await clientOf(anna).tasks.list()
    assert.deepEqual(membersOf(items, 'id'), [task.id])
  })

  test('takes effect once, whatever is lost at random', async (t) => {
    const anna = await advertiser(market, { funds: 1000 })
    const random = rngOf(t)
    const faults = [refused, answerLost, overloaded, truncated]
    const lossy: Fetch = (url, init) => {
      const fault = faults[random.whole(8)]
      return fault ? fault(() => fetch(url, init)) : fetch(url, init)
    }
    const { tasks } = clientOf(anna, { fetch: lossy, maxRetries: 30 })
    const body = (await taskBody(market)) as Parameters<typeof tasks.create>[0]
    const made = await Promise.all(Array.from({ length: 30 }, () => tasks.create(body)))
    assert.equal(new Set(made.map(({ id }) => id)).size, 30)
    const balance = await clientOf(anna).balance.get()
    assert.deepEqual([balance.held, balance.available], ['66', '934'])
  })

  test('fails with the last error when its retries are used up', async () => {
    const anna = await advertiser(market)
    const { keys, fetch } = faulty(Array(9).fill(refused))
    await assert.rejects(clientOf(anna, { fetch, maxRetries: 2 }).balance.get(), ConnectionError)
    assert.equal(keys.length, 3)
  })
})

describe('a refusal', () => {
  test('is not repeated', async () => {
    const anna = await advertiser(market, { funds: 1 })
    const { keys, fetch } = faulty([])
    const { tasks } = clientOf(anna, { fetch })
    const body = (await taskBody(market)) as Parameters<typeof tasks.create>[0]
    await assert.rejects(tasks.create(body), { code: 'insufficient_funds' })
    assert.equal(keys.length, 1)
  })

  test('for the rate is repeated after the time that it names, unless that is too long', async () => {
    const anna = await advertiser(market)
    const { keys, fetch } = faulty([async () => answerOf(429, { 'retry-after': '0' })])
    assert.equal((await clientOf(anna, { fetch }).balance.get()).currency, 'USD')
    assert.equal(keys.length, 2)
    const patient = faulty([async () => answerOf(429, { 'retry-after': '3600' })])
    await assert.rejects(clientOf(anna, { fetch: patient.fetch }).balance.get(), ProblemError)
    assert.equal(patient.keys.length, 1)
  })

  test('by a proxy is an error without a problem', async () => {
    const anna = await advertiser(market)
    const { fetch } = faulty([async () => new Response('<h1>Forbidden</h1>', { status: 403 })])
    await assert.rejects(clientOf(anna, { fetch }).balance.get(), { code: 'unknown', status: 403, problem: undefined })
  })
})

describe('a caller', () => {
  test('stops a request and its retries', async () => {
    const anna = await advertiser(market)
    const stop = new AbortController()
    const { keys, fetch } = faulty(
      Array(9).fill(() => {
        stop.abort(new Error('No longer needed'))
        return refused()
      }),
    )
    await assert.rejects(clientOf(anna, { fetch }).balance.get({ signal: stop.signal }), /No longer needed/)
    assert.equal(keys.length, 1)
  })

  test('gets an error when no answer comes in time', async () => {
    const anna = await advertiser(market)
    const silent: Fetch = (_, init) =>
      new Promise((_, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      })
    const client = clientOf(anna, { fetch: silent, timeoutMs: 1, maxRetries: 0 })
    await assert.rejects(client.balance.get(), TimeoutError)
  })
})
