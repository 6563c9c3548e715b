import assert from 'node:assert/strict'
import { before, describe, type TestContext, test } from 'node:test'
import type { Role } from '../../server/accounts/account.ts'
import { createKey, issueToken, removeProfile } from '../../server/accounts/actions.ts'
import { suspendAccount } from '../../server/accounts/sanctions/actions.ts'
import { changing } from '../../server/platform/http/idempotency.ts'
import { sql } from '../../server/platform/sql.ts'
import { inParallel } from '../properties/concurrently.ts'
import {
  accountWith,
  createCallers,
  formerly,
  issuedWithout,
  keyWithout,
  misspelt,
  neverIssued,
  suspended,
} from '../support/callers.ts'
import type { Answer, Client } from '../support/client.ts'
import { openSession } from '../support/console.ts'
import { executor } from '../support/fixtures.ts'
import { openMarket } from '../support/market.ts'
import { mountedRoutes } from '../support/mounted-routes.ts'
import { oneOfEach, shareOf, someOf } from '../support/sampling.ts'
import { digestOf } from '../support/scenarios/digest.ts'
import { clientFor, type Operation, type Party, rightful } from './operations/operation.ts'
import { kept, type Ready } from './operations/ready.ts'
import { comparableProblem, sendInvalidBodies, sendRequest, statusOrProblem } from './operations/requests.ts'
import { operations, scopesUsed } from './operations/routes.ts'

const market = await openMarket({ isSandbox: true, activeReservationsMax: 1000 })
const callers = await createCallers(market)
const mounted = await mountedRoutes(market.ctx)
const { db } = market.ctx

/** A caller without access, and the expected problem. */
type Refused = { readonly who: string; readonly secret?: string; readonly expected: string }

const nobody: readonly Refused[] = [
  { who: 'nobody', expected: '401 token_missing' },
  { who: 'an empty credential', secret: '', expected: '401 token_missing' },
  { who: 'garbage', secret: 'garbage', expected: '401 token_invalid' },
  { who: 'garbage of a token', secret: `mkt_at_${'x'.repeat(38)}`, expected: '401 token_invalid' },
  { who: 'the word null', secret: 'null', expected: '401 token_invalid' },
]

/** Without a sandbox behind it, a test key reaches nothing. What it reaches with one: server/commands/sandbox/sandboxes.test.ts. */
const testKey: Refused = {
  who: 'a test key',
  secret: (await createKey(market.ctx, { email: callers.advertiser.email, name: kept, livemode: false })).secret,
  expected: '403 sandbox_unavailable',
}

const strangersTo = (kind: 'AccessToken' | 'ApiKey', good: string, spent: { expired: string; revoked: string }) => [
  { who: 'a credential misspelt', secret: misspelt(good), expected: '401 token_invalid' },
  { who: 'a credential never issued', secret: neverIssued(kind), expected: '401 token_invalid' },
  { who: 'an expired credential', secret: spent.expired, expected: '401 token_expired' },
  { who: 'a revoked credential', secret: spent.revoked, expected: '401 token_revoked' },
]

/** Returns callers who may not use an operation of Group A that requires the role. */
async function refusedTokens(role: Role, good: string): Promise<Refused[]> {
  const others = (['Advertiser', 'Executor', 'Operator'] as const).filter((other) => other !== role)
  const wrongRoles = others.map(async (other) => ({
    who: `the token of an ${other}`,
    secret: (await accountWith(market, 'AccessToken', [other])).secret,
    expected: '403 role_required',
  }))
  return [
    ...nobody,
    ...strangersTo('AccessToken', good, callers.formerCredentials[role]),
    { who: 'an API key', secret: callers.advertiser.key, expected: '401 token_invalid' },
    testKey,
    ...(await Promise.all(wrongRoles)),
    {
      who: 'a token issued without the role',
      secret: await issuedWithout(market, role),
      expected: '403 role_required',
    },
    {
      who: 'an account that lost the role',
      secret: await formerly(market, 'AccessToken', role),
      expected: '403 role_required',
    },
    {
      who: 'a suspended account',
      secret: await suspended(market, 'AccessToken', role),
      expected: '403 account_suspended',
    },
  ]
}

const keysWithout = new Map<string, ReturnType<typeof keyWithout>>()

/** One key per scope: an account may have up to ten. */
function without(scope: string): ReturnType<typeof keyWithout> {
  const known = keysWithout.get(scope) ?? keyWithout(market, callers.strangers.Advertiser, scopesUsed, scope)
  keysWithout.set(scope, known)
  return known
}

