import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { advertiser, executor } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { problemIn, statusOrProblem } from './operations/requests.ts'
import { operations } from './operations/routes.ts'

const market = await openMarket({ isSandbox: true })
const { ctx } = market
const [tokenPath, keyPath] = ['/api/advertiser/offers', '/v1/tasks']

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

test('secrets are not repeated in responses', async () => {
  const { token } = await executor(market)
  const answers = [await market.as(token).get(tokenPath), await market.as(token).get(`/nowhere/${'x'}`)]
  for (const { raw } of answers) assert.ok(!raw.includes(token))
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
})
