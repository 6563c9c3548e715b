import assert from 'node:assert/strict'
import { type IncomingHttpHeaders, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { describe, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { activeOffer, executor, membersOf } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'

const market = await openMarket()
for (let offer = 0; offer < 8; offer++) await activeOffer(market)
const worker = await executor(market)
const longPath = '/api/executor/offers/available'

type Sent = { readonly status: number | undefined; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

/** Sends a request with node:http, which neither asks for compression nor decodes it. */
const send = (path: string, encoding?: string, method = 'GET') =>
  new Promise<Sent>((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${worker.token}`,
      ...(encoding === undefined ? {} : { 'accept-encoding': encoding }),
    }
    request(market.url + path, { method, headers }, async (response) => {
      resolve({ status: response.statusCode, headers: response.headers, body: await buffer(response) })
    })
      .on('error', reject)
      .end()
  })

describe('a long JSON response', () => {
  test('is compressed as the client prefers', async () => {
    const plain = await send(longPath)
    assert.deepEqual([plain.headers['content-encoding'], plain.headers.vary], [undefined, 'Accept-Encoding'])
    assert.ok(plain.body.length > 2048)
    for (const [accepted, expected, decode] of [
      ['gzip', 'gzip', gunzipSync],
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['br;q=0.5, gzip', 'gzip', gunzipSync],
      ['*', 'br', brotliDecompressSync],
    ] as const) {
      const { headers, body } = await send(longPath, accepted)
      assert.equal(headers['content-encoding'], expected, accepted)
      assert.equal(Number(headers['content-length']), body.length)
      assert.ok(body.length < plain.body.length / 2)
      const { items } = JSON.parse(decode(body).toString())
      assert.deepEqual(
        membersOf(items, 'id'),
        JSON.parse(plain.body.toString()).items.map(({ id }: { id: number }) => id),
      )
    }
  })
  test('stays plain for clients that refuse compression or name nothing known', async () => {
    for (const accepted of ['', 'identity', 'br;q=0, gzip;q=0', 'zstd', ';;q=,br;q=abc', 'x'.repeat(5_000)]) {
      const { status, headers, body } = await send(longPath, accepted)
      assert.equal(status, 200)
      if (headers['content-encoding'] === undefined) JSON.parse(body.toString())
      else assert.match(accepted, /br/)
    }
  })
  test('answers HEAD with the headers of the compressed response', async () => {
    const { headers, body } = await send(longPath, 'gzip', 'HEAD')
    assert.deepEqual([headers['content-encoding'], body.length], ['gzip', 0])
    assert.ok(Number(headers['content-length']) > 0)
  })
})

test('a short response is not compressed', async () => {
  const { status, headers } = await send('/api/executor/offers/999999999', 'br, gzip')
  assert.deepEqual([status, headers['content-encoding'], headers.vary], [404, undefined, undefined])
})
