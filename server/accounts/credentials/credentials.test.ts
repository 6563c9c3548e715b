import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import { advertiser, executor, expectOk, outcome, type Person } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { contentsOf } from '../../../test/support/scenarios/digest.ts'
import { writeUses } from '../actions.ts'

const market = await openMarket()
const { ctx } = market
const [tokens, keys] = ['/settings/tokens', '/settings/keys']
const consoleOf = async ({ id }: Person) => market.console(await openSession(market, id))
const name = 'My phone'
const notRefused = {
  allowedNetworks: [],
  dailySpendMax: null,
  spentToday: 0,
  livemode: true,
  lastRefusedAtUtc: null,
  lastRefusedAddress: null,
}

describe('the caller’s own access token', () => {
  test('is issued in the console, works, and is shown once', async () => {
    const worker = await executor(market)
    const console = await consoleOf(worker)
    const answer = await console.post(tokens, { name })
    assert.equal(answer.status, 201)
    const { secret, id, createdAtUtc, expiresAtUtc, ...rest } = answer.body
    assert.match(answer.headers.get('location') ?? '', new RegExp(`/console/api/settings/tokens/${id}$`))
    assert.equal(Date.parse(expiresAtUtc) - Date.parse(createdAtUtc), 90 * 86_400_000)
    const shown = { kind: 'AccessToken', name, roles: ['Executor'], scopes: [], status: 'Active' }
    assert.deepEqual(rest, {
      ...shown,
      revokedAtUtc: null,
      lastUsedAtUtc: null,
      ...notRefused,
      allowedActions: ['Revoke'],
    })
    expectOk(await market.as(secret).get('/api/executor/balance'))
    await writeUses(ctx)
    const listed = await console.get(tokens)
    assert.ok(!listed.raw.includes(secret))
    assert.deepEqual([listed.body.items[0].id, typeof listed.body.items[0].lastUsedAtUtc], [id, 'string'])
    assert.equal(listed.body.totalCount, 2)
    assert.ok(!(await contentsOf(ctx.db)).includes(secret))
  })

  test('is returned again only to the same request, and stored encrypted', async () => {
    const console = await consoleOf(await executor(market))
    const send = () =>
      console.send('POST', tokens, JSON.stringify({ name }), {
        'content-type': 'application/json',
        'idempotency-key': 'one',
      })
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 201)
    assert.equal(second.raw, first.raw)
    assert.ok(!(await contentsOf(ctx.db)).includes(first.body.secret))
  })

  test('gets only roles of the account and the requested lifetime', async () => {
    const console = await consoleOf(await advertiser(market, { roles: ['Advertiser', 'Executor'] }))
    const { roles, expiresAtUtc, createdAtUtc } = expectOk(
      await console.post(tokens, { name, roles: ['Executor'], days: 1 }),
    )
    assert.deepEqual([roles, Date.parse(expiresAtUtc) - Date.parse(createdAtUtc)], [['Executor'], 86_400_000])
    assert.equal(outcome(await console.post(tokens, { name, roles: ['Operator'] })), '409 account_role_missing')
    for (const wrong of [{}, { name: '' }, { name, days: 0 }, { name, days: 366 }, { name, roles: ['Boss'] }])
      assert.equal(outcome(await console.post(tokens, wrong)), '400 validation_error')
  })

  test('is revoked immediately and permanently', async () => {
    const worker = await executor(market)
    const console = await consoleOf(worker)
    const { id, secret } = expectOk(await console.post(tokens, { name }))
    const revoked = expectOk(await console.delete(`${tokens}/${id}`))
    assert.deepEqual([revoked.status, revoked.allowedActions, 'secret' in revoked], ['Revoked', [], false])
    assert.equal(outcome(await market.as(secret).get('/api/executor/balance')), '401 token_revoked')
    market.pass(60)
    assert.equal(expectOk(await console.delete(`${tokens}/${id}`)).revokedAtUtc, revoked.revokedAtUtc)
  })

  test('expires, and can still be revoked', async () => {
    const console = await consoleOf(await executor(market))
    const { id } = expectOk(await console.post(tokens, { name, days: 1 }))
    market.pass(86_401)
    const [item] = expectOk(await console.get(tokens)).items
    assert.deepEqual([item.id, item.status, item.allowedActions], [id, 'Expired', ['Revoke']])
    assert.equal(expectOk(await console.delete(`${tokens}/${id}`)).status, 'Revoked')
  })
})

test('the caller’s own API key has the chosen scopes and no expiry', async () => {
  const console = await consoleOf(await advertiser(market))
  const made = expectOk(await console.post(keys, { name: 'The shop', scopes: ['balance:read'] }))
  assert.deepEqual([made.kind, made.scopes, made.roles, made.expiresAtUtc], ['ApiKey', ['balance:read'], [], null])
  expectOk(await market.as(made.secret).get('/v1/balance'))
  assert.equal(outcome(await market.as(made.secret).get('/v1/reports')), '403 insufficient_scope')
  expectOk(await console.delete(`${keys}/${made.id}`))
  assert.equal(outcome(await market.as(made.secret).get('/v1/balance')), '401 token_revoked')
  assert.ok(expectOk(await console.post(keys, { name: 'All', days: 7 })).scopes.length > 5)
})
