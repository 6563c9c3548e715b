import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDatabase } from '../../../test/support/database.ts'
import { openWire } from '../../../test/support/inputs/wire.ts'
import { openMarket } from '../../../test/support/market.ts'

test('a process is healthy while it answers, and ready while it reaches its database', async () => {
  const database = await makeDatabase()
  const wire = await openWire(database.url)
  const market = await openMarket({ databaseUrl: wire.url, requestsAtOnceMax: 1 })
  const ask = (path: string) => market.as().get(path)
  const [health, ready] = [await ask('/healthz'), await ask('/readyz')]
  assert.deepEqual(
    [health.status, health.body, ready.status, ready.body],
    [200, { status: 'ok' }, 200, { status: 'ready', failingJobs: [] }],
  )
  assert.equal(ready.headers.get('cache-control'), 'no-store')
  assert.equal((await market.as().post('/readyz')).status, 405)
  await wire.close()
  let away = await ask('/readyz')
  // An answer is cached for a moment.
  while (away.status === 200) away = await ask('/readyz')
  assert.deepEqual([away.status, away.body.code], [503, 'temporarily_unavailable'])
  assert.ok(away.headers.has('retry-after'))
  assert.equal((await ask('/healthz')).status, 200)
  await market.close()
  await database.drop()
})
