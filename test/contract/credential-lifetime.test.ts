import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createKey, issueToken, revokeCredential } from '../../server/accounts/actions.ts'
import { restoreAccount, suspendAccount } from '../../server/accounts/sanctions/actions.ts'
import { accountWith, misspelt, neverIssued } from '../support/callers.ts'
import { clientOf } from '../support/client.ts'
import { activeOffer, advertiser, executor, expectOk, operator, submittedWork } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { contentsOf } from '../support/scenarios/digest.ts'
import { comparableProblem, problemIn, statusOrProblem } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const market = await openMarket({ isSandbox: true })
const { ctx } = market
const [tokenPath, keyPath] = ['/api/advertiser/offers', '/v1/tasks']
const askedWith = async (secret: string, path: string): Promise<string> =>
  statusOrProblem(await market.as(secret).get(path))

describe('a credential is valid for the time it was issued for', () => {
  const kinds = [
    ['a token of one day', tokenPath, issueToken],
    ['a key of one day', keyPath, createKey],
  ] as const
  for (const [what, path, issue] of kinds)
    test(`${what} is valid until the end of its last day`, async () => {
      const own = await openMarket({ isSandbox: true })
      const { email } = await advertiser(own)
      const { secret, expiresAt, createdAt } = await issue(own.ctx, { email, days: 1 })
      assert.equal(Number(expiresAt) - Number(createdAt), 86_400_000)
      // One minute of slack for a slow machine.
      own.pass(86_340)
      assert.equal(statusOrProblem(await own.as(secret).get(path)), '200')
      own.pass(60)
      assert.equal(statusOrProblem(await own.as(secret).get(path)), '401 token_expired')
      own.pass(-60)
      assert.equal(statusOrProblem(await own.as(secret).get(path)), '200')
    })

  test('by default a token lasts 90 days and a key does not expire', async () => {
    const own = await openMarket({ isSandbox: true })
    const { token, key } = await advertiser(own)
    own.pass(90 * 86_400 - 60)
    assert.deepEqual(
      [statusOrProblem(await own.as(token).get(tokenPath)), statusOrProblem(await own.as(key).get(keyPath))],
      ['200', '200'],
    )
    own.pass(60)
    assert.equal(statusOrProblem(await own.as(token).get(tokenPath)), '401 token_expired')
    own.pass(50 * 365 * 86_400)
    assert.equal(statusOrProblem(await own.as(key).get(keyPath)), '200')
  })
})

describe('revoked access ends with the next request', () => {
  test('revokes one token and one key; the account’s others stay valid', async () => {
    const { email, token, key } = await advertiser(market)
    const second = { token: await issueToken(ctx, { email }), key: await createKey(ctx, { email }) }
    assert.equal(await askedWith(second.token.secret, tokenPath), '200')
    assert.equal(await askedWith(second.key.secret, keyPath), '200')
    await revokeCredential(ctx, 'AccessToken', second.token.id)
    assert.equal(await askedWith(second.token.secret, tokenPath), '401 token_revoked')
    await revokeCredential(ctx, 'ApiKey', second.key.id)
    assert.equal(await askedWith(second.key.secret, keyPath), '401 token_revoked')
    assert.deepEqual([await askedWith(token, tokenPath), await askedWith(key, keyPath)], ['200', '200'])
  })

  test('suspends all credentials of an account until it is restored', async () => {
    const { email, token, key } = await advertiser(market)
    const both = async () => [await askedWith(token, tokenPath), await askedWith(key, keyPath)]
    assert.deepEqual(await both(), ['200', '200'])
    await suspendAccount(ctx, email, 'a test')
    assert.deepEqual(await both(), ['403 account_suspended', '403 account_suspended'])
    await restoreAccount(ctx, email)
    assert.deepEqual(await both(), ['200', '200'])
  })

  test('a caller who is revoked, expired and suspended gets the credential error first', async () => {
    const { email } = await advertiser(market)
    const { secret, id } = await issueToken(ctx, { email })
    await suspendAccount(ctx, email, 'a test')
    await revokeCredential(ctx, 'AccessToken', id)
    assert.equal(await askedWith(secret, tokenPath), '401 token_revoked')
  })
})

