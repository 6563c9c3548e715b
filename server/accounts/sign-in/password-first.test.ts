import assert from 'node:assert/strict'
import { once } from 'node:events'
import { describe, test } from 'node:test'
import { codeOf, formerCodeOf } from '../../../test/support/fakes/totp.ts'
import { expectOk, outcome } from '../../../test/support/fixtures.ts'
import { linkTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createAccount } from '../actions.ts'

const market = await openMarket()
const { db } = market.ctx
const password = 'correct horse battery'
const another = 'a quite different one'
let serial = 0

async function person() {
  const email = `first${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return { email, page: await market.signIn(email, password) }
}

const offers = '/advertiser/offers'

test('the first person who opens the confirmation link sets the password, whoever signed up', async () => {
  const [page, email] = [market.console(), 'squatted@example.com']
  const signUp = { email, roles: ['Executor'], language: 'en' }
  // Someone else signs up first with the owner's address; then the owner signs up too and opens the link.
  for (let each = 1; each <= 2; each++) await page.post('/sign-up', signUp)
  const { token } = await linkTo(market, email)
  const confirm = (given: string) => page.post('/auth/verify-email', { token, password: given })
  assert.equal(outcome(await confirm('short')), '400 validation_error')
  expectOk(await confirm(password))
  await market.signIn(email, password)
  await confirm(another)
  assert.equal((await page.post('/auth/sign-in/email', { email, password: another })).status, 401)
})

describe('a passkey', () => {
  const path = '/auth/passkey/generate-register-options'
  test('cannot be added from an open page without the password', async () => {
    const { page } = await person()
    assert.equal(outcome(await page.post(path, { password: another })), '400 invalid_password')
    assert.equal((await page.post(path, {})).status, 400)
    assert.equal((await page.get(path)).status, 405)
    const { challenge } = expectOk(await page.post(path, { password }))
    assert.ok(challenge)
  })

  test('cannot be added without a session', async () => {
    assert.equal((await market.console().post(path, { password })).status, 401)
  })
})

describe('after a password change', () => {
  test('pending links and code prompts of the old password are invalid', async () => {
    const { email, page } = await person()
    const { totpURI } = expectOk(await page.post('/auth/two-factor/enable', { password }))
    const secret = new URL(totpURI).searchParams.get('secret') ?? ''
    expectOk(await page.post('/auth/two-factor/verify-totp', { code: await formerCodeOf(secret) }))
    const prompted = market.console()
    expectOk(await prompted.post('/auth/sign-in/email', { email, password }))
    await prompted.post('/auth/request-password-reset', { email })
    const { token } = await linkTo(market, email)
    expectOk(await page.post('/auth/change-password', { currentPassword: password, newPassword: another }))
    const code = await prompted.post('/auth/two-factor/verify-totp', { code: codeOf(secret) })
    assert.equal(outcome(code), '401 sign_in_expired')
    assert.equal((await prompted.post('/auth/reset-password', { token, newPassword: password })).status, 400)
  })

  test('using one of two mailed links invalidates the other', async () => {
    const { email } = await person()
    const page = market.console()
    await page.post('/auth/request-password-reset', { email })
    const first = await linkTo(market, email)
    await page.post('/auth/request-password-reset', { email })
    const second = await linkTo(market, email)
    assert.notEqual(first.token, second.token)
    expectOk(await page.post('/auth/reset-password', { token: second.token, newPassword: another }))
    assert.equal((await page.post('/auth/reset-password', { token: first.token, newPassword: password })).status, 400)
  })

  test('no session starts that was begun with the old password', async () => {
    const { email } = await person()
    const page = market.console()
    const signing = await db.transaction(async (changing) => {
      await changing.run(sql`lock table sign_in_sessions in share mode`)
      const sent = page.post('/auth/sign-in/email', { email, password })
      await untilWaiting()
      const of = sql`select id from sign_in_users where email = ${email}`
      await changing.run(sql`update sign_in_passwords set password = 'another' where user_id = (${of})`)
      await changing.run(sql`delete from sign_in_sessions where user_id = (${of})`)
      return { sent }
    })
    await signing.sent
    assert.equal((await page.get(offers)).status, 401)
  })
})

/** Waits until a session is blocked on the locked table. */
async function untilWaiting(): Promise<void> {
  const waiting = sql`select 1 from pg_locks where not granted and relation = 'sign_in_sessions'::regclass`
  while (!(await db.maybe<object>(waiting))) await once(AbortSignal.timeout(5), 'abort')
}
