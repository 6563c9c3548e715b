import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { auth } from '@modelcontextprotocol/client'
import { openSession } from '../../test/support/console.ts'
import { advertiser, executor, expectOk, outcome, taskBody } from '../../test/support/fixtures.ts'
import { type MarketOptions, openMarket, sharedCounting } from '../../test/support/market.ts'
import { connect, dataOf, errorOf, textsOf } from '../../test/support/mcp.ts'
import { createKey, revokeCredential } from '../accounts/actions.ts'
import { suspendAccount } from '../accounts/sanctions/actions.ts'

const corsOrigins = ['https://assistant.example']
const market = await openMarket({ corsOrigins, trustedProxies: ['127.0.0.1'] })
const { ctx } = market
const owner = await advertiser(market)

const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
const call = (method: string, params?: object) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const list = call('tools/list')
type Sent = {
  readonly body?: string
  readonly more?: Record<string, string>
  readonly secret?: string
  readonly method?: string
}
const send = ({ body, more = {}, secret = owner.key, method = 'POST' }: Sent) =>
  market.as(secret).send(method, '/mcp', body, { ...headers, ...more })

describe('hostile input', () => {
  const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const cases: Readonly<Record<string, readonly [Sent, RegExp]>> = {
    'no body': [{}, /^400/],
    'an empty body': [{ body: '' }, /^400/],
    'half a message': [{ body: '{"jsonrpc":' }, /^400/],
    'a text': [{ body: '"tools/list"' }, /^400/],
    null: [{ body: 'null' }, /^400/],
    'a batch': [{ body: `[${list},${list}]` }, /^400 validation_error/],
    'deep nesting': [{ body: nested }, /^400/],
    'a giant body': [
      { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(300_000) }) },
      /^413 body_too_large/,
    ],
    'a wrong content type': [{ body: list, more: { 'content-type': 'text/plain' } }, /^415/],
    'a form': [{ body: 'method=tools/list', more: { 'content-type': 'application/x-www-form-urlencoded' } }, /^415/],
    'no accepted type': [{ body: list, more: { accept: 'text/html' } }, /^406/],
    'another version of JSON-RPC': [{ body: list.replace('2.0', '1.0') }, /^400/],
    'an unknown method': [{ body: call('tools/destroy') }, /^(?:200|404)/],
    'a method of the prototype': [{ body: call('__proto__') }, /^(?:200|404)/],
    'an unknown tool': [{ body: call('tools/call', { name: 'drop_tables', arguments: {} }) }, /^(?:200|400)/],
    'a tool of the prototype': [{ body: call('tools/call', { name: 'constructor' }) }, /^(?:200|400)/],
    'no tool': [{ body: call('tools/call') }, /^(?:200|400)/],
    'arguments that are a list': [{ body: call('tools/call', { name: 'get_task', arguments: [1] }) }, /^(?:200|400)/],
    'an id that is a path': [
      { body: call('tools/call', { name: 'get_task', arguments: { id: '1/../../balance' } }) },
      /^200/,
    ],
    'an unknown protocol': [{ body: list, more: { 'mcp-protocol-version': '1900-01-01' } }, /^400/],
    'a session that we did not make': [{ body: list, more: { 'mcp-session-id': 'x' } }, /^200/],
    'a subscription': [{ body: call('subscriptions/listen', { filter: {} }) }, /^(?:200|400|404)/],
    GET: [{ method: 'GET' }, /^405 method_not_allowed/],
    DELETE: [{ method: 'DELETE' }, /^405 method_not_allowed/],
    PUT: [{ method: 'PUT', body: list }, /^405 method_not_allowed/],
    'a foreign origin': [{ body: list, more: { origin: 'https://evil.example' } }, /^403 origin_not_allowed/],
    'the origin null': [{ body: list, more: { origin: 'null' } }, /^403 origin_not_allowed/],
    'our own origin': [{ body: list, more: { origin: ctx.config.publicUrl } }, /^200/],
    'an origin of CORS_ORIGINS': [{ body: list, more: { origin: 'https://assistant.example' } }, /^200/],
    'a wrong key': [{ body: list, secret: 'mkt_live_x' }, /^401 token_invalid/],
    'a token of Group A': [{ body: list, secret: owner.token }, /^401 token_invalid/],
  }
  for (const [what, [sent, expected]] of Object.entries(cases)) {
    test(`${what}: ${expected.source}`, async () => {
      const answer = await send(sent)
      assert.match(outcome(answer), expected, answer.raw.slice(0, 500))
      assert.ok(answer.status < 500)
    })
  }

  test('invalid arguments are errors of the tool, with the field', async () => {
    const assistant = await connect(market.url, owner.key)
    const wrong: readonly (readonly [string, object])[] = [
      ['get_task', {}],
      ['get_task', { id: 0 }],
      ['get_task', { id: '7' }],
      ['get_task', { id: 1.5 }],
      ['list_tasks', { status: 'Lost' }],
      ['list_tasks', { unknown: 1 }],
      ['list_tasks', { status: { toString: 1, valueOf: 1 } }],
      ['list_tasks', { status: [{ toString: 1 }, null] }],
      ['list_tasks', { page: true }],
      ['create_task', { ...(await taskBody(market)), maxCost: { toString: 1 }, estimatedCost: [1] }],
      ['give_bonus', { id: 1, amount: 'all', reason: 'x' }],
      ['create_task', { ...(await taskBody(market)), maxCost: -1, estimatedCost: 1 }],
    ]
    for (const [name, given] of wrong) {
      const result = await assistant.callTool({ name, arguments: { ...given } })
      assert.equal(errorOf(result), 'validation_error', name)
      const [told = '', problem = ''] = textsOf(result)
      const { status, requestId, errors } = JSON.parse(problem)
      assert.deepEqual([status, /^req_[0-9a-f]{24}$/.test(requestId)], [400, true], problem)
      for (const { field, code, detail } of errors) {
        assert.ok(code, problem)
        assert.equal(told.split(`${field}: ${detail}`).length, 2, `told once: ${told}`)
      }
    }
    assert.equal(
      errorOf(await assistant.callTool({ name: 'get_task', arguments: { id: 4_711_000 } })),
      'task_not_found',
    )
  })
})