describe('a credential is accepted only in the Authorization header', () => {
  test('is ignored in the query, a cookie, another header or the body', async () => {
    const { token, key } = await advertiser(market)
    const anybody = market.as()
    const names = ['access_token', 'token', 'authorization', 'bearer', 'api_key', 'apiKey', 'key']
    for (const name of names) {
      assert.equal(statusOrProblem(await anybody.get(`${tokenPath}?${name}=${token}`)), '401 token_missing')
      assert.equal(statusOrProblem(await anybody.get(`${keyPath}?${name}=Bearer%20${key}`)), '401 token_missing')
    }
    for (const header of ['cookie', 'x-api-key', 'proxy-authorization', 'x-authorization', 'x-access-token']) {
      const answer = await anybody.send('GET', tokenPath, undefined, { [header]: `Bearer ${token}` })
      assert.equal(statusOrProblem(answer), '401 token_missing')
    }
    assert.equal(
      statusOrProblem(await anybody.post(`${tokenPath}/draft`, { access_token: token })),
      '401 token_missing',
    )
  })

  const schemes: readonly (readonly [string, string])[] = [
    ['Bearer TOKEN', '200'],
    ['bearer TOKEN', '200'],
    ['BEARER   TOKEN', '200'],
    ['TOKEN', '401 token_missing'],
    ['Bearer', '401 token_missing'],
    ['BearerTOKEN', '401 token_missing'],
    ['Basic TOKEN', '401 token_missing'],
    ['Token TOKEN', '401 token_missing'],
    ['Bearer TOKEN TOKEN', '401 token_missing'],
    ['Bearer TOKEN,', '401 token_invalid'],
    ['Bearer "TOKEN"', '401 token_invalid'],
    ['Bearer TOKENx', '401 token_invalid'],
    ["Bearer ' or 1=1 --", '401 token_missing'],
    [`Bearer ${'x'.repeat(8000)}`, '401 token_invalid'],
  ]
  for (const [written, expected] of schemes)
    test(`${written.slice(0, 40)}: ${expected}`, async () => {
      const { token } = await advertiser(market)
      const authorization = written.replaceAll('TOKEN', token)
      assert.equal(statusOrProblem(await market.as().send('GET', tokenPath, undefined, { authorization })), expected)
    })

  test('an address, method or host in a header does not change the caller or the operation', async () => {
    const { token } = await executor(market)
    const tricks = [
      'x-original-url',
      'x-rewrite-url',
      'x-http-method-override',
      'x-forwarded-for',
      'x-forwarded-host',
      'forwarded',
    ]
    for (const header of tricks) {
      const headers = {
        authorization: `Bearer ${token}`,
        [header]: header.includes('method') ? 'DELETE' : '/api/executor/balance',
      }
      assert.equal(statusOrProblem(await market.as().send('GET', tokenPath, undefined, headers)), '403 role_required')
    }
  })
})

describe('secrets', () => {
  test('a malformed credential is refused without a query', async () => {
    const { token } = await advertiser(market)
    const before = ctx.db.sent()
    for (const secret of ['garbage', misspelt(token), `${token}0`, token.slice(0, -1)])
      assert.equal(await askedWith(secret, tokenPath), '401 token_invalid')
    assert.equal(ctx.db.sent(), before)
    assert.equal(await askedWith(neverIssued('AccessToken'), tokenPath), '401 token_invalid')
    assert.ok(ctx.db.sent() > before)
  })

  test('are not stored in the database', async () => {
    const { token, key } = await advertiser(market)
    const contents = await contentsOf(ctx.db)
    assert.ok(contents.includes('credentials'))
    for (const secret of [token, key, token.slice(7), key.slice(9)]) assert.ok(!contents.includes(secret))
  })

  test('are not repeated in responses', async () => {
    const { token } = await executor(market)
    const answers = [await market.as(token).get(tokenPath), await market.as(token).get(`/nowhere/${'x'}`)]
    for (const { raw } of answers) assert.ok(!raw.includes(token))
  })
})

