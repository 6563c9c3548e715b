import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openMarket } from '../../../test/support/market.ts'

const allowed = 'https://app.example'
const shared = await openMarket({ corsOrigins: [allowed, 'http://localhost:3000'], anonymousRatePerMinute: 5 })
const closed = await openMarket()

const preflight = (url: string, path: string, origin: string, method = 'POST') =>
  fetch(`${url}${path}`, {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': 'authorization, content-type, idempotency-key, if-match',
    },
  })
const named = (answer: Response, name: string) => answer.headers.get(`access-control-${name}`)

describe('with CORS_ORIGINS', () => {
  test('a listed origin may call the API, and preflights count for no limit', async () => {
    for (let request = 0; request < 8; request++) {
      const answer = await preflight(shared.url, '/v1/tasks', allowed)
      assert.equal(answer.status, 204)
      assert.equal(named(answer, 'allow-origin'), allowed)
      assert.match(named(answer, 'allow-headers') ?? '', /Authorization.*Idempotency-Key.*If-Match/)
      assert.match(named(answer, 'allow-methods') ?? '', /PATCH/)
      assert.equal(named(answer, 'allow-credentials'), null)
    }
  })

  test('a listed origin reads answers and their headers, also of refusals', async () => {
    const answer = await fetch(`${shared.url}/v1/tasks`, { headers: { origin: 'http://localhost:3000' } })
    assert.equal(answer.status, 401)
    assert.equal(named(answer, 'allow-origin'), 'http://localhost:3000')
    assert.match(named(answer, 'expose-headers') ?? '', /ETag.*RateLimit.*Retry-After/)
    assert.match(answer.headers.get('vary') ?? '', /Origin/)
  })

  test('an unknown path stays unknown, and a known one names its methods', async () => {
    assert.equal((await fetch(`${shared.url}/v1/nowhere`)).status, 404)
    const answer = await fetch(`${shared.url}/v1/balance`, { method: 'PROPFIND' })
    assert.equal(answer.status, 405)
    assert.match(answer.headers.get('allow') ?? '', /^GET, HEAD/)
  })

  test('no other origin may, and no page may use the console with its cookie', async () => {
    for (const [path, origin] of [
      ['/v1/tasks', 'https://app.example.evil.example'],
      ['/v1/tasks', 'http://app.example'],
      ['/v1/tasks', 'null'],
      ['/console/api/settings/keys', allowed],
    ] as const) {
      const answer = await preflight(shared.url, path, origin)
      assert.equal(named(answer, 'allow-origin'), null, `${path} ${origin}`)
    }
  })
})

test('without CORS_ORIGINS no origin may call the API', async () => {
  const answer = await preflight(closed.url, '/v1/tasks', allowed)
  assert.equal(answer.status, 405)
  assert.equal(named(answer, 'allow-origin'), null)
})
