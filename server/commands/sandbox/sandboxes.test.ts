import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Client } from '../../../test/support/client.ts'
import { asOwner } from '../../../test/support/database.ts'
import {
  advertiser,
  executor,
  expectOk,
  operator,
  outcome,
  type Person,
  submittedOffer,
} from '../../../test/support/fixtures.ts'
import { pdfWith } from '../../../test/support/inputs/pdf.ts'
import { type MarketOfGate, openMarket } from '../../../test/support/market.ts'
import { openMarketWithSandboxes, testClient } from '../../../test/support/sandbox.ts'
import { createKey } from '../../accounts/actions.ts'
import { suspendAccount } from '../../accounts/sanctions/actions.ts'
import { databaseIn, onDatabaseServer } from '../../platform/database/databases.ts'
import { sql } from '../../platform/sql.ts'
import { openSandboxHost, type SandboxHost } from './host.ts'

const market = await openMarketWithSandboxes({ sandboxesOpenMax: 2, withdrawalMinimum: 0, clearingSeconds: 86_400 })
const { ctx } = market

const prefix = `${databaseIn(market.databaseUrl)}_sandbox_`
const names = async () => {
  const all = await onDatabaseServer(asOwner(market.databaseUrl), (server) => server.list(prefix))
  return all.map(({ name }) => name)
}
const idOfSandbox = async ({ id }: Person) =>
  (await ctx.db.maybe<{ id: number }>(sql`select id from sandboxes where account = ${id}`))?.id
const makeTask = async (client: Awaited<ReturnType<typeof testClient>>, title: string): Promise<number> => {
  const [{ id: offerPriceId }] = expectOk(await client.get('/v1/prices'))
  return expectOk(await client.post('/v1/tasks', { offerPriceId, title, totalLimit: 3 })).id
}
const titles = async (client: Pick<Client, 'get'>): Promise<string[]> =>
  expectOk(await client.get('/v1/tasks')).items.map(({ title }: { title: string }) => title)

/* The people share their sandboxes between the tests: a new one takes longer than all that a test does in it. */
const [anna, bert] = [await advertiser(market), await advertiser(market)]
const [annas, berts] = [await testClient(market, anna), await testClient(market, bert)]

describe('a sandbox', () => {
  test('is created once by concurrent first requests', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => annas.get('/v1/balance')))
    const shown = all.map((answer) => expectOk(answer).available)
    assert.deepEqual(shown, Array(5).fill(1000))
    const id = await idOfSandbox(anna)
    assert.equal((await names()).filter((name) => name.endsWith(`_${id}`)).length, 1)
  })

  test('repeats the answer to a request with the same idempotency key', async () => {
    const send = () =>
      annas.send('POST', '/v1/sandbox/deposits', '{"amount":1}', {
        'content-type': 'application/json',
        'idempotency-key': 'once',
      })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.body.available, second.body.available], [1001, 1001])
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
  })

  test('books no deposit of Stripe', async () => {
    const urls = { successUrl: 'https://a.example', cancelUrl: 'https://a.example' }
    assert.equal(outcome(await annas.post('/v1/deposits', { amount: 50, ...urls })), '409 stripe_not_configured')
  })
})

