import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openSession } from '../../../test/support/console.ts'
import { advertiser, expectOk, membersOf, outcome } from '../../../test/support/fixtures.ts'
import { openMarket, sharedCounting } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createKey, writeUses } from '../actions.ts'

const market = await openMarket({ trustedProxies: ['127.0.0.1'] })
const { ctx } = market
const keys = '/settings/keys'
const [office, elsewhere] = ['203.0.113.7', '198.51.100.7']
const networks = ['203.0.113.0/24', '2001:db8::/32']
const unconfirmed = sql`update credentials set confirmed_at = null where kind = 'Session'`

async function ownerOf(allowedNetworks: readonly string[] = networks) {
  const owner = await advertiser(market)
  const console = market.console(await openSession(market, owner.id))
  const made = expectOk(await console.post(keys, { name: 'Shop', allowedNetworks }))
  const change = (to: readonly string[]) => console.patch(`${keys}/${made.id}`, { allowedNetworks: to })
  return { owner, console, made, change }
}

const from = (secret: string, address: string, path = '/v1/balance', on = market) =>
  on.as(secret).send('GET', path, undefined, { 'x-forwarded-for': address })

describe('an API key that lists networks', () => {
  test('is accepted only inside them; the refusal names the address but not the networks', async () => {
    const { made } = await ownerOf()
    assert.deepEqual(made.allowedNetworks, networks)
    for (const address of [office, '::ffff:203.0.113.200', '2001:db8:1::9'])
      assert.equal(outcome(await from(made.secret, address)), '200', address)
    for (const address of [elsewhere, '2001:db9::1', 'unknown', '']) {
      const answer = await from(made.secret, address)
      assert.equal(outcome(answer), '403 address_not_allowed', address)
      assert.ok(!answer.raw.includes('203.0.113'), answer.raw)
    }
    assert.equal((await from(made.secret, elsewhere)).body.address, elsewhere)
    assert.match((await from(made.secret, elsewhere)).body.detail, /198\.51\.100\.7/)
  })

  test('shows its owner when and from where it was refused, without counting that as a use', async () => {
    const { console, made } = await ownerOf()
    await writeUses(ctx)
    await from(made.secret, elsewhere)
    await writeUses(ctx)
    const [shown] = expectOk(await console.get(keys)).items
    assert.deepEqual([shown.lastUsedAtUtc, shown.lastRefusedAddress], [null, elsewhere])
    assert.ok(Date.parse(shown.lastRefusedAtUtc) > 0)
    await from(made.secret, '192.0.2.1')
    await writeUses(ctx)
    assert.equal(expectOk(await console.get(keys)).items[0].lastRefusedAddress, elsewhere, 'it is noted to the minute')
    market.pass(60)
    await from(made.secret, 'nonsense')
    await writeUses(ctx)
    assert.equal(expectOk(await console.get(keys)).items[0].lastRefusedAddress, null)
  })

  test('outside them cannot use an Idempotency-Key, nor read a stored response', async () => {
    const { made } = await ownerOf()
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'one' }
    const send = (address: string) =>
      market.as(made.secret).send('POST', '/v1/executor-lists', '{"name":"Ours"}', {
        ...headers,
        'x-forwarded-for': address,
      })
    assert.equal(outcome(await send(elsewhere)), '403 address_not_allowed')
    const first = await send(office)
    assert.equal(first.status, 201)
    assert.equal(outcome(await send(elsewhere)), '403 address_not_allowed')
    assert.equal((await send(office)).raw, first.raw)
  })
})

test('requests with a stolen key from elsewhere count against their address, not against the owner’s limit', async () => {
  const small = await openMarket({
    ...sharedCounting,
    keyRatePerMinute: 5,
    anonymousRatePerMinute: 3,
    trustedProxies: ['127.0.0.1'],
  })
  const { email } = await advertiser(small)
  const { secret } = await createKey(small.ctx, { email, allowedNetworks: [office] })
  const ask = async (address: string) => outcome(await from(secret, address, '/v1/balance', small))
  const stolen: string[] = []
  for (let time = 0; time < 6; time++) stolen.push(await ask(elsewhere))
  const refusals = Array.from({ length: 4 }, () => '403 address_not_allowed')
  assert.deepEqual(stolen, [...refusals, '429 rate_limited', '429 rate_limited'])
  const own: string[] = []
  for (let time = 0; time < 5; time++) own.push(await ask(office))
  assert.deepEqual(own, ['200', '200', '200', '200', '429 rate_limited'], 'one was counted before it was refused')
})

describe('the networks of a key', () => {
  test('can be narrowed without a confirmation but widened only with one', async () => {
    const { made, change } = await ownerOf()
    await ctx.db.run(unconfirmed)
    const narrower = ['203.0.113.0/25']
    assert.deepEqual(expectOk(await change(narrower)).allowedNetworks, narrower)
    for (const wider of [networks, ['203.0.113.0/24'], [...narrower, elsewhere], []])
      assert.equal(outcome(await change(wider)), '403 confirmation_required')
    assert.equal(outcome(await from(made.secret, office)), '200')
    assert.equal(outcome(await from(made.secret, '203.0.113.200')), '403 address_not_allowed')
  })

  test('can be removed in a confirmed session; each change is in the audit log', async () => {
    const { owner, made, change } = await ownerOf()
    assert.deepEqual(expectOk(await change([])).allowedNetworks, [])
    assert.equal(outcome(await from(made.secret, elsewhere)), '200')
    expectOk(await change([elsewhere]))
    const log = await ctx.db.many<{ data: object }>(sql`
      select data from audit_log where action = 'account.key_networks' and owner = ${owner.id} order by id`)
    assert.deepEqual(membersOf(log, 'data'), [
      { key: made.id, networks: null },
      { key: made.id, networks: [`${elsewhere}/32`] },
    ])
  })

  test('never become wider by concurrent changes without a confirmation', async () => {
    const { console, made, change } = await ownerOf(['10.0.0.0/8', '192.0.2.0/24'])
    await ctx.db.run(unconfirmed)
    const answers = await Promise.all([change(['10.0.0.0/8']), change(['192.0.2.0/24'])])
    assert.deepEqual(answers.map(outcome).sort(), ['200', '403 confirmation_required'])
    const [shown] = expectOk(await console.get(keys)).items
    assert.equal(shown.id, made.id)
    assert.equal(shown.allowedNetworks.length, 1)
  })

  test('of a revoked key, a token or another account’s key are not found', async () => {
    const { console, made } = await ownerOf()
    const other = await ownerOf()
    assert.equal(
      outcome(await other.console.patch(`${keys}/${made.id}`, { allowedNetworks: [] })),
      '404 credential_not_found',
    )
    const token = expectOk(await console.post('/settings/tokens', { name: 'Phone' }))
    expectOk(await console.delete(`${keys}/${made.id}`))
    for (const id of [made.id, token.id, 'x'])
      assert.equal(outcome(await console.patch(`${keys}/${id}`, { allowedNetworks: [] })), '404 credential_not_found')
  })
})