describe('a proof can be read', async () => {
  const [owner, worker, judge] = [await advertiser(market), await executor(market), await operator(market)]
  const offer = await activeOffer(market, { advertiser: owner })
  const { id } = await submittedWork(market, offer.id, worker)
  const report = expectOk(await owner.b.get(`/v1/reports/${id}`))
  const [stored, signed] = [report.proofUrls[0], report.proofs[0].downloadUrl].map((url) => {
    const { pathname, search } = new URL(url)
    return pathname + search
  }) as [string, string]
  const both = await accountWith(market, 'AccessToken', ['Advertiser', 'Executor'])

  const readers: readonly (readonly [string, string | undefined, string])[] = [
    ['by its executor', worker.token, '200'],
    ["by its offer's advertiser", owner.token, '200'],
    ['with their key', owner.key, '200'],
    ['by an operator', judge.token, '200'],
    ['by nobody', undefined, '401 token_missing'],
    ['by another executor: not found', (await executor(market)).token, '404 not_found'],
    ['by another advertiser: not found', (await advertiser(market)).token, '404 not_found'],
    ['with the key of another advertiser: not found', (await advertiser(market)).key, '404 not_found'],
    ['by somebody with both other roles: not found', both.secret, '404 not_found'],
  ]
  for (const [what, secret, expected] of readers)
    test(`${what}: ${expected}`, async () =>
      assert.equal(statusOrProblem(await market.as(secret).get(stored)), expected))

  test('with its signed link, but not with an altered one', async () => {
    const anybody = market.as()
    assert.equal(statusOrProblem(await anybody.get(signed)), '200')
    const [path, query = ''] = signed.split('?')
    for (const wrong of ['exp=1&sig=x', query.replace(/exp=(\d+)/, 'exp=9$1'), misspelt(query)])
      assert.equal(statusOrProblem(await anybody.get(`${path}?${wrong}`)), '403 operation_unavailable')
    for (const none of ['', 'sig=', query.replace('sig=', 'sig=%00')])
      assert.equal(statusOrProblem(await anybody.get(`${path}?${none}`)), '401 token_missing')
  })

  test('a missing file gives the same response as one of another account', async () => {
    const stranger = await executor(market)
    const unknown = stored.replace(/[0-9a-f]{8}-/, '00000000-')
    assert.deepEqual(comparableProblem(await stranger.a.get(stored)), comparableProblem(await stranger.a.get(unknown)))
  })
})

describe('addresses', async () => {
  /** Sent from a console page: requests from other origins are refused before their body is read. */
  const { origin } = new URL(ctx.config.publicUrl)
  const paths = Map.groupBy(
    (await mountedRoutes(ctx)).map(({ route }) => route.split(' ') as [string, string]),
    ([, path]) => path,
  )
  for (const [path, offered] of paths)
    test(`${path} answers every other method with 405 and the allowed ones`, async () => {
      const methods = offered.map(([method]) => method)
      const allowed = new Set([...methods, ...(methods.includes('GET') ? ['HEAD'] : [])])
      const address = path.replace(/:\w+/, '1')
      for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD']) {
        if (allowed.has(method)) continue
        const body = method === 'GET' || method === 'HEAD' ? undefined : '{"'
        const answer = await market.as().send(method, address, body, { origin })
        assert.equal(answer.status, 405, method)
        if (method !== 'HEAD') assert.equal(problemIn(answer, address), '405 method_not_allowed')
        assert.deepEqual(new Set(answer.headers.get('allow')?.split(', ')), allowed)
      }
    })

  const unknown = ['/api', '/v1', '/v2/tasks', '/v1/tasks/1/2', '/V1/tasks', '/api/advertiser', '/uploads/']
  for (const path of [...unknown, '//v1/tasks', '/v1//tasks', '/.env', '/api/operator/offers/1/'])
    test(`${path} is not found, with a credential or without`, async () => {
      const { token, key } = await advertiser(market)
      for (const client of [market.as(), market.as(token), market.as(key)])
        for (const method of ['GET', 'POST', 'DELETE'])
          assert.equal(problemIn(await client.send(method, path), path), '404 not_found')
    })

  test('every path belongs to exactly one group', () => {
    const groups = {
      AccessToken: /^\/api\/(?:account|advertiser|executor|operator)(?:\/|$)/,
      ApiKey: /^\/v1\//,
      Session: /^\/console\/api\/settings\//,
      Any: /^\/uploads\//,
    }
    for (const { route, credential } of operations) assert.match(route.split(' ')[1] ?? '', groups[credential])
  })

  test('both groups are one server, distinguished only by the credential', async () => {
    const { token, key } = await advertiser(market)
    const client = clientOf(market.url, key)
    assert.equal(statusOrProblem(await client.get(keyPath)), '200')
    assert.equal(statusOrProblem(await client.get(tokenPath)), '401 token_invalid')
    assert.equal(statusOrProblem(await clientOf(market.url, token).get(keyPath)), '401 token_invalid')
  })
})