let elsewhere: Promise<{ readonly secret: string }> | undefined

/** A key of the right advertiser that is restricted to other networks. */
async function keyElsewhere(): Promise<string> {
  elsewhere ??= createKey(market.ctx, {
    email: callers.advertiser.email,
    name: kept,
    allowedNetworks: ['203.0.113.0/24', '2001:db8::/32'],
  })
  return (await elsewhere).secret
}

/** Returns callers who may not use an operation of Group B that requires the scope. */
async function refusedKeys(scope: string): Promise<Refused[]> {
  const { secret } = await without(scope)
  return [...(await refusedAnyKeys()), { who: `a key without ${scope}`, secret, expected: '403 insufficient_scope' }]
}

/** Returns callers who may not use an operation of Group B that requires no scope. */
async function refusedAnyKeys(): Promise<Refused[]> {
  return [
    ...nobody,
    ...strangersTo('ApiKey', callers.advertiser.key, callers.formerCredentials.ApiKey),
    { who: 'an access token', secret: callers.advertiser.token, expected: '401 token_invalid' },
    testKey,
    { who: 'a key from outside its networks', secret: await keyElsewhere(), expected: '403 address_not_allowed' },
    {
      who: 'an account that lost the role',
      secret: await formerly(market, 'ApiKey', 'Advertiser'),
      expected: '403 role_required',
    },
    {
      who: 'a suspended account',
      secret: await suspended(market, 'ApiKey', 'Advertiser'),
      expected: '403 account_suspended',
    },
  ]
}

/** Callers who may not read files, which both groups serve. */
const refusedReaders = async (): Promise<Refused[]> => [
  ...nobody,
  testKey,
  ...strangersTo('AccessToken', callers.executor.token, callers.formerCredentials.Executor),
  ...strangersTo('ApiKey', callers.advertiser.key, callers.formerCredentials.ApiKey),
  { who: 'a key from outside its networks', secret: await keyElsewhere(), expected: '403 address_not_allowed' },
  {
    who: 'a key without reports:read',
    secret: (await without('reports:read')).secret,
    expected: '403 insufficient_scope',
  },
  {
    who: 'a suspended account',
    secret: await suspended(market, 'ApiKey', 'Advertiser'),
    expected: '403 account_suspended',
  },
]

/** Callers who may not read their own sanctions; suspended accounts may. */
const refusedAccounts: Refused[] = [
  ...nobody,
  ...strangersTo('AccessToken', callers.advertiser.token, callers.formerCredentials.Advertiser),
  { who: 'an API key', secret: callers.advertiser.key, expected: '401 token_invalid' },
  testKey,
]

/** Returns callers who may not use console operations. Foreign cookies are ignored; sessions.test.ts covers the rest. */
async function refusedSessions(): Promise<Refused[]> {
  const asNobody = '401 token_missing'
  const { id, email } = await accountWith(market, 'AccessToken', ['Advertiser'])
  const barred = (await openSession(market, id)).split('; ')[0] ?? ''
  await suspendAccount(market.ctx, email, 'a test')
  return [
    {
      who: 'a session misspelt',
      secret: callers.advertiser.session.replace('mkt_se_', 'mkt_se_x'),
      expected: asNobody,
    },
    {
      who: 'a token in the place of a session',
      secret: `market.session_token=${callers.advertiser.token}`,
      expected: asNobody,
    },
    { who: 'a suspended account', secret: barred, expected: '403 account_suspended' },
  ]
}

const sessions = await refusedSessions()
const anyKeys = await refusedAnyKeys()
const refused: Readonly<Record<string, Refused[]>> = {
  Session: sessions,
  SessionEvenSuspended: sessions.filter(({ who }) => who !== 'a suspended account'),
  Account: refusedAccounts,
  Any: await refusedReaders(),
  Advertiser: await refusedTokens('Advertiser', callers.advertiser.token),
  Executor: await refusedTokens('Executor', callers.executor.token),
  Operator: await refusedTokens('Operator', callers.operator.token),
  ApiKey: anyKeys,
  ApiKeyEvenSuspended: anyKeys.filter(({ who }) => who !== 'a suspended account'),
  ...Object.fromEntries(await Promise.all(scopesUsed.map(async (scope) => [scope, await refusedKeys(scope)]))),
}

const profileless = await executor(market)
await removeProfile(market.ctx, profileless.email)

test('the table lists exactly the operations that the server offers', () => {
  assert.deepEqual(mounted.map(({ route }) => route).sort(), operations.map(({ route }) => route).sort())
})

