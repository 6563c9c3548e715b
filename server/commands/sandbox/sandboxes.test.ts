import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
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

describe('a test key', () => {
  test('acts in the sandbox of its account, and nowhere else', async () => {
    const [anna, bert] = [await advertiser(market), await advertiser(market)]
    const [annas, berts] = [await testClient(market, anna), await testClient(market, bert)]
    await submittedOffer(market, { advertiser: anna, members: { title: 'On the live market' } })
    const { available } = expectOk(await anna.b.get('/v1/balance'))
    await makeTask(annas, 'In the sandbox of Anna')
    assert.deepEqual(await titles(annas), ['In the sandbox of Anna'])
    assert.deepEqual(await titles(berts), [])
    assert.deepEqual(await titles(anna.b), ['On the live market'])
    assert.equal(expectOk(await annas.get('/v1/balance')).available < 1000, true)
    assert.equal(expectOk(await anna.b.get('/v1/balance')).available, available)
    const { count } = await ctx.db.one<{ count: number }>(sql`select count(*) from offers where title like 'In the%'`)
    assert.equal(count, 0)
  })

  test('pays the fee that holds on the live market when its sandbox is opened', async () => {
    const clerk = await operator(market)
    const set = async (value: number) =>
      expectOk(await clerk.a.post('/api/operator/money-rule-values', { rule: 'feePercent', value }))
    await set(30)
    const client = await testClient(market, await advertiser(market))
    const [{ feePerAction, rewardPerAction }] = expectOk(await client.get('/v1/prices'))
    assert.equal(feePerAction, Number((rewardPerAction * 0.3).toFixed(4)))
    await set(10)
  })

  test('acts in both groups of the API, as an advertiser and as an executor', async () => {
    const both = await testClient(market, await executor(market))
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

  test('keeps the scopes that it was created with', async () => {
    const reader = await testClient(market, await advertiser(market), ['tasks:read'])
    assert.deepEqual(await titles(reader), [])
    assert.equal(outcome(await reader.get('/v1/balance')), '403 insufficient_scope')
    assert.equal(outcome(await reader.post('/v1/sandbox/deposits', { amount: 5 })), '200')
  })

  test('keeps to its daily spending limit', async () => {
    const { email } = await advertiser(market)
    const { secret } = await createKey(ctx, { email, livemode: false, dailySpendMax: 0.5 })
    const client = market.as(secret)
    const [{ id: offerPriceId }] = expectOk(await client.get('/v1/prices'))
    const answer = await client.post('/v1/tasks', { offerPriceId, title: 'Too dear', totalLimit: 10 })
    assert.equal(outcome(answer), '409 daily_spend_max_exceeded')
  })

  test('is refused once it is revoked, misspelt, outside its networks, or its account suspended', async () => {
    const owner = await advertiser(market)
    const { secret, ...client } = await testClient(market, owner)
    expectOk(await client.get('/v1/tasks'))
    const swapped = secret.endsWith('a') ? `${secret.slice(0, -1)}b` : `${secret.slice(0, -1)}a`
    assert.equal(outcome(await market.as(swapped).get('/v1/tasks')), '401 token_invalid')
    assert.equal(outcome(await market.as('mkt_test_').get('/v1/tasks')), '401 token_invalid')
    const elsewhere = await createKey(ctx, { email: owner.email, livemode: false, allowedNetworks: ['203.0.113.0/24'] })
    assert.equal(outcome(await market.as(elsewhere.secret).get('/v1/tasks')), '403 address_not_allowed')
    await suspendAccount(ctx, owner.email, 'a test')
    assert.equal(outcome(await client.get('/v1/tasks')), '403 account_suspended')
  })

  test('counts for the console and operations without a credential as no credential', async () => {
    const { secret } = await testClient(market, await advertiser(market))
    const client = market.as(secret)
    assert.equal(outcome(await client.get('/console/api/settings/keys')), '401 token_missing')
    assert.equal((await client.get('/v1/openapi.json')).status, 200)
    assert.equal(outcome(await client.get('/v1/nothing')), '404 not_found')
  })

  test('cannot choose another sandbox by headers', async () => {
    const [anna, bert] = [
      await testClient(market, await advertiser(market)),
      await testClient(market, await advertiser(market)),
    ]
    await makeTask(anna, 'Secret')
    const visitor = Buffer.from(JSON.stringify({ account: 1, key: 'x', scopes: ['tasks:read'] })).toString('base64url')
    const forged = { 'x-sandbox-visitor': visitor, 'x-sandbox-secret': 'x', 'x-forwarded-for': '203.0.113.9' }
    const answer = await bert.send('GET', '/v1/tasks', undefined, forged)
    assert.deepEqual(answer.body.items, [])
  })
})

test('a live key is refused by the operations of a sandbox', async () => {
  const { b } = await advertiser(market)
  assert.equal(outcome(await b.get('/v1/sandbox/clock')), '403 test_key_required')
  assert.equal(outcome(await b.post('/v1/sandbox/deposits', { amount: 1_000 })), '403 test_key_required')
  assert.equal(outcome(await b.post('/v1/sandbox/reset')), '403 test_key_required')
})

describe('a sandbox', () => {
  test('is created once by concurrent first requests', async () => {
    const owner = await advertiser(market)
    const client = await testClient(market, owner)
    const all = await Promise.all(Array.from({ length: 5 }, () => client.get('/v1/balance')))
    const shown = all.map((answer) => expectOk(answer).available)
    assert.deepEqual(shown, Array(5).fill(1000))
    const id = await idOfSandbox(owner)
    assert.equal((await names()).filter((name) => name.endsWith(`_${id}`)).length, 1)
  })

  test('is closed for another one, and keeps its records and clock', async () => {
    const [anna, ...others] = await Promise.all(
      Array.from({ length: 3 }, async () => testClient(market, await advertiser(market))),
    )
    assert.ok(anna)
    await makeTask(anna, 'Kept')
    const { aheadSeconds } = expectOk(await anna.post('/v1/sandbox/clock', { seconds: 3_600 }))
    for (const each of others) expectOk(await each.get('/v1/balance'))
    assert.deepEqual(await titles(anna), ['Kept'])
    assert.equal(expectOk(await anna.get('/v1/sandbox/clock')).aheadSeconds, aheadSeconds)
  })

  test('does not show the records of another one that had its id', async () => {
    const [anna, bert] = [await advertiser(market), await advertiser(market)]
    await makeTask(await testClient(market, anna), 'Secret of Anna')
    const id = await idOfSandbox(anna)
    await ctx.db.run(sql`update sandboxes set account = ${bert.id} where id = ${id ?? 0}`)
    assert.deepEqual(await titles(await testClient(market, bert)), [])
  })

  test('is emptied by a reset, and its keys stay valid', async () => {
    const owner = await advertiser(market)
    const client = await testClient(market, owner)
    await makeTask(client, 'Gone')
    expectOk(await client.post('/v1/sandbox/clock', { seconds: 60 }))
    const before = await idOfSandbox(owner)
    market.pass(60)
    expectOk(await client.post('/v1/sandbox/reset'))
    assert.deepEqual(await titles(client), [])
    assert.equal(expectOk(await client.get('/v1/sandbox/clock')).aheadSeconds, 0)
    assert.notEqual(await idOfSandbox(owner), before)
  })

  test('is reset at most once a minute', async () => {
    const owner = await advertiser(market)
    const client = await testClient(market, owner)
    expectOk(await client.get('/v1/tasks'))
    const before = await idOfSandbox(owner)
    const answer = await client.post('/v1/sandbox/reset')
    assert.equal(outcome(answer), '429 reset_too_soon')
    const seconds = Number(answer.headers.get('retry-after'))
    assert.ok(seconds >= 1 && seconds <= 60)
    assert.equal(await idOfSandbox(owner), before)
  })

  test('sends no mail and books no deposit of Stripe', async () => {
    const client = await testClient(market, await advertiser(market))
    const stripe = await client.post('/v1/deposits', {
      amount: 50,
      successUrl: 'https://a.example',
      cancelUrl: 'https://a.example',
    })
    assert.equal(outcome(stripe), '409 stripe_not_configured')
  })

  test('repeats the answer to a request with the same idempotency key', async () => {
    const client = await testClient(market, await advertiser(market))
    const send = () =>
      client.send('POST', '/v1/sandbox/deposits', '{"amount":1}', {
        'content-type': 'application/json',
        'idempotency-key': 'once',
      })
    const [first, second] = [await send(), await send()]
    assert.deepEqual([first.body.available, second.body.available], [1001, 1001])
    assert.equal(second.headers.get('idempotency-replayed'), 'true')
  })
})

test('a sandbox that takes too much space refuses changes until it is reset', async () => {
  const small = await openMarketWithSandboxes({ sandboxSizeMb: 1 })
  const client = await testClient(small, await advertiser(small))
  assert.equal(outcome(await client.post('/v1/sandbox/deposits', { amount: 1 })), '409 sandbox_full')
  assert.equal((await client.get('/v1/balance')).status, 200)
  small.pass(60)
  assert.equal((await client.post('/v1/sandbox/reset')).status, 200)
})

test('large uploads are measured at once', async () => {
  const small = await openMarketWithSandboxes({ sandboxSizeMb: 40 })
  const client = await testClient(small, await advertiser(small))
  const { items } = expectOk(await client.get('/api/executor/offers/available'))
  const offer = `/api/executor/offers/${items[0].id}`
  expectOk(await client.post(`${offer}/reserve`))
  const upload = () => {
    const form = new FormData()
    for (let count = 0; count < 5; count++)
      form.append(
        'files',
        new Blob([pdfWith(randomBytes(32).toString('hex'), { size: 5_000_000 })], { type: 'application/pdf' }),
        'proof.pdf',
      )
    return client.send('POST', `${offer}/proof/uploads`, form)
  }
  const outcomes = [outcome(await upload()), outcome(await upload()), outcome(await upload())]
  assert.equal(outcomes[0], '200')
  assert.equal(outcomes[2], '409 sandbox_full')
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
