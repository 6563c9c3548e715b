import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { ConsoleClient } from '../../../test/support/console.ts'
import { type Authenticator, newAuthenticator } from '../../../test/support/fakes/authenticator.ts'
import { formerCodeOf } from '../../../test/support/fakes/totp.ts'
import { expectOk, outcome } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { createAccount } from '../actions.ts'

const market = await openMarket()
const { origin } = new URL(market.ctx.config.publicUrl)
const password = 'correct horse battery'
let serial = 0

async function person() {
  const email = `passkey${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return { email, page: await market.signIn(email, password) }
}

async function turnOn(page: ConsoleClient): Promise<void> {
  const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
  const secret = new URL(totpURI).searchParams.get('secret') ?? ''
  expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
}

async function register(page: ConsoleClient, device: Authenticator) {
  const options = expectOk(await page.post('/auth/passkey/generate-register-options', { password }))
  const answer = await page.post('/auth/passkey/verify-registration', { response: device.create(options), name: 'Key' })
  return { options, answer }
}

async function present(page: ConsoleClient, device: Authenticator) {
  const options = expectOk(await page.get('/auth/passkey/generate-authenticate-options'))
  const answer = await page.post('/auth/passkey/verify-authentication', { response: device.get(options) })
  return { options, answer }
}

const withPin = () => newAuthenticator(origin)
const withoutPin = () => newAuthenticator(origin, { verifies: false })

test('a passkey of an account without a second factor signs in with and without user verification', async () => {
  for (const device of [withPin(), withoutPin()]) {
    const { page, email } = await person()
    const { options, answer } = await register(page, device)
    expectOk(answer)
    assert.equal(options.authenticatorSelection.userVerification, 'preferred')
    const visitor = market.console()
    const signedIn = await present(visitor, device)
    assert.equal(signedIn.options.userVerification, 'preferred')
    assert.equal(expectOk(signedIn.answer).user.email, email)
    expectOk(await visitor.get('/advertiser/offers'))
  }
})

describe('a passkey of an account with a second factor', () => {
  test('is registered only with user verification, and the options say so', async () => {
    const { page } = await person()
    await turnOn(page)
    const refused = await register(page, withoutPin())
    assert.equal(refused.options.authenticatorSelection.userVerification, 'required')
    assert.equal(outcome(refused.answer), '403 user_verification_required')
    assert.deepEqual(expectOk(await page.get('/auth/passkey/list-user-passkeys')), [])
    expectOk((await register(page, withPin())).answer)
  })

  test('signs in only with user verification, also where it was registered before the second factor', async () => {
    const { page } = await person()
    const [weak, strong] = [withoutPin(), withPin()]
    for (const device of [weak, strong]) expectOk((await register(page, device)).answer)
    await turnOn(page)
    const visitor = market.console()
    assert.equal(outcome((await present(visitor, weak)).answer), '403 user_verification_required')
    assert.equal((await visitor.get('/advertiser/offers')).status, 401)
    expectOk((await present(visitor, strong)).answer)
    expectOk(await visitor.get('/advertiser/offers'))
  })
})

describe('a passkey of a signed-in user', () => {
  const newKey = { name: 'Shop' }

  test('confirms the session, which it replaces', async () => {
    const { page } = await person()
    const device = withPin()
    expectOk((await register(page, device)).answer)
    assert.equal(outcome(await page.post('/settings/keys', newKey)), '403 confirmation_required')
    const before = market.console()
    for (const [name, value] of page.cookies) before.cookies.set(name, value)
    const { options, answer } = await present(page, device)
    assert.equal(options.userVerification, 'required')
    expectOk(answer)
    assert.equal((await page.post('/settings/keys', newKey)).status, 201)
    assert.equal((await before.get('/advertiser/offers')).status, 401)
    assert.equal(expectOk(await page.get('/auth/list-sessions')).length, 1)
  })

  test('confirms nothing without user verification', async () => {
    const { page } = await person()
    const device = withoutPin()
    expectOk((await register(page, device)).answer)
    assert.equal(outcome((await present(page, device)).answer), '403 user_verification_required')
    assert.equal(outcome(await page.post('/settings/keys', newKey)), '403 confirmation_required')
  })

  test('of another account signs in as that account and confirms nothing', async () => {
    const [one, other] = [await person(), await person()]
    const device = withPin()
    expectOk((await register(other.page, device)).answer)
    expectOk((await present(one.page, device)).answer)
    assert.equal(expectOk(await one.page.get('/auth/get-session')).user.email, other.email)
    assert.equal(outcome(await one.page.post('/settings/keys', newKey)), '403 confirmation_required')
  })
})

test('a forged passkey response is refused', async () => {
  const { page } = await person()
  const elsewhere = newAuthenticator('https://elsewhere.example')
  assert.equal(outcome((await register(page, elsewhere)).answer), '401 passkey_refused')
  const device = withPin()
  expectOk((await register(page, device)).answer)
  const options = expectOk(await page.get('/auth/passkey/generate-authenticate-options'))
  const wrong = device.get({ ...options, challenge: 'AAAA' })
  assert.equal(
    outcome(await page.post('/auth/passkey/verify-authentication', { response: wrong })),
    '401 passkey_refused',
  )
  assert.equal(outcome((await present(market.console(), withPin())).answer), '404 passkey_not_found')
})