test('every operation requires the credential, role and scope of the table', () => {
  const needs = (list: readonly Operation[]) =>
    list.map(({ route, credential, role, scope }) => `${route}: ${credential} ${role} ${scope ?? ''}`).sort()
  assert.deepEqual(
    needs(mounted.map(({ route, requirement }) => ({ route, ...requirement }) as unknown as Operation)),
    needs(operations),
  )
})

test('every operator operation that changes a record declares its owner, in the table and on the route', () => {
  const concerned = ({ route, concerns }: { readonly route: string; readonly concerns?: string }) =>
    concerns === undefined ? [] : [`${route}: ${concerns === 'nobody' ? 'nobody' : 'somebody'}`]
  const declared = operations.flatMap(({ route, role, parties }) =>
    role !== 'Operator' || (parties === undefined && !changing.has(route.split(' ')[0] ?? ''))
      ? []
      : [`${route}: ${parties?.length === 0 ? 'nobody' : 'somebody'}`],
  )
  assert.deepEqual(mounted.flatMap(concerned).sort(), declared.sort())
})

const challenges: Readonly<Record<string, (scope: string) => string | null>> = {
  '401 token_missing': () => 'Bearer realm="market"',
  '403 insufficient_scope': (scope) => `Bearer realm="market", error="insufficient_scope", scope="${scope}"`,
  '403 role_required': () => null,
  '403 address_not_allowed': () => null,
  '403 account_suspended': () => null,
  '403 sandbox_unavailable': () => null,
}
const challengeOf = (expected: string, scope = 'reports:read'): string | null =>
  (challenges[expected] ?? (() => 'Bearer realm="market", error="invalid_token"'))(scope)

const ownTokens = new Map<number, Promise<Client>>()

/** Returns a party of the record as an operator: their account gets the role and a token for it. */
function interested(party: Party, { id, body }: Ready): Promise<Client> {
  const named = Number((body as { readonly accountId?: number } | undefined)?.accountId ?? id)
  const account =
    party === 'account' ? named : party === 'requester' ? callers.strangers.Operator.id : callers[party].id
  const known = ownTokens.get(account) ?? operatorToken(account)
  ownTokens.set(account, known)
  return known
}

async function operatorToken(account: number): Promise<Client> {
  const { email } = await db.one<{ email: string }>(sql`
    update accounts set roles = array(select distinct unnest(roles || '{Operator}'::text[])) where id = ${account}
    returning email`)
  return market.as((await issueToken(market.ctx, { email, roles: ['Operator'] })).secret)
}

const strangerTo = (operation: Operation) =>
  clientFor(operation, callers.strangers[operation.role === 'Any' ? 'Executor' : operation.role])

const refusedBy = ({ credential, role, scope, evenSuspended }: Operation): string =>
  credential === 'Session' || (credential === 'ApiKey' && scope === undefined)
    ? `${credential}${evenSuspended ? 'EvenSuspended' : ''}`
    : credential === 'ApiKey'
      ? (scope ?? '')
      : credential === 'AccessToken' && role === 'Any'
        ? 'Account'
        : role

function mustRefuse({ who, expected }: Refused, answer: Answer, scope: string | undefined): void {
  assert.equal(statusOrProblem(answer), expected, who)
  assert.equal(answer.headers.get('www-authenticate'), challengeOf(expected, scope), who)
}

/** A 201 has the address of the new record, as the documents of both contracts promise. */
function mustSucceed({ answers = 200 }: Operation, answer: Answer): void {
  assert.equal(statusOrProblem(answer), String(answers))
  if (answers === 201) assert.ok(URL.canParse(answer.headers.get('location') ?? ''), 'no Location')
}

/** Each run tries the refusals of a quarter of the operations. */
const triedForRefusals = new Set(shareOf(operations, 0.25, 'access'))