describe('an assistant that expects OAuth', () => {
  const { publicUrl } = ctx.config
  const metadata = `${publicUrl}/.well-known/oauth-protected-resource/mcp`

  test('is told by every 401 where it learns what to do', async () => {
    for (const [secret, problem] of [
      [undefined, ''],
      ['mkt_live_x', ', error="invalid_token"'],
    ] as const) {
      const answer = await market.as(secret).send('POST', '/mcp', list, headers)
      const expected = `Bearer realm="market"${problem}, resource_metadata="${metadata}"`
      assert.deepEqual([answer.status, answer.headers.get('www-authenticate')], [401, expected])
    }
    assert.equal((await market.as().get('/v1/balance')).headers.get('www-authenticate'), 'Bearer realm="market"')
  })

  test('reads that the resource takes an API key as bearer and names no authorization server', async () => {
    for (const end of ['', '/mcp']) {
      const { status, body } = await market.as().get(`/.well-known/oauth-protected-resource${end}`)
      const { resource, bearer_methods_supported, authorization_servers, scopes_supported, resource_documentation } =
        body
      assert.deepEqual([status, resource, bearer_methods_supported], [200, `${publicUrl}/mcp`, ['header']])
      assert.deepEqual(
        [authorization_servers, scopes_supported.toSorted()],
        [undefined, ['balance:read', 'reports:read', 'reports:write', 'tasks:read', 'tasks:write']],
      )
      assert.equal((await market.as().get(new URL(resource_documentation).pathname)).status, 200)
    }
  })

  test('shows the person what to do, with the official client', async () => {
    const authProvider = {
      redirectUrl: 'http://127.0.0.1/callback',
      clientMetadata: { redirect_uris: ['http://127.0.0.1/callback'] },
      clientInformation: () => undefined,
      saveClientInformation: () => undefined,
      tokens: () => undefined,
      saveTokens: () => undefined,
      redirectToAuthorization: () => assert.fail('nobody is sent to a page'),
      saveCodeVerifier: () => undefined,
      codeVerifier: () => '',
    }
    const fetchFn = (url: string | URL, init?: RequestInit) => fetch(String(url).replace(publicUrl, market.url), init)
    const told = auth(authProvider, { serverUrl: `${publicUrl}/mcp`, fetchFn })
    await assert.rejects(told, /Create an API key at .*\/settings\/api and set it in the assistant/)
    const posted = ['POST', '/token', 'grant_type=x', { 'content-type': 'application/x-www-form-urlencoded' }] as const
    for (const answer of [await market.as().send(...posted), await market.as().get('/authorize?client_id=x')])
      assert.deepEqual([outcome(answer), answer.body.error], ['403 oauth_not_supported', 'access_denied'])
  })
})

