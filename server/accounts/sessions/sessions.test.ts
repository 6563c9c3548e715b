import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { type ConsoleClient, openSession } from '../../../test/support/console.ts'
import { advertiser, expectOk } from '../../../test/support/fixtures.ts'
import { openMarket } from '../../../test/support/market.ts'
import { mountedRoutes } from '../../../test/support/mounted-routes.ts'
import { sql } from '../../platform/sql.ts'
import { createAccount } from '../actions.ts'
import { kindOf } from '../credential.ts'
import { restoreAccount, suspendAccount } from '../sanctions/actions.ts'
import { deleteEnded } from './actions.ts'
import { sessionsMax } from './sessions.ts'

const market = await openMarket()
const { db } = market.ctx
const password = 'correct horse battery'
let serial = 0

async function account(...roles: string[]) {
  const email = `session${++serial}@example.com`
  const { id } = await createAccount(market.ctx, { email, roles, language: 'en', password })
  return { id, email }
}

const signIn = async (...roles: string[]) => market.signIn((await account(...roles)).email, password)
const offers = '/advertiser/offers'
const resultOf = async (answer: ReturnType<ConsoleClient['get']>) => {
  const { status, body } = await answer
  return status === 200 ? '200' : `${status} ${body.code}`
}

describe('a session', () => {
  test('has the access of its account in both groups', async () => {
    const page = await signIn('Advertiser')
    assert.equal(await resultOf(page.get(offers)), '200')
    assert.equal(await resultOf(page.get('/v1/balance')), '200')
    assert.equal(await resultOf(page.get('/account/sanctions')), '200')
    assert.equal(await resultOf(page.get('/executor/offers/available')), '403 role_required')
    assert.equal(await resultOf(page.get('/operator/audit')), '403 role_required')
  })

  test('has the rate limit of an access token and reports what remains', async () => {
    const { headers } = await (await signIn('Advertiser')).get(offers)
    assert.match(headers.get('ratelimit-policy') ?? '', /q=1000000/)
  })

  test('is stored as a hash', async () => {
    const { id, email } = await account('Advertiser')
    const page = await market.signIn(email, password)
    const cookie = decodeURIComponent(page.cookies.get('market.session_token') ?? '').split('.')[0] ?? ''
    assert.equal(kindOf(cookie), 'Session')
    const kept = await db.many<object>(sql`
      select 1 from credentials where account = ${id} and kind = 'Session' and hash = sha256(${cookie}::text::bytea)`)
    assert.equal(kept.length, 1)
  })

  test('gives problems whose `instance` is the console path', async () => {
    const { body } = await (await signIn('Advertiser')).get('/advertiser/offers/4711000?x=1')
    assert.match(body.instance, /^\/console\/api\/advertiser\/offers\/4711000#/)
  })

  test('expires after thirty days, however much it is used', async () => {
    const page = await signIn('Advertiser')
    market.pass(30 * 86_400 - 10)
    assert.equal(await resultOf(page.get(offers)), '200')
    assert.ok((await page.get('/auth/get-session')).body)
    market.pass(10)
    assert.equal(await resultOf(page.get(offers)), '401 token_expired')
    assert.equal((await page.get('/auth/get-session')).body, null)
    await deleteEnded(market.ctx)
    market.pass(2)
    assert.equal(await resultOf(page.get(offers)), '401 token_invalid')
  })

  test('ends at its sign-out; other sessions stay', async () => {
    const { email } = await account('Advertiser')
    const [one, other] = [await market.signIn(email, password), await market.signIn(email, password)]
    const cookies = new Map(one.cookies)
    expectOk(await one.post('/auth/sign-out'))
    assert.equal(one.cookies.size, 0)
    for (const [name, value] of cookies) one.cookies.set(name, value)
    assert.equal(await resultOf(one.get(offers)), '401 token_invalid')
    assert.equal(await resultOf(other.get(offers)), '200')
  })

  test('is listed for its account, which can end it, the others, or all', async () => {
    const { email } = await account('Advertiser')
    const pages = await Promise.all(Array.from({ length: 4 }, () => market.signIn(email, password)))
    const [first, second] = pages as [ConsoleClient, ConsoleClient]
    const listed = expectOk(await first.get('/auth/list-sessions'))
    assert.equal(listed.length, 4)
    assert.deepEqual([listed[0].ipAddress, typeof listed[0].userAgent], ['127.0.0.1', 'string'])
    const own = expectOk(await second.get('/auth/get-session')).session
    assert.equal(JSON.stringify([own, listed]).includes('token'), false, 'scripts of a page cannot read a token')
    expectOk(await first.post('/auth/revoke-session', { id: own.id }))
    const open = async () => (await Promise.all(pages.map((page) => resultOf(page.get(offers))))).join()
    assert.equal(await open(), '200,401 token_invalid,200,200')
    expectOk(await first.post('/auth/revoke-other-sessions'))
    assert.equal(await open(), '200,401 token_invalid,401 token_invalid,401 token_invalid')
    expectOk(await first.post('/auth/revoke-sessions'))
    assert.equal(await resultOf(first.get(offers)), '401 token_invalid')
  })

  test('of another account cannot be ended', async () => {
    const [one, other] = [await signIn('Advertiser'), await signIn('Advertiser')]
    const { id } = expectOk(await other.get('/auth/get-session')).session
    await one.post('/auth/revoke-session', { id })
    assert.equal(await resultOf(other.get(offers)), '200')
  })

  test('of a suspended account can read the sanction, as a token can', async () => {
    const { email } = await account('Advertiser')
    const page = await market.signIn(email, password)
    await suspendAccount(market.ctx, email, 'a test')
    assert.equal(await resultOf(page.get(offers)), '403 account_suspended')
    assert.equal(await resultOf(page.get('/account/sanctions')), '200')
    assert.equal(await resultOf((await market.signIn(email, password)).get('/account/sanctions')), '200')
    await restoreAccount(market.ctx, email)
    assert.equal(await resultOf(page.get(offers)), '200')
  })

  test('is limited to fifty: a further one ends the oldest', async () => {
    const { id, email } = await account('Advertiser')
    const oldest = market.console(await openSession(market, id))
    for (let more = 1; more < sessionsMax; more++) await openSession(market, id)
    assert.equal(await resultOf(oldest.get(offers)), '200')
    const newest = await market.signIn(email, password)
    market.pass(1)
    assert.deepEqual(
      [await resultOf(oldest.get(offers)), await resultOf(newest.get(offers))],
      ['401 token_invalid', '200'],
    )
  })
})

describe('the cookie of a session', () => {
  test('has Path=/console/api and SameSite=Strict', async () => {
    const { email } = await account('Advertiser')
    const answer = await market.console().post('/auth/sign-in/email', { email, password })
    const [cookie = ''] = answer.headers.getSetCookie()
    assert.match(cookie, /; Max-Age=2592000; Path=\/console\/api; HttpOnly; SameSite=Strict$/)
  })

  test('works over TLS', async () => {
    const safe = await openMarket({ publicUrl: 'https://market.example' })
    const email = 'safe@example.com'
    await createAccount(safe.ctx, { email, roles: ['Advertiser'], language: 'en', password })
    const { headers } = await safe.console().post('/auth/sign-in/email', { email, password })
    assert.match(
      headers.getSetCookie()[0] ?? '',
      /^__Secure-market\.session_token=.*; HttpOnly; Secure; SameSite=Strict$/,
    )
    const answer = await (await safe.signIn(email, password)).get(offers)
    assert.deepEqual([answer.status, answer.headers.get('strict-transport-security')], [200, 'max-age=31536000'])
    assert.equal((await market.console().get(offers)).headers.get('strict-transport-security'), null)
  })

  test('is not accepted outside the console; bearers are not accepted in it', async () => {
    const person = await advertiser(market)
    const cookie = (await openSession(market, person.id)).split(';')[0] ?? ''
    const token = decodeURIComponent(cookie.slice(cookie.indexOf('=') + 1)).split('.')[0]
    const [nobody, session] = [market.as(), market.as(token)]
    for (const { route } of await mountedRoutes(market.ctx)) {
      const [method = '', pattern = ''] = route.split(' ')
      if (pattern.startsWith('/console/')) continue
      const path = pattern.replace(/:\w+/g, '1')
      const { body, status } = await nobody.send(method, path, undefined, { cookie })
      assert.equal(`${status} ${method === 'HEAD' ? '' : body.code}`, '401 token_missing', route)
      assert.equal((await session.send(method, path)).body.code, 'token_invalid', route)
      const origin = { origin: market.ctx.config.publicUrl }
      const here = `/console${pattern.startsWith('/api') ? '' : '/api'}${path}`
      for (const bearer of [person.a, person.b, session])
        assert.equal((await bearer.send(method, here, undefined, origin)).body.code, 'token_missing', route)
    }
  })

  test('makes responses uncacheable by proxies and browsers', async () => {
    const page = await signIn('Advertiser')
    const others = ['/auth/get-session', '/advertiser/offers/4711000', '/nothing', '/%zz', '/executor/offers/available']
    for (const path of ['/account', offers, '/v1/balance', '/settings/keys', ...others]) {
      const { headers } = await page.get(path)
      assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
      if (!['/nothing', '/%zz'].includes(path)) assert.match(headers.get('cache-control') ?? '', /no-store/, path)
    }
  })

  test('is ignored without our signature', async () => {
    const page = await signIn('Advertiser')
    const good = page.cookies.get('market.session_token') ?? ''
    const [token = '', signature = ''] = decodeURIComponent(good).split('.')
    const others = [
      token,
      `${token}.`,
      `${token}.x`,
      `.${signature}`,
      `${token}.${signature.slice(0, -1)}`,
      '%',
      '%zz',
      '',
    ]
    const otherToken = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0')
    for (const each of [...others, `${otherToken}.${signature}`, `"${good}"`]) {
      page.cookies.set('market.session_token', each)
      assert.equal(await resultOf(page.get(offers)), '401 token_missing', each)
      assert.equal((await page.get('/auth/get-session')).body, null, each)
    }
  })

  test('is ignored under another name', async () => {
    const page = await signIn('Advertiser')
    const value = page.cookies.get('market.session_token') ?? ''
    page.cookies.clear()
    for (const name of [
      'session_token',
      'xmarket.session_token',
      'Market.session_token',
      '__Secure-market.session_token',
    ])
      page.cookies.set(name, value)
    assert.equal(await resultOf(page.get(offers)), '401 token_missing')
  })

  test('planted by someone else is replaced by signing in', async () => {
    const { email } = await account('Advertiser')
    const planted = await signIn('Advertiser')
    const before = planted.cookies.get('market.session_token')
    expectOk(await planted.post('/auth/sign-in/email', { email, password }))
    assert.notEqual(planted.cookies.get('market.session_token'), before)
    assert.equal(expectOk(await planted.get('/auth/get-session')).user.email, email)
  })
})

describe('a request of another site', () => {
  const body = JSON.stringify({ title: 'x' })
  const json = { 'content-type': 'application/json' }
  const paths = ['/advertiser/offers/draft', '/v1/tasks', '/auth/sign-out', '/auth/sign-in/email', '/sign-up']
  const cases: readonly (readonly [string, Record<string, string>, boolean])[] = [
    ['another site', { origin: 'https://evil.example' }, false],
    ['a page in a frame without an origin', { origin: 'null' }, false],
    ['a name that begins like ours', { origin: 'http://127.0.0.1.evil.example:8080' }, false],
    ['another port of this machine', { origin: 'http://127.0.0.1:9999' }, false],
    ['our name over TLS', { origin: 'https://127.0.0.1:8080' }, false],
    ['nonsense', { origin: 'x y z' }, false],
    ['our page', { origin: 'http://127.0.0.1:8080' }, true],
    ['our page under its other name', { origin: 'http://localhost:8080' }, true],
    ['no page that is named, on our site', { origin: '', 'sec-fetch-site': 'same-origin' }, true],
    ['no page that is named, on another site', { origin: '', 'sec-fetch-site': 'cross-site' }, false],
    ['no page that is named, beside our site', { origin: '', 'sec-fetch-site': 'same-site' }, false],
    ['a program', { origin: '' }, false],
  ]
  for (const [who, headers, isOurs] of cases)
    test(`${who} may${isOurs ? '' : ' not'} change anything`, async () => {
      const page = await signIn('Advertiser')
      for (const path of paths) {
        const { origin, ...rest } = headers
        const cookie = [...page.cookies].map((pair) => pair.join('=')).join('; ')
        const sent = { ...json, ...rest, cookie, ...(origin ? { origin } : {}) }
        const answer = await market.as().send('POST', `/console/api${path}`, body, sent)
        assert.equal(answer.body?.code === 'cross_site_request', !isOurs, `${path}: ${answer.raw}`)
        if (!isOurs) assert.equal(answer.status, 403)
      }
    })

  test('gets a response that it cannot read', async () => {
    const page = await signIn('Advertiser')
    const { headers } = await page.send('GET', offers, undefined, { origin: 'https://evil.example' })
    assert.equal(headers.get('access-control-allow-origin'), null)
  })
})
