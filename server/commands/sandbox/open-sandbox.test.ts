import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk, outcome } from '../../../test/support/fixtures.ts'
import { liveOf, openMarketWithSandboxes } from '../../../test/support/sandbox.ts'
import { createKey } from '../../accounts/actions.ts'
import { changeKeyOf } from '../../accounts/credentials/actions.ts'
import type { Visitor } from '../../sandbox/sandbox.ts'
import { Sandboxes } from './sandboxes.ts'

const market = await openMarketWithSandboxes({ sandboxesOpenMax: 1 })
const { ctx, logger } = market

const visitorFor = async (): Promise<Visitor> => ({
  account: (await advertiser(market)).id,
  key: 'a key',
  scopes: ['tasks:read'],
  dailySpendMaxUnits: null,
})

test('a sandbox that still serves requests after its reset counts as open', async (t) => {
  const sandboxes = new Sandboxes({ live: liveOf(market), ctx, logger })
  const [anna, bert] = [await visitorFor(), await visitorFor()]
  const [isReset, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  t.after(() => {
    mayEnd.resolve()
    return sandboxes.closeAll()
  })
  const order: string[] = []
  const first = sandboxes.use(anna, { isChanging: true, isLarge: false }, async ({ api, credentialsFor }) => {
    const { apiKey } = await credentialsFor(anna)
    market.pass(60)
    const headers = { authorization: `Bearer ${apiKey}` }
    const { statusCode } = await api.inject({ method: 'POST', url: '/v1/sandbox/reset', headers })
    assert.equal(statusCode, 200)
    isReset.resolve()
    await mayEnd.promise
    order.push('first ended')
  })
  await isReset.promise
  assert.equal(sandboxes.size, 1)
  const second = sandboxes.use(bert, { isChanging: true, isLarge: false }, async () => void order.push('second began'))
  mayEnd.resolve()
  await Promise.all([first, second])
  assert.deepEqual(order, ['first ended', 'second began'])
})

test('a changed limit of a test key counts at once, also one that it had before', async () => {
  const { email } = await advertiser(market)
  const { secret, id } = await createKey(ctx, { email, livemode: false, dailySpendMax: 0.5 })
  const client = market.as(secret)
  const [{ id: offerPriceId }] = expectOk(await client.get('/v1/prices'))
  const createTask = async () =>
    outcome(await client.post('/v1/tasks', { offerPriceId, title: 'Ten results', totalLimit: 10 }))
  assert.equal(await createTask(), '409 daily_spend_max_exceeded')
  await changeKeyOf(ctx, id, { dailySpendMax: null })
  assert.equal(await createTask(), '201')
  await changeKeyOf(ctx, id, { dailySpendMax: 0.5 })
  assert.equal(await createTask(), '409 daily_spend_max_exceeded')
})
