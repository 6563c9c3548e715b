import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Answer } from '../../../test/support/client.ts'
import { type Market, openMarket } from '../../../test/support/market.ts'
import { createAccount } from '../actions.ts'

const password = 'correct horse battery'
const most = 3
const market = await openMarket({ signInRatePerMinute: most, trustedProxies: ['127.0.0.1'] })
let serial = 0

async function person(): Promise<string> {
  const email = `limited${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return email
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

function ask(path: string, body: object, address: string, on: Market = market): Promise<Answer> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return on.console().send('POST', `/auth/${path}`, JSON.stringify(body), headers)
}

/** Sends requests one after the other and returns their statuses. */
async function statuses(count: number, attempt: (index: number) => Promise<Answer>): Promise<number[]> {
  const answers: number[] = []
  for (let index = 0; index < count; index++) answers.push((await attempt(index)).status)
  return answers
}

describe('attempts to sign in', () => {
  test('are limited per account and address, independently of other accounts and addresses', async () => {
    const [one, other] = [await person(), await person()]
    const wrong = (email: string, address: string) => ask('sign-in/email', { email, password: 'wrong' }, address)
    assert.deepEqual(await statuses(5, () => wrong(one, '203.0.113.1')), [...times(most, 401), 429, 429])
    assert.equal((await ask('sign-in/email', { email: other, password }, '203.0.113.1')).status, 200)
    assert.equal((await ask('sign-in/email', { email: one, password }, '203.0.113.2')).status, 200)
  })

  test('count spellings of an e-mail address together', async () => {
    const email = await person()
    const spelt = [email, email.toUpperCase(), ` ${email} `, email]
    const attempt = (index: number) => ask('sign-in/email', { email: spelt[index], password: 'wrong' }, '203.0.113.3')
    assert.deepEqual(await statuses(4, attempt), [401, 401, 400, 429])
  })

  test('are limited per address across all accounts', async () => {
    const attempt = (index: number) => ask('sign-in/email', { email: `x${index}@example.com`, password }, '203.0.113.4')
    assert.deepEqual(await statuses(most * 6 + 1, attempt), [...times(most * 6, 401), 429])
  })

  test('count the addresses of one IPv6 network together', async () => {
    const email = await person()
    const attempt = (index: number) => ask('sign-in/email', { email, password: 'wrong' }, `2001:db8:5:5::${index + 1}`)
    assert.deepEqual(await statuses(4, attempt), [...times(most, 401), 429])
  })

  test('are allowed again after a minute, even if refused ones were sent meanwhile', async () => {
    const email = await person()
    const attempt = () => ask('sign-in/email', { email, password }, '203.0.113.5')
    assert.deepEqual(await statuses(5, attempt), [...times(most, 200), 429, 429])
    market.pass(61)
    assert.equal((await attempt()).status, 200)
  })

  test('are counted exactly when concurrent', async () => {
    const email = await person()
    const answers = await Promise.all(times(12, 0).map(() => ask('sign-in/email', { email, password }, '203.0.113.6')))
    assert.equal(answers.filter(({ status }) => status === 200).length, most)
  })

  test('are not multiplied by forged addresses', async () => {
    const open = await openMarket({ signInRatePerMinute: most })
    const attempt = (index: number) =>
      ask('sign-in/email', { email: 'same@example.com', password }, `198.51.100.${index}`, open)
    assert.deepEqual(await statuses(4, attempt), [...times(most, 401), 429])
  })
})

describe('a refusal of the sign-in paths is a problem with a code', () => {
  const passkey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} }
  const cases: readonly (readonly [path: string, body: object, status: number, code: string])[] = [
    ['sign-in/email', { email: 'nobody@example.com', password }, 401, 'invalid_email_or_password'],
    ['sign-in/email', { email: 'no address', password }, 400, 'validation_error'],
    ['sign-in/email', { email: 5 }, 400, 'validation_error'],
    ['reset-password', { token: 'x', newPassword: password }, 400, 'link_invalid'],
    ['verify-email', { token: 'x', password }, 400, 'link_invalid'],
    ['two-factor/verify-totp', { code: '000000' }, 401, 'sign_in_expired'],
    ['change-password', { currentPassword: password, newPassword: password }, 401, 'token_invalid'],
    ['passkey/verify-authentication', { response: passkey }, 401, 'passkey_refused'],
    ['revoke-sessions', {}, 401, 'token_invalid'],
    ['no-such-path', {}, 404, 'not_found'],
  ]
  for (const [path, body, status, code] of cases)
    test(`${path}: ${status} ${code} ${JSON.stringify(body).slice(0, 40)}`, async () => {
      const answer = await ask(path, body, '203.0.113.20')
      assert.deepEqual([answer.status, answer.body.code, answer.body.status], [status, code, status])
      assert.equal(answer.headers.get('content-type'), 'application/problem+json')
      assert.ok(answer.body.detail && answer.body.title && answer.body.requestId)
    })

  test('429 names the time to wait', async () => {
    const email = await person()
    await statuses(most, () => ask('sign-in/email', { email, password: 'wrong' }, '203.0.113.21'))
    const { status, body, headers } = await ask('sign-in/email', { email, password }, '203.0.113.21')
    assert.deepEqual(
      [status, body.code, headers.get('content-type')],
      [429, 'rate_limited', 'application/problem+json'],
    )
    assert.ok(Number(headers.get('retry-after')) > 50)
  })
})