for (const operation of operations) {
  describe(operation.route, () => {
    const { route, role, scope, missing, whose, answers = 200, parties = [] } = operation
    if (!triedForRefusals.has(operation)) {
      test(`an authorized caller: ${answers}`, async () => {
        const own = clientFor(operation, rightful(operation, callers))
        const ready = await operation.ready(callers)
        mustSucceed(operation, await sendRequest(own, operation, ready))
      })
      return
    }
    const own = clientFor(operation, rightful(operation, callers))
    let ready: Ready = {}
    let digest = ''
    before(async () => {
      ready = await operation.ready(callers)
      if (role === 'Operator') for (const each of parties) await interested(each, ready)
      digest = await digestOf(db)
    })

    test('callers without access are refused, whatever the body', async (t: TestContext) => {
      // Every operation refuses unusable credentials in the same place; what a good one may do differs between operations.
      const strangers = oneOfEach(t, refused[refusedBy(operation)] ?? [], ({ who, expected }) => [
        expected.startsWith('401') ? expected : who,
      ])
      const answers = await inParallel(strangers, 4, ({ secret }) => sendRequest(market.as(secret), operation, ready))
      for (const [index, stranger] of strangers.entries()) mustRefuse(stranger, answers[index] as Answer, scope)
      if (!ready.body && !ready.form) return
      for (const stranger of someOf(t, strangers, 2))
        for (const answer of await sendInvalidBodies(market.as(stranger.secret), operation, ready))
          mustRefuse(stranger, answer, scope)
    })
    if (missing !== undefined) missingTests(operation, () => ready)
    if (role === 'Executor') {
      test('an account without executor profile: 404 executor_not_found', async () => {
        assert.equal(statusOrProblem(await sendRequest(profileless.a, operation, ready)), '404 executor_not_found')
      })
    }
    for (const party of parties)
      test(`an operator with an interest as the ${party}: 409 own_interest`, async () => {
        const client = await interested(party, ready)
        assert.equal(statusOrProblem(await sendRequest(client, operation, ready)), '409 own_interest')
      })
    test('none of the refused requests changed anything', async () => {
      assert.equal(await digestOf(db), digest)
    })

    test(`an authorized caller: ${answers}`, async () => {
      mustSucceed(operation, await sendRequest(own, operation, ready))
    })
    test(`the same again: ${operation.again ?? answers}`, async () => {
      assert.equal(statusOrProblem(await sendRequest(own, operation, ready)), operation.again ?? String(answers))
    })
    if (missing !== undefined && whose === 'own') {
      test(`another account, afterwards: still ${missing}`, async () => {
        assert.equal(statusOrProblem(await sendRequest(strangerTo(operation), operation, ready)), missing)
      })
    }
    if (route.startsWith('GET ')) headTests(operation, () => ready)
  })
}

/** A record that does not exist and one of another account give the same response. */
function missingTests(operation: Operation, ready: () => Ready): void {
  const { route, missing, whose } = operation
  const own = clientFor(operation, rightful(operation, callers))
  const unknown = { id: route.includes('uploads/executor/proofs') ? `${crypto.randomUUID()}.pdf` : 4_711_000 }

  test(`an unknown id: ${missing}`, async () => {
    assert.equal(statusOrProblem(await sendRequest(own, operation, { ...ready(), ...unknown })), missing)
  })
  if (whose === 'own') {
    test(`a record of another account: ${missing}, as if it did not exist`, async () => {
      const stranger = strangerTo(operation)
      const others = await sendRequest(stranger, operation, ready())
      assert.equal(statusOrProblem(others), missing)
      assert.deepEqual(
        comparableProblem(others),
        comparableProblem(await sendRequest(stranger, operation, { ...ready(), ...unknown })),
      )
    })
  }
  if (whose === 'public') {
    test(`an offer that is not public: ${missing}, as if it did not exist`, async () => {
      const draft = await callers.advertiser.a.get('/api/advertiser/offers?status=Draft&pageSize=1')
      const hidden = await sendRequest(own, operation, { ...ready(), id: draft.body.items[0].id })
      assert.deepEqual(
        comparableProblem(hidden),
        comparableProblem(await sendRequest(own, operation, { ...ready(), ...unknown })),
      )
    })
  }
  if (!operation.route.endsWith('/uploads')) {
    test('an unknown id with an invalid body: 400 first', async () => {
      const answers = await sendInvalidBodies(own, operation, { ...ready(), ...unknown })
      assert.deepEqual(
        answers.map(statusOrProblem),
        ready().body ? ['400 malformed_json', '400 validation_error'] : [missing],
      )
    })
  }
}

function headTests(operation: Operation, ready: () => Ready): void {
  const head = { ...operation, route: operation.route.replace('GET', 'HEAD') }
  test('HEAD gets the response of GET without a body', async () => {
    const own = await sendRequest(clientFor(operation, rightful(operation, callers)), head, ready())
    assert.deepEqual([own.status, own.raw], [Number((operation.again ?? '200').slice(0, 3)), ''])
    assert.equal((await sendRequest(market.as(), head, ready())).status, 401)
  })
}
