import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { linkTo, mailsTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { sql } from '../../platform/sql.ts'
import { createAccount } from '../actions.ts'

const market = await openMarket()
const password = 'correct horse battery'
const another = 'a quite different one'
let serial = 0

const newEmail = () => `person${++serial}@example.com`
const wish = (email: string, more: object = {}) => ({ email, roles: ['Executor'], language: 'en', ...more })

async function account(language = 'en'): Promise<string> {
  const email = newEmail()
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language, password })
  return email
}

const accountsOf = (email: string) =>
  market.ctx.db.many<{ roles: string[]; language: string }>(
    sql`select roles, language from accounts where email = ${email}`,
  )

describe('signing up', () => {
  test('creates an account once the mailed link is opened', async () => {
    const [page, email] = [market.console(), newEmail()]
    const answer = await page.post('/sign-up', wish(` ${email.toUpperCase()}`, { language: 'ru' }))
    assert.deepEqual([answer.status, answer.body], [202, { status: 'MailSent' }])
    assert.equal((await page.post('/auth/sign-in/email', { email, password })).status, 401)
    const { path, token } = await linkTo(market, email)
    assert.equal(path, '/verify')
    assert.match((await mailsTo(market, email))[0]?.subject ?? '', /^Подтвердите/)
    assert.equal((await page.post('/auth/verify-email', { token, password })).status, 200)
    assert.equal(page.cookies.size, 0, 'the link alone signs nobody in')
    const { body } = await (await market.signIn(email, password)).get('/auth/get-session')
    assert.equal(body.user.email, email)
    assert.deepEqual(await accountsOf(email), [{ roles: ['Executor'], language: 'ru' }])
  })

  test('gives the same response if the address has an account, and mails its holder', async () => {
    const [page, email] = [market.console(), await account()]
    const answer = await page.post('/sign-up', wish(email, { language: 'ru' }))
    assert.deepEqual([answer.status, answer.body], [202, { status: 'MailSent' }])
    const shown = (await mailsTo(market, email)).map(({ subject }) => subject)
    assert.deepEqual(shown, ['You already have an account'])
    assert.equal((await page.post('/auth/sign-in/email', { email, password: another })).status, 401)
    await market.signIn(email, password)
    assert.equal((await accountsOf(email)).length, 1)
  })

  test('takes about the same time either way', async () => {
    const [page, known] = [market.console(), await account()]
    const secondsOf = async (email: string) => {
      const start = performance.now()
      await page.post('/sign-up', wish(email))
      return (performance.now() - start) / 1000
    }
    for (const email of [newEmail(), known]) assert.ok((await secondsOf(email)) >= 0.29)
    for (const email of [newEmail(), known]) {
      const start = performance.now()
      await page.post('/auth/request-password-reset', { email })
      assert.ok(performance.now() - start >= 290, 'so does asking for a new password')
    }
  })

  test('repeated before the link is opened sends another link and changes nothing', async () => {
    const [page, email] = [market.console(), newEmail()]
    for (const roles of [['Executor'], ['Advertiser']]) await page.post('/sign-up', wish(email, { roles }))
    assert.equal((await mailsTo(market, email)).length, 2)
    const { token } = await linkTo(market, email)
    await page.post('/auth/verify-email', { token, password })
    await market.signIn(email, password)
    assert.deepEqual(await accountsOf(email), [{ roles: ['Executor'], language: 'en' }])
  })

  test('sends one person a limited number of mails per hour', async () => {
    const [page, email] = [market.console(), newEmail()]
    await page.post('/sign-up', wish(email))
    await Promise.all(Array.from({ length: 15 }, () => page.post('/auth/send-verification-email', { email })))
    assert.equal((await mailsTo(market, email)).length, 10)
    market.pass(3600)
    await page.post('/auth/send-verification-email', { email })
    assert.equal((await mailsTo(market, email)).length, 11)
  })

  test('has a limit per address and minute', async () => {
    const small = await openMarket({ signInRatePerMinute: 3 })
    const page = small.console()
    const answers = await Promise.all(Array.from({ length: 5 }, () => page.post('/sign-up', wish(newEmail()))))
    const statuses = answers.map(({ status }) => status).sort()
    assert.deepEqual(statuses, [202, 202, 202, 429, 429])
    small.pass(61)
    assert.equal((await page.post('/sign-up', wish(newEmail()))).status, 202)
  })
})

