import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { expectOk, outcome } from '../../../test/support/fixtures.ts'
import { linkTo, mailsTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { createAccount, createKey, issueToken } from '../actions.ts'

const market = await openMarket()
const password = 'correct horse battery'
const another = 'a quite different one'
const wish = { name: 'Shop' }
const [tokens, keys, confirm] = ['/settings/tokens', '/settings/keys', '/auth/confirm']
let serial = 0

async function person(language = 'en') {
  const email = `confirm${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language, password })
  return { email, page: await market.signIn(email, password) }
}

describe('creating a token or a key in a session', () => {
  test('requires the password again, which is valid for ten minutes', async () => {
    const { page } = await person()
    for (const path of [tokens, keys]) {
      const refused = await page.post(path, wish)
      assert.deepEqual(
        [refused.status, refused.body.code, refused.body.validSeconds],
        [403, 'confirmation_required', 600],
      )
    }
    assert.deepEqual(expectOk(await page.get(keys)).items, [])
    const { confirmedUntilUtc } = expectOk(await page.post(confirm, { password }))
    assert.ok(Date.parse(confirmedUntilUtc) > 0)
    for (const path of [tokens, keys]) assert.equal((await page.post(path, wish)).status, 201)
    market.pass(599)
    assert.equal((await page.post(tokens, wish)).status, 201)
    market.pass(2)
    assert.equal(outcome(await page.post(tokens, wish)), '403 confirmation_required')
  })

  test('is confirmed for one session only', async () => {
    const { page, email } = await person()
    const other = await market.signIn(email, password)
    expectOk(await page.post(confirm, { password }))
    assert.equal(outcome(await other.post(tokens, wish)), '403 confirmation_required')
  })

  test('succeeds after the confirmation with the same request, including its Idempotency-Key', async () => {
    const { page } = await person()
    const headers = { 'content-type': 'application/json', 'idempotency-key': 'again' }
    const send = () => page.send('POST', keys, JSON.stringify(wish), headers)
    assert.equal((await send()).status, 403)
    expectOk(await page.post(confirm, { password }))
    assert.equal((await send()).status, 201)
  })
})

describe('confirming', () => {
  test('refuses a wrong password and limits guesses', async () => {
    const small = await openMarket({ signInRatePerMinute: 3 })
    const email = 'guessed@example.com'
    await createAccount(small.ctx, { email, roles: ['Advertiser'], language: 'en', password })
    const page = await small.signIn(email, password)
    const outcomes: string[] = []
    for (let time = 0; time < 4; time++) outcomes.push(outcome(await page.post(confirm, { password: another })))
    const wrong = '400 invalid_password'
    assert.deepEqual(outcomes, [wrong, wrong, wrong, '429 rate_limited'])
    assert.equal(outcome(await page.post(tokens, wish)), '403 confirmation_required')
  })

  test('requires a session', async () => {
    assert.equal(outcome(await market.console().post(confirm, { password })), '401 token_invalid')
    const { page, email } = await person()
    const other = await market.signIn(email, password)
    expectOk(await other.post('/auth/revoke-other-sessions'))
    assert.equal(outcome(await page.post(confirm, { password })), '401 token_invalid')
  })
})

describe('setting a new password by a mailed link', () => {
  async function credentials(language?: string) {
    const { email, page } = await person(language)
    const { secret: token } = await issueToken(market.ctx, { email })
    const { secret: key } = await createKey(market.ctx, { email })
    const statuses = async () => [
      outcome(await market.as(token).get('/api/advertiser/offers')),
      outcome(await market.as(key).get('/v1/tasks')),
    ]
    assert.deepEqual(await statuses(), ['200', '200'])
    await page.post('/auth/request-password-reset', { email })
    return { email, statuses, ...(await linkTo(market, email)) }
  }

  test('revokes all tokens and keys, and says so in the mail', async () => {
    const { email, token, statuses } = await credentials()
    assert.match((await mailsTo(market, email))[0]?.body ?? '', /revokes your access tokens and API keys/)
    expectOk(await market.console().post('/auth/reset-password', { token, newPassword: another }))
    assert.deepEqual(await statuses(), ['401 token_revoked', '401 token_revoked'])
  })

  test('keeps them if requested', async () => {
    const { token, statuses } = await credentials()
    expectOk(
      await market.console().post('/auth/reset-password', { token, newPassword: another, keepCredentials: true }),
    )
    assert.deepEqual(await statuses(), ['200', '200'])
  })
})
