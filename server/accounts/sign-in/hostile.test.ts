import assert from 'node:assert/strict'
import { describe, mock, type TestContext, test } from 'node:test'
import { inspect } from 'node:util'
import type { ConsoleClient } from '../../../test/support/console.ts'
import { linkTo } from '../../../test/support/mailbox.ts'
import { openMarket } from '../../../test/support/market.ts'
import { someOf } from '../../../test/support/sampling.ts'
import { createAccount } from '../actions.ts'

const market = await openMarket()
const password = 'correct horse battery'
const errors = [mock.method(console, 'error'), mock.method(console, 'log'), mock.method(market.logger, 'error')]
let serial = 0

async function signedIn(): Promise<ConsoleClient> {
  const email = `hostile${++serial}@example.com`
  await createAccount(market.ctx, { email, roles: ['Advertiser'], language: 'en', password })
  return market.signIn(email, password)
}

const passkey = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'oA', authenticatorData: 'AA', signature: 'AA' },
  clientExtensionResults: {},
}

/** A syntactically valid body for each path. */
const bodies: Readonly<Record<string, object>> = {
  '/sign-up': { email: 'x@example.com', roles: ['Executor'], language: 'en' },
  '/auth/sign-in/email': { email: 'x@example.com', password },
  '/auth/confirm': { password },
  '/auth/sign-out': {},
  '/auth/revoke-session': { id: '1' },
  '/auth/revoke-sessions': {},
  '/auth/revoke-other-sessions': {},
  '/auth/change-password': { currentPassword: password, newPassword: password },
  '/auth/request-password-reset': { email: 'x@example.com' },
  '/auth/reset-password': { token: 'x', newPassword: password },
  '/auth/send-verification-email': { email: 'x@example.com' },
  '/auth/verify-email': { token: 'x', password },
  '/auth/two-factor/enable': { password },
  '/auth/two-factor/get-totp-uri': { password },
  '/auth/two-factor/verify-totp': { code: '000000' },
  '/auth/two-factor/verify-backup-code': { code: 'aaaaa-bbbbb' },
  '/auth/two-factor/generate-backup-codes': { password },
  '/auth/two-factor/disable': { password },
  '/auth/passkey/generate-register-options': { password },
  '/auth/passkey/verify-registration': { response: passkey, name: 'x' },
  '/auth/passkey/verify-authentication': { response: passkey },
  '/auth/passkey/update-passkey': { id: '1', name: 'x' },
  '/auth/passkey/delete-passkey': { id: '1' },
}

const nasty: readonly unknown[] = [
  'a\u0000b',
  '\u0000',
  '\ud800',
  '\u202eevil',
  "' or 1=1 --",
  '<script>alert(1)</script>',
  'x'.repeat(20_000),
  '9'.repeat(30),
  '',
  ' ',
  null,
  0,
  -1,
  1e300,
  true,
  [],
  ['x'],
  {},
  { $gt: '' },
  { toString: 'x' },
  { __proto__: null, constructor: { prototype: {} } },
]

/** Yields the body without each member at any depth, and with some of the nasty values in its place. */
function* spoilt(t: TestContext, body: unknown): Generator<unknown> {
  if (typeof body !== 'object' || body === null) return
  for (const [name, member] of Object.entries(body)) {
    const rest = Object.fromEntries(Object.entries(body).filter(([other]) => other !== name))
    yield rest
    for (const value of someOf(t, nasty, 7)) yield { ...rest, [name]: value }
    for (const value of spoilt(t, member)) yield { ...rest, [name]: value }
  }
}

const json = { 'content-type': 'application/json' }
const texts = [
  '',
  '{',
  '[]',
  'null',
  '"x"',
  '0',
  '{"__proto__":{"admin":true}}',
  `${'['.repeat(5000)}`,
  '{"a":1,"a":2}',
]

describe('malformed requests are refused without an internal error', () => {
  for (const [path, body] of Object.entries(bodies))
    test(path, async (t: TestContext) => {
      // A request may end the session that it is sent with.
      const clients = [market.console(), await signedIn()]
      for (const client of clients) {
        for (const text of someOf(t, texts, 4)) {
          const { status, raw } = await client.send('POST', path, text, json)
          assert.ok(status < 500, `${status} ${text.slice(0, 50)} ${raw}`)
        }
        const all = [body, ...(client === clients[1] ? spoilt(t, body) : [])].map(async (each) => {
          const answer = await client.post(path, each)
          assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(each).slice(0, 200)}: ${answer.raw}`)
        })
        await Promise.all(all)
      }
    })

  test('in cookies', async (t: TestContext) => {
    const names = ['market.session_token', 'market.two_factor', 'market.better-auth-passkey', 'market.trust_device']
    const values = ['%00', '%', 'x.y', `${'x'.repeat(2000)}`, '"', '%ED%A0%80', '=', '%27%20or%201=1', 'x%00.AAAA']
    for (const name of names)
      for (const value of someOf(t, values, 4))
        for (const path of [
          '/auth/get-session',
          '/auth/two-factor/verify-totp',
          '/auth/passkey/verify-authentication',
        ]) {
          const page = market.console()
          page.cookies.set(name, value)
          const { status, raw } = path.includes('get-') ? await page.get(path) : await page.post(path, bodies[path])
          assert.ok(status < 500, `${status} ${name}=${value} ${path} ${raw}`)
        }
  })

  test('in queries, headers and names of addresses', async () => {
    const page = await signedIn()
    const paths = ['get-session?disableCookieCache=%00', 'get-session?x=%', 'list-sessions?a[b]=c']
    for (const path of paths) assert.ok((await page.get(`/auth/${path}`)).status < 500, path)
    const agent = { 'user-agent': 'x'.repeat(5000), 'accept-language': '\u00ff' }
    const body = JSON.stringify({ email: 'hostile1@example.com', password })
    assert.ok((await market.console().send('POST', '/auth/sign-in/email', body, { ...json, ...agent })).status < 500)
    for (const path of [
      '',
      '/',
      '/error',
      '/ok',
      '/sign-up/email',
      '/sign-in/social',
      '/update-user',
      '/delete-user',
      '/change-email',
      '/two-factor/send-otp',
      '/reset-password/x',
      '/verify-password',
      '/get-session/../ok',
      '/%67et-session/x',
    ]) {
      assert.equal((await page.get(`/auth${path}`)).status, 404, path)
      assert.equal((await page.post(`/auth${path}`, {})).status, 404, path)
    }
  })

  test('nothing of them was logged', () => {
    assert.deepEqual(
      errors.flatMap(({ mock }) =>
        mock.calls.map((call) => call.arguments.map((each) => inspect(each).slice(0, 2000))),
      ),
      [],
    )
  })
})

test('a form of another site cannot sign in', async () => {
  const type = { 'content-type': 'application/x-www-form-urlencoded' }
  const body = `email=hostile1%40example.com&password=${encodeURIComponent(password)}`
  assert.equal((await market.console().send('POST', '/auth/sign-in/email', body, type)).status, 415)
})

test('a link of one kind cannot be used as another', async () => {
  const page = market.console()
  const email = 'hostile-link@example.com'
  await page.post('/sign-up', { email, roles: ['Executor'], language: 'en' })
  const confirm = await linkTo(market, email)
  await page.post('/auth/request-password-reset', { email })
  const reset = await linkTo(market, email)
  assert.equal((await page.post('/auth/reset-password', { token: confirm.token, newPassword: password })).status, 400)
  assert.equal((await page.post('/auth/verify-email', { token: reset.token, password })).status, 400)
})