describe('a key', () => {
  test('that is missing, revoked, suspended or outside its networks opens nothing', async () => {
    assert.equal(outcome(await market.as().send('POST', '/mcp', list, headers)), '401 token_missing')
    const key = await createKey(ctx, { email: owner.email })
    const assistant = await connect(market.url, key.secret)
    await revokeCredential(ctx, 'ApiKey', key.id)
    await assert.rejects(assistant.callTool({ name: 'get_balance', arguments: {} }), /token_revoked/)
    const bound = await createKey(ctx, { email: owner.email, allowedNetworks: ['203.0.113.0/24'] })
    assert.equal(outcome(await send({ body: list, secret: bound.secret })), '403 address_not_allowed')
    const other = await advertiser(market)
    await suspendAccount(ctx, other.email, 'As the test has it')
    assert.equal(outcome(await send({ body: list, secret: other.key })), '403 account_suspended')
    const worker = await executor(market)
    assert.equal(outcome(await send({ body: list, secret: worker.token })), '401 token_invalid')
    const session = await openSession(market, owner.id)
    assert.equal(outcome(await market.as(session).send('POST', '/mcp', list, headers)), '403 origin_not_allowed')
    const cookie = { ...headers, cookie: session }
    assert.equal(outcome(await market.as().send('POST', '/mcp', list, cookie)), '401 token_missing')
  })

  test('inside its networks acts from the address of the assistant', async () => {
    const { secret } = await createKey(ctx, { email: owner.email, allowedNetworks: ['203.0.113.0/24'] })
    const body = call('tools/call', { name: 'get_balance', arguments: {} })
    const answer = await send({ body, secret, more: { 'x-forwarded-for': '203.0.113.9' } })
    assert.match(answer.raw, /"structuredContent":\{"currency":"USD"/)
  })
})

test('calls count against the limit of the key as requests do', async () => {
  const options: MarketOptions = { keyRatePerMinute: 12 }
  const limited = await openMarket({ ...sharedCounting, ...options })
  const { key } = await advertiser(limited)
  const assistant = await connect(limited.url, key)
  const results = []
  for (let count = 0; count < 8; count++)
    results.push(await assistant.callTool({ name: 'get_balance', arguments: {} }).catch((error: Error) => error))
  const refused = results.filter((result) => result instanceof Error || errorOf(result) === 'rate_limited')
  assert.ok(refused.length >= 3 && refused.length < 8, `${refused.length}`)
})

test('fifty calls at once are all answered', async () => {
  const body = call('tools/call', { name: 'get_balance', arguments: {} })
  const { key } = await advertiser(market)
  const answers = await Promise.all(Array.from({ length: 50 }, () => send({ body, secret: key })))
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const assistant = await connect(market.url, key)
  assert.equal(dataOf(await assistant.callTool({ name: 'get_balance', arguments: {} })).available, 1000)
  expectOk(await market.as(key).get('/v1/balance'))
})
