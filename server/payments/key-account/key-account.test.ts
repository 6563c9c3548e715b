import assert from 'node:assert/strict'
import { test } from 'node:test'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { createKey } from '../../accounts/actions.ts'
import { suspendAccount } from '../../accounts/sanctions/actions.ts'

const market = await openMarket({ keyRatePerMinute: 700, accountRatePerMinute: 3500 })
const owner = await advertiser(market, { funds: 12.5 })

test('a key reads its account, its own scopes and networks, its limits and the balance', async () => {
  const allowedNetworks = ['127.0.0.0/8', '::1/128']
  const key = await createKey(market.ctx, { email: owner.email, name: 'Import', allowedNetworks, days: 30 })
  const account = expectOk(await market.as(key.secret).get('/v1/account'))
  const { id, email, roles, language, isSuspended, currency, limits, balance } = account
  assert.deepEqual(
    [id, email, roles, language, isSuspended, currency],
    [owner.id, owner.email, ['Advertiser'], 'en', false, 'USD'],
  )
  assert.deepEqual(limits, {
    requestsPerMinute: 700,
    accountRequestsPerMinute: 3500,
    bodyBytesMax: 262_144,
    pageSizeMax: 100,
  })
  assert.deepEqual(balance, expectOk(await market.as(key.secret).get('/v1/balance')))
  assert.equal(balance.available, 12.5)
  const { createdAtUtc, expiresAtUtc, scopes, ...shown } = account.key
  const limit = { dailySpendMax: null, spentToday: 0 }
  assert.deepEqual(shown, { id: key.id, livemode: true, name: 'Import', allowedNetworks, ...limit })
  assert.equal(Date.parse(expiresAtUtc) - Date.parse(createdAtUtc), 30 * 86_400_000)
  assert.ok(scopes.includes('tasks:write') && scopes.includes('balance:read'))
  assert.doesNotMatch(JSON.stringify(account), new RegExp(key.secret))
})

test('a key without balance:read learns its scopes but not the balance', async () => {
  const { secret } = await createKey(market.ctx, { email: owner.email, scopes: ['tasks:write'] })
  const { key, balance } = expectOk(await market.as(secret).get('/v1/account'))
  assert.deepEqual([key.scopes, key.name, key.expiresAtUtc, balance], [['tasks:write'], null, null, null])
})

test('a suspended account learns that it is suspended', async () => {
  const other = await advertiser(market)
  await suspendAccount(market.ctx, other.email, 'As the test has it')
  assert.equal(expectOk(await other.b.get('/v1/account')).isSuspended, true)
  assert.equal((await other.b.get('/v1/categories')).status, 403)
})