describe('a test key', () => {
  test('acts in the sandbox of its account, and nowhere else, whatever headers say', async () => {
    await submittedOffer(market, { advertiser: anna, members: { title: 'On the live market' } })
    const { available } = expectOk(await anna.b.get('/v1/balance'))
    await makeTask(annas, 'In the sandbox of Anna')
    assert.deepEqual(await titles(annas), ['In the sandbox of Anna'])
    assert.deepEqual(await titles(anna.b), ['On the live market'])
    assert.equal(expectOk(await anna.b.get('/v1/balance')).available, available)
    const { count } = await ctx.db.one<{ count: number }>(sql`select count(*) from offers where title like 'In the%'`)
    assert.equal(count, 0)
    const visitor = JSON.stringify({ account: anna.id, key: 'x', scopes: ['tasks:read'] })
    const forged = { 'x-sandbox-visitor': Buffer.from(visitor).toString('base64url'), 'x-sandbox-secret': 'x' }
    for (const headers of [{}, { ...forged, 'x-forwarded-for': '203.0.113.9' }])
      assert.deepEqual(expectOk(await berts.send('GET', '/v1/tasks', undefined, headers)).items, [])
  })

  test('keeps its scopes and its daily spending limit', async () => {
    const reader = await testClient(market, anna, ['tasks:read'])
    expectOk(await reader.get('/v1/tasks'))
    assert.equal(outcome(await reader.get('/v1/balance')), '403 insufficient_scope')
    assert.equal(outcome(await reader.post('/v1/sandbox/deposits', { amount: 5 })), '200')
    const { secret } = await createKey(ctx, { email: anna.email, livemode: false, dailySpendMax: 0.5 })
    const client = market.as(secret)
    const [{ id: offerPriceId }] = expectOk(await client.get('/v1/prices'))
    const answer = await client.post('/v1/tasks', { offerPriceId, title: 'Too dear', totalLimit: 10 })
    assert.equal(outcome(answer), '409 daily_spend_max_exceeded')
  })

  test('counts for the console and operations without a credential as no credential', async () => {
    assert.equal(outcome(await annas.get('/console/api/settings/keys')), '401 token_missing')
    assert.equal((await annas.get('/v1/openapi.json')).status, 200)
    assert.equal(outcome(await annas.get('/v1/nothing')), '404 not_found')
  })

  test('pays the fee that holds on the live market when its sandbox is opened, and acts in both groups of the API', async () => {
    const clerk = await operator(market)
    const set = async (value: number) =>
      expectOk(await clerk.a.post('/api/operator/money-rule-values', { rule: 'feePercent', value }))
    await set(30)
    const both = await testClient(market, await executor(market))
    const [{ feePerAction, rewardPerAction }] = expectOk(await both.get('/v1/prices'))
    assert.equal(feePerAction, Number((rewardPerAction * 0.3).toFixed(4)))
    await set(10)
    const { items } = expectOk(await both.get('/api/executor/offers/available'))
    const [{ id: offer }] = items
    const { id: reservationId } = expectOk(await both.post(`/api/executor/offers/${offer}/reserve`))
    const form = new FormData()
    form.append('files', new Blob([pdfWith('proof')], { type: 'application/pdf' }), 'proof.pdf')
    const uploaded = expectOk(await both.send('POST', `/api/executor/offers/${offer}/proof/uploads`, form))
    const [{ url }] = uploaded.items
    const work = { reservationId, proofUrls: [url] }
    const { id } = expectOk(await both.post(`/api/executor/offers/${offer}/submit-execution`, work))
    assert.equal((await both.get(new URL(url).pathname)).raw, String(pdfWith('proof')))
    const decided = expectOk(await both.post('/v1/sandbox/reviews', { reportId: id, decision: 'Accept' }))
    assert.deepEqual([decided.reportId, decided.status], [id, 'Accepted'])
    assert.equal(
      outcome(await both.post('/v1/sandbox/reviews', { reportId: 999, decision: 'Accept' })),
      '404 report_not_found',
    )
    const earned = async () => expectOk(await both.get('/api/executor/balance'))
    const { available: before, pending } = await earned()
    assert.ok(pending > 0)
    expectOk(await both.post('/v1/sandbox/clock', { seconds: 2 * 86_400 }))
    const { available } = await earned()
    assert.equal(available, before + pending)
    const method = { type: 'Bank', holder: 'Maria Muster', iban: 'GB82 WEST 1234 5698 7654 32' }
    const { id: withdrawal } = expectOk(await both.post('/api/executor/withdrawals', { amount: available, method }))
    expectOk(await both.post('/v1/sandbox/clock', { seconds: 60 }))
    assert.equal(expectOk(await both.get(`/api/executor/withdrawals/${withdrawal}`)).status, 'Paid')
  })
})

test('a live key is refused by the operations of a sandbox', async () => {
  const { b } = await advertiser(market)
  assert.equal(outcome(await b.get('/v1/sandbox/clock')), '403 test_key_required')
  assert.equal(outcome(await b.post('/v1/sandbox/deposits', { amount: 1_000 })), '403 test_key_required')
  assert.equal(outcome(await b.post('/v1/sandbox/reset')), '403 test_key_required')
})

