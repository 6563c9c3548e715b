import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '../../../test/support/client.ts'
import { advertiser } from '../../../test/support/fixtures.ts'
import { sendRaw } from '../../../test/support/inputs/raw.ts'
import { openMarket, sharedCounting } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createKey } from '../actions.ts'

/** With more requests at once, a busy machine is so slow that the server closes connections that are still waiting. */
const concurrentMax = 100

/** Sends this many requests. Returns how many were granted. */
async function passed(client: Client, many: number): Promise<number> {
  let granted = 0
  for (let left = many; left > 0; left -= concurrentMax) {
    const requests = Array.from({ length: Math.min(left, concurrentMax) }, () => client.get('/v1/balance'))
    for (const { status } of await Promise.all(requests)) {
      assert.ok(status === 200 || status === 429)
      if (status === 200) granted++
    }
  }
  return granted
}

test('of a hundred requests before the edge of the minute and a hundred after it, a hundred pass', async () => {
  const market = await openMarket({ ...sharedCounting, keyRatePerMinute: 100 })
  const { b } = await advertiser(market)
  market.pass(59.9)
  assert.equal(await passed(b, 100), 100)
  market.pass(0.2)
  assert.equal(await passed(b, 100), 0)
  market.pass(60)
  assert.equal(await passed(b, 110), 100)
})

test('while another session holds the counter’s lock in the database requests are counted by this process alone, and together again after the lock is released', async () => {
  const market = await openMarket({ keyRatePerMinute: 5 })
  const { db } = market.ctx
  const { b, email } = await advertiser(market)
  const other = await createKey(market.ctx, { email })
  assert.equal(await passed(b, 2), 2)
  await db.transaction(async (holder) => {
    await holder.run(sql`lock table request_counts`)
    // All of these are answered while the counter is blocked; it is released only after them.
    assert.equal(await passed(b, 6), 3, 'what passed before is still known')
    assert.equal(await passed(market.as(other.secret), 7), 5)
  })
  const total = async () => db.one<{ sum: number }>(sql`select sum(counted)::bigint as sum from request_counts`)
  const before = (await total()).sum
  while ((await total()).sum <= before) await passed((await advertiser(market)).b, 1)
  assert.equal(await passed(b, 3), 0)
  market.pass(60)
  assert.equal(await passed(b, 6), 5)
})

describe('the client’s address', () => {
  const ask = async (url: string, forwarded: string): Promise<number> => {
    const { headers } = await sendRaw(url, 'GET', '/nowhere', { 'x-forwarded-for': forwarded })
    return Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1])
  }
  test('is not taken from headers of untrusted clients', async () => {
    const { url } = await openMarket({ anonymousRatePerMinute: 9 })
    assert.deepEqual([await ask(url, '192.0.2.1'), await ask(url, '192.0.2.2')], [8, 7])
  })
  test('is taken from a trusted proxy, which ignores what the client claims', async () => {
    const { url } = await openMarket({ anonymousRatePerMinute: 9, trustedProxies: ['10.0.0.0/8', '127.0.0.1'] })
    assert.deepEqual([await ask(url, '192.0.2.1'), await ask(url, '192.0.2.2')], [8, 8])
    assert.deepEqual([await ask(url, '198.51.100.7, 192.0.2.1'), await ask(url, '::ffff:192.0.2.1, 10.1.1.1')], [7, 6])
    assert.deepEqual([await ask(url, '2001:db8:1:2::1'), await ask(url, '2001:db8:1:2:ffff::2')], [8, 7])
    assert.deepEqual([await ask(url, '2001:db8:1:3::1'), await ask(url, 'unknown')], [8, 8])
  })
})
