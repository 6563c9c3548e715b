import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, executor, outcome } from '../../../test/support/fixtures.ts'
import { openMarket, sharedCounting } from '../../../test/support/market.ts'
import { createKey, issueToken } from '../actions.ts'

const market = await openMarket({
  ...sharedCounting,
  keyRatePerMinute: 5,
  tokenRatePerMinute: 5,
  accountRatePerMinute: 8,
})
const { ctx } = market

test('all credentials of an account share the account’s limit', async () => {
  const owner = await advertiser(market)
  const other = market.as((await createKey(ctx, { email: owner.email })).secret)
  for (let count = 0; count < 5; count++) assert.equal((await owner.b.get('/v1/balance')).status, 200)
  const ofKey = await owner.b.get('/v1/balance')
  assert.deepEqual([outcome(ofKey), ofKey.body['violated-policies']], ['429 rate_limited', ['default']])
  for (let count = 0; count < 3; count++) assert.equal((await other.get('/v1/balance')).status, 200)
  const refused = await other.get('/v1/balance')
  assert.deepEqual([outcome(refused), refused.body['violated-policies']], ['429 rate_limited', ['account']])
  assert.equal(refused.headers.get('ratelimit-policy'), '"default";q=5;w=60, "account";q=8;w=60')
  assert.match(refused.headers.get('ratelimit') ?? '', /^"default";r=2;t=\d+, "account";r=0;t=\d+$/)
  const token = await owner.a.get('/api/advertiser/offers')
  assert.equal(outcome(token), '429 rate_limited', 'tokens and keys are counted together')
  market.pass(refused.body.retryAfterSeconds)
  assert.equal((await other.get('/v1/balance')).status, 200, 'is served after the stated wait')
})

test('concurrent requests with several tokens pass exactly up to the account’s limit', async () => {
  const worker = await executor(market)
  const issue = async () => (await issueToken(ctx, { email: worker.email })).secret
  const tokens = [await issue(), await issue(), await issue()]
  const ask = (token: string) => market.as(token).get('/api/executor/offers/available')
  // Warms the process's token cache: it then counts exactly even if the machine is too busy to wait for the shared counter.
  for (const token of tokens) assert.equal((await ask(token)).status, 200)
  const answers = await Promise.all(Array.from({ length: 13 }, () => tokens.map(ask)).flat())
  assert.equal(answers.filter(({ status }) => status === 200).length, 8 - tokens.length)
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200, 429]))
})

test('uncounted responses have no rate-limit headers; counted refusals have them', async () => {
  const { b } = await advertiser(market)
  for (const path of ['/healthz', '/readyz', '/sign-in'])
    assert.equal((await market.as().get(path)).headers.get('ratelimit'), null, path)
  for (const client of [b, market.as()])
    for (const path of ['/v1/balance', '/v1/nothing', '/%zz'])
      assert.ok((await client.get(path)).headers.get('ratelimit-policy'), path)
})
