import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { startRedis, withoutRedis } from '../../../test/support/redis.ts'
import { promises } from '../../../test/support/scenarios/counters.ts'
import { hashOf } from '../../accounts/credential.ts'
import { sql } from '../sql.ts'
import { redisCounter } from './redis-counter.ts'

test('a Redis server is available', { skip: withoutRedis }, () => {})

describe('the counter of Redis', { skip: withoutRedis }, async () => {
  if (withoutRedis) return
  const redis = await startRedis()
  const market = await openMarket({ redisUrl: redis.url, keyRatePerMinute: 3 })
  const open = () => redisCounter(market.ctx.db, redis.url)
  for (const [what, hold] of Object.entries(promises)) test(what, (t) => hold({ market, open }, t))

  const person = () => advertiser(market, { funds: 0 })
  const statuses = async (b: { get(path: string): Promise<{ status: number }> }, many: number) => {
    const seen: number[] = []
    for (let sent = 0; sent < many; sent++) seen.push((await b.get('/v1/balance')).status)
    return seen
  }
  /** Waits until requests are counted in Redis again: requests counted locally do not appear there. */
  async function untilTogether(): Promise<void> {
    const counter = open()
    await counter.ready()
    for (;;) {
      const { b, key } = await person()
      await b.get('/v1/balance')
      const looked = { limits: [{ subject: hashOf(key).toString('base64'), most: 3 }], wanted: 0, owed: 0 }
      const [grant] = await counter.grant([looked])
      if (grant?.usages[0]?.used === 1) break
    }
    await counter.close()
  }

  test('is used instead of the database, which stores nothing', async () => {
    const { b } = await person()
    assert.deepEqual(await statuses(b, 4), [200, 200, 200, 429])
    const { kept } = await market.ctx.db.one<{ kept: number }>(sql`select count(*) as kept from request_counts`)
    assert.equal(kept, 0)
  })

  test('frozen: the process waits briefly, counts locally, and shares again after it resumes', async () => {
    const { b } = await person()
    redis.freeze()
    // Each of these is answered while Redis is frozen.
    assert.deepEqual(await statuses(b, 4), [200, 200, 200, 429])
    redis.wake()
    await untilTogether()
    assert.deepEqual(await statuses(b, 1), [429], 'what the process let pass alone still counts')
    assert.deepEqual(await statuses((await person()).b, 4), [200, 200, 200, 429])
  })

  test('killed: the process counts locally, and uses Redis again once it is back', async () => {
    await redis.kill()
    assert.deepEqual(await statuses((await person()).b, 4), [200, 200, 200, 429])
    await redis.start()
    await untilTogether()
    assert.deepEqual(await statuses((await person()).b, 4), [200, 200, 200, 429])
  })
})
