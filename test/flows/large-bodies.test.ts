import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKey } from '../../server/accounts/actions.ts'
import { advertiser, executor, outcome } from '../support/fixtures.ts'
import { sendBytes } from '../support/inputs/raw.ts'
import { openMarket, sharedCounting } from '../support/market.ts'

const market = await openMarket()
const owner = await advertiser(market)
const worker = await executor(market)
const { secret: readOnly } = await createKey(market.ctx, { email: owner.email, scopes: ['reports:read'] })
const mebibytes = 4 * 1024 * 1024

/** Headers of a request that announces a large body but sends none of it. */
const headOf = (route: string, bearer: string | undefined): string =>
  [
    `${route} HTTP/1.1`,
    'Host: x',
    ...(bearer === undefined ? [] : [`Authorization: Bearer ${bearer}`]),
    'Content-Type: application/json',
    `Content-Length: ${mebibytes / 4}`,
    'Connection: close',
    '\r\n',
  ].join('\r\n')

describe('a caller without permission for a large body is refused before its first byte', () => {
  const routes = ['POST /v1/reports/bulk', 'POST /v1/reports/import', 'PUT /api/operator/catalog']
  for (const route of routes) {
    test(`${route} without a credential: 401`, async () =>
      assert.deepEqual((await sendBytes(market.url, headOf(route, undefined))).statuses, [401]))
    test(`${route} with a credential of the other group: 401`, async () =>
      assert.deepEqual(
        (await sendBytes(market.url, headOf(route, route.includes('/v1/') ? owner.token : owner.key))).statuses,
        [401],
      ))
  }
  test('an import with a key that lacks the scope: 403', async () => {
    const { output, statuses } = await sendBytes(market.url, headOf('POST /v1/reports/import', readOnly))
    assert.deepEqual(statuses, [403])
    assert.match(output, /insufficient_scope/)
  })
  test('a catalog from a caller who is not an operator: 403', async () =>
    assert.deepEqual((await sendBytes(market.url, headOf('PUT /api/operator/catalog', worker.token))).statuses, [403]))
  test('an import beyond the rate limit: 429, even if the scope is missing', async () => {
    const scarce = await openMarket({ ...sharedCounting, keyRatePerMinute: 1 })
    const { email } = await advertiser(scarce)
    const { secret } = await createKey(scarce.ctx, { email, scopes: ['tasks:read'] })
    const statuses = async () => (await sendBytes(scarce.url, headOf('POST /v1/reports/import', secret))).statuses
    assert.deepEqual([await statuses(), await statuses()], [[403], [429]])
  })
})

test('an authorized caller gets the error in its large body', async () => {
  const csv = `id,action\n${'\n'.repeat(mebibytes / 2 - 1000)}`
  assert.equal(outcome(await owner.b.post('/v1/reports/import', { csv })), '400 validation_error')
})