describe('a link to confirm an address', () => {
  test('is rejected if altered or made for another purpose', async () => {
    const [page, email] = [market.console(), newEmail()]
    await page.post('/sign-up', wish(email))
    const { token } = await linkTo(market, email)
    const [head, , signature] = token.split('.')
    const forged = Buffer.from(JSON.stringify({ email: await account(), exp: 9_999_999_999 })).toString('base64url')
    for (const each of ['x', `${token}x`, `${head}.${forged}.${signature}`, `${head}.${forged}.`])
      assert.equal((await page.post('/auth/verify-email', { token: each, password })).body.code, 'link_invalid', each)
    assert.equal((await page.post('/auth/sign-in/email', { email, password })).status, 401)
  })

  test('is sent again on request, only if there is something to confirm', async () => {
    const [page, email, confirmed] = [market.console(), newEmail(), await account()]
    await page.post('/sign-up', wish(email))
    for (const each of [email, confirmed, newEmail()]) {
      const answer = await page.post('/auth/send-verification-email', { email: each })
      assert.deepEqual([answer.status, answer.body], [200, { status: true }])
    }
    assert.equal((await mailsTo(market, email)).length, 2)
    assert.equal((await mailsTo(market, confirmed)).length, 0)
  })
})

describe('a password', () => {
  test('that is wrong gets the same response as an unknown address', async () => {
    const [page, email] = [market.console(), await account()]
    const said = async (body: object) => {
      const { status, body: problem } = await page.post('/auth/sign-in/email', body)
      const { instance, requestId, ...rest } = problem
      assert.ok(instance && requestId)
      return [status, rest]
    }
    const wrong = await said({ email, password: another })
    assert.equal(wrong[0], 401)
    assert.deepEqual(await said({ email: newEmail(), password }), wrong)
  })

  test('is replaced by a mailed link, once; all sessions end', async () => {
    const email = await account('ru')
    const [before, page] = [await market.signIn(email, password), market.console()]
    for (const each of [email, newEmail()]) {
      const answer = await page.post('/auth/request-password-reset', { email: each })
      assert.deepEqual([answer.status, answer.body.status], [200, true])
    }
    const { path, token } = await linkTo(market, email)
    assert.equal(path, '/reset-password')
    const reset = () => page.post('/auth/reset-password', { token, newPassword: another })
    const answers = await Promise.all([reset(), reset(), reset()])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400, 400])
    assert.equal((await before.get('/advertiser/offers')).status, 401)
    assert.equal((await page.post('/auth/sign-in/email', { email, password })).status, 401)
    await market.signIn(email, another)
  })

  test('set by a mailed link also confirms the address', async () => {
    const [page, email] = [market.console(), newEmail()]
    await page.post('/sign-up', wish(email))
    await page.post('/auth/request-password-reset', { email })
    const { token } = await linkTo(market, email)
    await page.post('/auth/reset-password', { token, newPassword: another })
    await market.signIn(email, another)
  })

  test('is changed by a user who knows it; their other sessions end', async () => {
    const email = await account()
    const [one, other] = [await market.signIn(email, password), await market.signIn(email, password)]
    const change = (currentPassword: string, newPassword: string) =>
      one.post('/auth/change-password', { currentPassword, newPassword })
    assert.equal((await change(another, another)).status, 400)
    assert.equal((await change(password, 'short')).body.code, 'validation_error')
    assert.equal((await other.get('/advertiser/offers')).status, 200)
    assert.equal((await change(password, another)).status, 200)
    assert.equal((await other.get('/advertiser/offers')).status, 401)
    assert.equal((await one.get('/advertiser/offers')).status, 200)
    await market.signIn(email, another)
  })

  test('changed concurrently ends the sessions of the other requests without errors', async () => {
    const page = await market.signIn(await account(), password)
    const change = () => page.post('/auth/change-password', { currentPassword: password, newPassword: password })
    const statuses = await Promise.all(Array.from({ length: 8 }, async () => (await change()).status))
    const shown = statuses.filter((status) => ![200, 401].includes(status))
    assert.deepEqual(shown, [])
  })
})