test('a sandbox is closed for another one, and keeps its records and clock', async () => {
  const { aheadSeconds } = expectOk(await annas.post('/v1/sandbox/clock', { seconds: 3_600 }))
  for (const each of [berts, await testClient(market, await advertiser(market))])
    expectOk(await each.get('/v1/balance'))
  assert.deepEqual(await titles(annas), ['In the sandbox of Anna'])
  assert.equal(expectOk(await annas.get('/v1/sandbox/clock')).aheadSeconds, aheadSeconds)
})

test('a sandbox is emptied by a reset, at most once a minute, and its keys stay valid', async () => {
  const before = await idOfSandbox(anna)
  market.pass(60)
  expectOk(await annas.post('/v1/sandbox/reset'))
  assert.deepEqual(await titles(annas), [])
  assert.equal(expectOk(await annas.get('/v1/sandbox/clock')).aheadSeconds, 0)
  const after = await idOfSandbox(anna)
  assert.notEqual(after, before)
  const answer = await annas.post('/v1/sandbox/reset')
  assert.equal(outcome(answer), '429 reset_too_soon')
  const seconds = Number(answer.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60)
  assert.equal(await idOfSandbox(anna), after)
})

test('a sandbox does not show the records of another one that had its id', async () => {
  await makeTask(annas, 'Secret of Anna')
  const other = await advertiser(market)
  const id = await idOfSandbox(anna)
  await ctx.db.run(sql`update sandboxes set account = ${other.id} where id = ${id ?? 0}`)
  assert.deepEqual(await titles(await testClient(market, other)), [])
})

test('a test key is refused once it is revoked, misspelt, outside its networks, or its account suspended', async () => {
  const { secret } = berts
  const swapped = secret.endsWith('a') ? `${secret.slice(0, -1)}b` : `${secret.slice(0, -1)}a`
  assert.equal(outcome(await market.as(swapped).get('/v1/tasks')), '401 token_invalid')
  assert.equal(outcome(await market.as('mkt_test_').get('/v1/tasks')), '401 token_invalid')
  const elsewhere = await createKey(ctx, { email: bert.email, livemode: false, allowedNetworks: ['203.0.113.0/24'] })
  assert.equal(outcome(await market.as(elsewhere.secret).get('/v1/tasks')), '403 address_not_allowed')
  await suspendAccount(ctx, bert.email, 'a test')
  assert.equal(outcome(await berts.get('/v1/tasks')), '403 account_suspended')
})

test('a sandbox that takes too much space refuses changes until it is reset', async () => {
  const small = await openMarketWithSandboxes({ sandboxSizeMb: 1 })
  const client = await testClient(small, await advertiser(small))
  assert.equal(outcome(await client.post('/v1/sandbox/deposits', { amount: 1 })), '409 sandbox_full')
  assert.equal((await client.get('/v1/balance')).status, 200)
  small.pass(60)
  assert.equal((await client.post('/v1/sandbox/reset')).status, 200)
})

test('where the role may not create databases, a test key is refused and live keys work', async () => {
  let host: Promise<SandboxHost> | undefined
  const gate = ({ ctx, databaseUrl: url, logger }: MarketOfGate) => ({
    open: () => {
      host ??= openSandboxHost({ live: { url, directUrl: url }, ctx, logger })
      return host
    },
    close: async () => (await host)?.close(),
  })
  const poor = await openMarket({ gate })
  const owner = await advertiser(poor)
  const answer = await (await testClient(poor, owner)).get('/v1/tasks')
  assert.equal(outcome(answer), '403 sandbox_unavailable')
  assert.match(answer.body.detail, /does not allow it to create sandboxes/)
  assert.equal((await owner.b.get('/v1/tasks')).status, 200)
})

test('without sandboxes there are no test keys, and those that exist open nothing', async () => {
  const without = await openMarket({ sandboxes: false })
  const owner = await advertiser(without)
  const refused = createKey(without.ctx, { email: owner.email, livemode: false })
  await assert.rejects(refused, /^Error: sandbox_unavailable: This marketplace has no sandboxes/)
  const config = { ...without.ctx.config, sandboxes: true }
  const { secret } = await createKey({ ...without.ctx, config }, { email: owner.email, livemode: false })
  assert.equal(outcome(await without.as(secret).get('/v1/tasks')), '403 sandbox_unavailable')
})
