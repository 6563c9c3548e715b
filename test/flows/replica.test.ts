import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { advertiser, executor, expectOk, operator, taskBody } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { startPair } from '../support/replica.ts'

const rounds = 20
/** Limits the rounds and reads until one is answered by the replica, which lags on a busy machine. */
const triesMax = 3_000

const pair = await startPair()
const market = await openMarket({ databaseUrl: pair.url, databaseReadUrl: pair.readUrl })
after(() => pair.close())
const answered = () => market.ctx.db.readCounts()?.answered ?? 0

test('a market with a replica shows fresh writes in its lists', async () => {
  const [{ b }, body, boss] = [
    await advertiser(market, { funds: 10_000 }),
    await taskBody(market),
    await operator(market),
  ]
  // Retried because the first request waits for connections, after which the replica has a cool-off.
  while (answered() === 0) expectOk(await b.get('/v1/tasks'))
  const before = answered()
  for (let round = 1; round <= rounds || (answered() === before && round < triesMax); round++) {
    const { id } = expectOk(await b.post('/v1/tasks', { ...body, title: `Number ${round}`, totalLimit: 1 }))
    const list = expectOk(await b.get('/v1/tasks?sort=-createdAt'))
    assert.deepEqual([list.totalCount, list.items[0].id], [round, id])
  }
  assert.ok(answered() > before, 'the replica answered nothing')
  const { items } = expectOk(await boss.a.get('/api/operator/accounts'))
  assert.equal(items[0].email, boss.email)
})

/** Lists and reports for each role. */
const listsFor = {
  integrator: [
    '/v1/tasks',
    '/v1/reports',
    '/v1/reports?status=Accepted&status=Rejected',
    '/v1/events?after=0',
    '/v1/executor-lists',
    '/v1/disputes',
    '/v1/balance/transactions',
  ],
  advertiser: ['offers', 'deposits', 'figures', 'statement'].map((name) => `/api/advertiser/${name}`),
  executor: ['reservations', 'executions', 'disputes', 'withdrawals', 'transactions', 'statement'].map(
    (name) => `/api/executor/${name}`,
  ),
  operator: ['offers', 'withdrawals', 'deposits', 'accounts', 'disputes', 'figures', 'audit', 'guarantee'].map(
    (name) => `/api/operator/${name}`,
  ),
}

test('each list and report is read from the replica', async () => {
  const [owner, worker, boss] = [await advertiser(market), await executor(market), await operator(market)]
  const clients = { integrator: owner.b, advertiser: owner.a, executor: worker.a, operator: boss.a }
  for (const [who, paths] of Object.entries(listsFor)) {
    for (const path of [...paths, ...(who === 'executor' ? ['/api/account/notifications'] : [])]) {
      const before = answered()
      for (let tries = 0; answered() === before; tries++) {
        expectOk(await clients[who as keyof typeof clients].get(path))
        assert.ok(tries < triesMax, `${path} was never read at the replica`)
      }
    }
  }
})
