import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openMarket } from '../../test/support/market.ts'
import { createAccount } from './actions.ts'

const market = await openMarket()
const password = 'correct horse battery'
let serial = 0

async function account(...roles: string[]): Promise<string> {
  const email = `session${++serial}@example.com`
  await createAccount(market.ctx, { email, roles, language: 'en', password })
  return email
}

describe('signing in', () => {
  test('gives a session, which may do what the account may', async () => {
    const email = await account('Advertiser')
    const page = await market.signIn(email, password)
    const { body } = await page.get('/auth/get-session')
    assert.equal(body.user.email, email)
    assert.equal((await page.get('/advertiser/offers/categories')).status, 200)
    assert.equal((await page.get('/v1/balance')).status, 200)
    assert.equal((await page.get('/executor/offers/available')).body.code, 'role_required')
  })
})
